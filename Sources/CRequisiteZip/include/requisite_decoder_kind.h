// What each decompression library provides. Only for .c files, those of this target and of CRequisiteCurl: in Swift a decoder is
// an opaque pointer.
#ifndef REQUISITE_DECODER_KIND_H
#define REQUISITE_DECODER_KIND_H

#include "requisite_decoder.h"

typedef struct {
  int (*step)(
    rq_decoder *decoder, const uint8_t *input, size_t input_count, size_t *input_used, uint8_t *output,
    size_t output_count, size_t *output_made);
  int (*restart)(rq_decoder *decoder);
  void (*free)(rq_decoder *decoder);
} rq_decoder_kind;

// The first member of the structure of each kind of decoder.
struct rq_decoder {
  const rq_decoder_kind *kind;
};

#endif

// Decoders of compressed bytes, whichever library does the work, and zlib's for gzip, zlib and raw deflate.
//
// A body is complete only after RQ_DECODER_END, so the caller can tell one that was cut short.
#ifndef REQUISITE_DECODER_H
#define REQUISITE_DECODER_H

#include <stddef.h>
#include <stdint.h>

typedef struct rq_decoder rq_decoder;

enum {
  RQ_DECODER_MORE = 0,     // All input used, or the output is full: call again.
  RQ_DECODER_END = 1,      // The compressed stream, or one frame of it, is complete.
  RQ_DECODER_CORRUPT = -1, // The input is not valid in its coding.
  RQ_DECODER_MEMORY = -2,
  RQ_DECODER_WINDOW = -3, // A zstd frame needs a window of more than 8 MiB.
};

// The formats of zlib, by its number for the largest window of each.
enum {
  RQ_INFLATE_GZIP = 31, // RFC 1952
  RQ_INFLATE_ZLIB = 15, // RFC 1950
  RQ_INFLATE_RAW = -15, // RFC 1951
};

// 1 if this process has zlib: always on Apple's systems. Must be called before rq_inflate_create.
int rq_inflate_available(void);
// Returns NULL if there is no memory.
rq_decoder *rq_inflate_create(int format);
void rq_decoder_free(rq_decoder *decoder);
// Prepares for the next member or frame after RQ_DECODER_END. Fails for br, which has no members or frames.
int rq_decoder_restart(rq_decoder *decoder);
int rq_decoder_step(
  rq_decoder *decoder, const uint8_t *input, size_t input_count, size_t *input_used, uint8_t *output,
  size_t output_count, size_t *output_made);

#endif

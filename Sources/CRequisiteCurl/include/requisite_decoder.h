// The decoders of content codings from the libraries that libcurl loads into the process: see requisite_curl.h.
// zlib for gzip and deflate, libbrotlidec for br, libzstd for zstd; each may be missing.
//
// libcurl's own decoding does not report a gzip body that is cut short. With these decoders the caller can: the body is
// complete only after RQ_DECODER_END.
#ifndef REQUISITE_DECODER_H
#define REQUISITE_DECODER_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

typedef struct rq_decoder rq_decoder;

enum {
  RQ_CODING_GZIP = 0,        // RFC 1952
  RQ_CODING_ZLIB = 1,        // RFC 1950
  RQ_CODING_RAW_DEFLATE = 2, // RFC 1951
  RQ_CODING_BROTLI = 3,      // RFC 7932, windows up to 16 MiB
  RQ_CODING_ZSTD = 4,        // RFC 8878, windows up to 8 MiB (RFC 9659)
};

enum {
  RQ_DECODER_MORE = 0,     // All input used, or the output is full: call again.
  RQ_DECODER_END = 1,      // The compressed stream, or one frame of it, is complete.
  RQ_DECODER_CORRUPT = -1, // The input is not valid in its coding.
  RQ_DECODER_MEMORY = -2,
  RQ_DECODER_WINDOW = -3, // A zstd frame needs a window of more than 8 MiB.
};

int rq_coding_available(int coding);
// Returns NULL if there is no memory. The coding must be available.
rq_decoder *rq_decoder_create(int coding);
void rq_decoder_free(rq_decoder *decoder);
// Prepares for the next member or frame after RQ_DECODER_END. Not for br, which has no members or frames.
int rq_decoder_restart(rq_decoder *decoder);
int rq_decoder_step(
  rq_decoder *decoder, const uint8_t *input, size_t input_count, size_t *input_used, uint8_t *output,
  size_t output_count, size_t *output_made);

#endif
#endif

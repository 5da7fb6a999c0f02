// zlib's decoder, which libcurl brings into the process, through weak symbols: see requisite_curl.h.
//
// libcurl's own decoding says nothing when a gzip body is cut short; this one does.
#ifndef REQUISITE_INFLATE_H
#define REQUISITE_INFLATE_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

typedef struct rq_inflater rq_inflater;

enum {
  RQ_INFLATE_MORE = 0,     // All input used, or the output is full: call again.
  RQ_INFLATE_END = 1,      // The compressed stream is complete.
  RQ_INFLATE_CORRUPT = -1, // Not what it claims to be.
  RQ_INFLATE_MEMORY = -2,
};

int rq_inflate_available(void);
// window_bits as in zlib: 15 = zlib, -15 = raw deflate, 31 = gzip. NULL when there is no memory.
rq_inflater *rq_inflater_create(int window_bits);
void rq_inflater_free(rq_inflater *inflater);
// Starts over, for the next member of a gzip body.
int rq_inflater_reset(rq_inflater *inflater);
int rq_inflater_step(
  rq_inflater *inflater, const uint8_t *input, size_t input_count, size_t *input_used, uint8_t *output,
  size_t output_count, size_t *output_made);

#endif
#endif

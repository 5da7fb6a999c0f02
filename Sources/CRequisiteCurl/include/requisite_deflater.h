// zlib's encoder of gzip (RFC 1952). On Linux, libcurl loads zlib into the process: see requisite_curl.h. Apple's systems
// always have zlib.
#ifndef REQUISITE_DEFLATER_H
#define REQUISITE_DEFLATER_H

#if defined(__linux__) || defined(__APPLE__)

#include <stddef.h>
#include <stdint.h>

typedef struct rq_deflater rq_deflater;

enum {
  RQ_DEFLATER_MORE = 0, // All input used, or the output is full: call again.
  RQ_DEFLATER_END = 1,  // The compressed stream is complete.
  RQ_DEFLATER_FAILED = -1,
};

int rq_deflate_available(void);
// Returns NULL if there is no memory.
rq_deflater *rq_deflater_create(void);
void rq_deflater_free(rq_deflater *deflater);
// `finishes` is 1 in the step that has the end of the input and in every later step.
int rq_deflater_step(
  rq_deflater *deflater, const uint8_t *input, size_t input_count, size_t *input_used, int finishes, uint8_t *output,
  size_t output_count, size_t *output_made);

#endif
#endif

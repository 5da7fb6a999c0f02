// zlib's encoder, as gzip (RFC 1952). On Linux libcurl brings it into the process, so its symbols are weak; Apple's systems
// have it always.
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
// NULL when there is no memory.
rq_deflater *rq_deflater_create(void);
void rq_deflater_free(rq_deflater *deflater);
// `finishes` is 1 from the step on that has the last of the input.
int rq_deflater_step(
  rq_deflater *deflater, const uint8_t *input, size_t input_count, size_t *input_used, int finishes, uint8_t *output,
  size_t output_count, size_t *output_made);

#endif
#endif

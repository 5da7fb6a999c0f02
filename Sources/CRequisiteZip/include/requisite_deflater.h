// zlib's encoder of gzip (RFC 1952) and raw deflate (RFC 1951).
#ifndef REQUISITE_DEFLATER_H
#define REQUISITE_DEFLATER_H

#include <stddef.h>
#include <stdint.h>

typedef struct rq_deflater rq_deflater;

enum {
  RQ_DEFLATER_MORE = 0, // All input used, or the output is full: call again.
  RQ_DEFLATER_END = 1,  // The compressed stream is complete.
  RQ_DEFLATER_FAILED = -1,
};

// What a step does when all input is used.
enum {
  RQ_DEFLATER_KEEP = 0,   // Keeps what zlib has buffered for the next step.
  RQ_DEFLATER_FLUSH = 2,  // Writes all of it, up to the end of a byte.
  RQ_DEFLATER_FINISH = 4, // Ends the stream. Every later step must say so too.
};

enum {
  RQ_DEFLATER_GZIP = 31, // The largest window, in the format of gzip.
};

// 1 if this process has zlib: always on Apple's systems. Must be called before rq_deflater_create.
int rq_deflate_available(void);
// `window_bits` is RQ_DEFLATER_GZIP, or from -9 to -15 for raw deflate with a window of 2 to the power of 9 to 15. Returns
// NULL if there is no memory.
rq_deflater *rq_deflater_create(int window_bits);
void rq_deflater_free(rq_deflater *deflater);
// Forgets all input before. Returns 0, or an error of zlib.
int rq_deflater_restart(rq_deflater *deflater);
int rq_deflater_step(
  rq_deflater *deflater, const uint8_t *input, size_t input_count, size_t *input_used, int ending, uint8_t *output,
  size_t output_count, size_t *output_made);

#endif

#if defined(__linux__)

#include "requisite_inflate.h"

#include <stdlib.h>
#include <string.h>

// zlib's z_stream, whose layout has been stable since version 1.0.
typedef struct {
  const uint8_t *next_in;
  unsigned available_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned available_out;
  unsigned long total_out;
  const char *message;
  void *state;
  void *(*allocate)(void *, unsigned, unsigned);
  void (*release)(void *, void *);
  void *context;
  int data_type;
  unsigned long checksum;
  unsigned long reserved;
} zlib_stream;

#define RQ_WEAK extern __attribute__((weak))
RQ_WEAK int inflateInit2_(zlib_stream *stream, int window_bits, const char *version, int stream_size);
RQ_WEAK int inflate(zlib_stream *stream, int flush);
RQ_WEAK int inflateReset(zlib_stream *stream);
RQ_WEAK int inflateEnd(zlib_stream *stream);

struct rq_inflater {
  zlib_stream stream;
};

int rq_inflate_available(void) { return inflateInit2_ && inflate && inflateReset && inflateEnd; }

rq_inflater *rq_inflater_create(int window_bits) {
  rq_inflater *inflater = calloc(1, sizeof *inflater);
  if (!inflater) return NULL;
  // zlib compares the first digit of the version and the size of the structure.
  if (inflateInit2_(&inflater->stream, window_bits, "1.2.11", sizeof(zlib_stream)) == 0) return inflater;
  free(inflater);
  return NULL;
}

void rq_inflater_free(rq_inflater *inflater) {
  inflateEnd(&inflater->stream);
  free(inflater);
}

int rq_inflater_reset(rq_inflater *inflater) { return inflateReset(&inflater->stream); }

static unsigned clamped(size_t count) { return count > 0x40000000 ? 0x40000000 : (unsigned)count; }

int rq_inflater_step(
  rq_inflater *inflater, const uint8_t *input, size_t input_count, size_t *input_used, uint8_t *output,
  size_t output_count, size_t *output_made
) {
  enum { NO_FLUSH = 0, OK = 0, STREAM_END = 1, MEM_ERROR = -4, BUF_ERROR = -5 };
  zlib_stream *stream = &inflater->stream;
  unsigned given = clamped(input_count);
  unsigned room = clamped(output_count);
  stream->next_in = input;
  stream->available_in = given;
  stream->next_out = output;
  stream->available_out = room;
  int code = inflate(stream, NO_FLUSH);
  *input_used = given - stream->available_in;
  *output_made = room - stream->available_out;
  switch (code) {
  case OK:
  case BUF_ERROR: return RQ_INFLATE_MORE;
  case STREAM_END: return RQ_INFLATE_END;
  case MEM_ERROR: return RQ_INFLATE_MEMORY;
  default: return RQ_INFLATE_CORRUPT;
  }
}

#endif

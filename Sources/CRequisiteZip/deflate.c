#include "requisite_deflater.h"

#include "zlib_functions.h"

#include <stdlib.h>

struct rq_deflater {
  zlib_stream stream;
};

int rq_deflate_available(void) {
  rq_zlib_load();
  return deflateInit2_ && deflate && deflateReset && deflateEnd;
}

rq_deflater *rq_deflater_create(int window_bits) {
  // zlib's defaults. The gzip header contains no time, so equal content gives equal bytes.
  enum { LEVEL = 6, DEFLATED = 8, MEMORY_LEVEL = 8, STRATEGY = 0 };
  rq_deflater *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  int code = deflateInit2_(
    &made->stream, LEVEL, DEFLATED, window_bits, MEMORY_LEVEL, STRATEGY, ZLIB_VERSION, sizeof(zlib_stream));
  if (code == ZLIB_OK) return made;
  free(made);
  return NULL;
}

void rq_deflater_free(rq_deflater *deflater) {
  deflateEnd(&deflater->stream);
  free(deflater);
}

int rq_deflater_restart(rq_deflater *deflater) { return deflateReset(&deflater->stream); }

int rq_deflater_step(
  rq_deflater *deflater, const uint8_t *input, size_t input_count, size_t *input_used, int ending, uint8_t *output,
  size_t output_count, size_t *output_made
) {
  int flush = zlib_count(input_count) == input_count ? ending : RQ_DEFLATER_KEEP;
  zlib_stream *stream = &deflater->stream;
  switch (zlib_run(deflate, stream, flush, input, input_count, input_used, output, output_count, output_made)) {
  case ZLIB_OK:
  case ZLIB_BUF_ERROR: return RQ_DEFLATER_MORE;
  case ZLIB_STREAM_END: return RQ_DEFLATER_END;
  default: return RQ_DEFLATER_FAILED;
  }
}

#include "requisite_decoder_kind.h"

#include "zlib_functions.h"

#include <stdlib.h>

typedef struct {
  rq_decoder decoder;
  zlib_stream stream;
} inflater;

int rq_inflate_available(void) {
  rq_zlib_load();
  return inflateInit2_ && inflate && inflateReset && inflateEnd;
}

static int step(
  rq_decoder *decoder, const uint8_t *input, size_t input_count, size_t *input_used, uint8_t *output,
  size_t output_count, size_t *output_made
) {
  zlib_stream *stream = &((inflater *)decoder)->stream;
  switch (zlib_run(inflate, stream, 0, input, input_count, input_used, output, output_count, output_made)) {
  case ZLIB_OK:
  case ZLIB_BUF_ERROR: return RQ_DECODER_MORE;
  case ZLIB_STREAM_END: return RQ_DECODER_END;
  case ZLIB_MEM_ERROR: return RQ_DECODER_MEMORY;
  default: return RQ_DECODER_CORRUPT;
  }
}

static int restart(rq_decoder *decoder) { return inflateReset(&((inflater *)decoder)->stream); }

static void release(rq_decoder *decoder) {
  inflateEnd(&((inflater *)decoder)->stream);
  free(decoder);
}

rq_decoder *rq_inflate_create(int format) {
  static const rq_decoder_kind kind = {step, restart, release};
  inflater *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->decoder.kind = &kind;
  if (inflateInit2_(&made->stream, format, ZLIB_VERSION, sizeof(zlib_stream)) == ZLIB_OK) return &made->decoder;
  free(made);
  return NULL;
}

void rq_decoder_free(rq_decoder *decoder) { decoder->kind->free(decoder); }

int rq_decoder_restart(rq_decoder *decoder) { return decoder->kind->restart(decoder); }

int rq_decoder_step(
  rq_decoder *decoder, const uint8_t *input, size_t input_count, size_t *input_used, uint8_t *output,
  size_t output_count, size_t *output_made
) {
  return decoder->kind->step(decoder, input, input_count, input_used, output, output_count, output_made);
}

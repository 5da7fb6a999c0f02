#if defined(__linux__)
#include "coding_kinds.h"
#include "curl_symbols.h"

#include <stdlib.h>

typedef struct {
  rq_decoder decoder;
  void *state;
} brotli;

int rq_brotli_available(void) {
  return BrotliDecoderCreateInstance && BrotliDecoderDestroyInstance && BrotliDecoderDecompressStream
    && BrotliDecoderGetErrorCode;
}

static int step(
  rq_decoder *decoder, const uint8_t *input, size_t input_count, size_t *input_used, uint8_t *output,
  size_t output_count, size_t *output_made
) {
  enum { FAILED = 0, SUCCESS = 1, FIRST_MEMORY_ERROR = -30, LAST_MEMORY_ERROR = -21 };
  void *state = ((brotli *)decoder)->state;
  size_t left = input_count;
  size_t room = output_count;
  int result = BrotliDecoderDecompressStream(state, &left, &input, &room, &output, NULL);
  *input_used = input_count - left;
  *output_made = output_count - room;
  if (result == SUCCESS) return RQ_DECODER_END;
  if (result != FAILED) return RQ_DECODER_MORE;
  int code = BrotliDecoderGetErrorCode(state);
  return code >= FIRST_MEMORY_ERROR && code <= LAST_MEMORY_ERROR ? RQ_DECODER_MEMORY : RQ_DECODER_CORRUPT;
}

static int restart(rq_decoder *decoder) {
  (void)decoder;
  return -1;
}

static void release(rq_decoder *decoder) {
  BrotliDecoderDestroyInstance(((brotli *)decoder)->state);
  free(decoder);
}

rq_decoder *rq_brotli_create(void) {
  static const rq_decoder_kind kind = {step, restart, release};
  brotli *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->decoder.kind = &kind;
  made->state = BrotliDecoderCreateInstance(NULL, NULL, NULL);
  if (made->state) return &made->decoder;
  free(made);
  return NULL;
}
#endif

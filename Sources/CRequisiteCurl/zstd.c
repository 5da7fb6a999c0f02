#if defined(__linux__)
#include "coding_kinds.h"
#include "curl_symbols.h"

#include <stdlib.h>

typedef struct {
  rq_decoder decoder;
  void *context;
  // The number of bytes of this frame's magic number read so far, and whether the frame is a skippable one.
  int magic_count;
  int is_skipped;
} zstd;

int rq_zstd_available(void) {
  return ZSTD_createDCtx && ZSTD_freeDCtx && ZSTD_DCtx_setParameter && ZSTD_decompressStream && ZSTD_isError
    && ZSTD_getErrorCode;
}

// Returns 1 if `byte` can be the next byte of a magic number (RFC 8878 §3.1.1 and §3.1.2).
static int takes_magic(zstd *self, uint8_t byte) {
  static const uint8_t frame[] = {0x28, 0xB5, 0x2F, 0xFD};
  static const uint8_t skipped[] = {0x50, 0x2A, 0x4D, 0x18};
  int index = self->magic_count;
  if (index == 0) self->is_skipped = (byte & 0xF0) == skipped[0];
  if (self->is_skipped) return index == 0 || byte == skipped[index];
  return byte == frame[index];
}

static int failure(size_t code) {
  enum { WINDOW_TOO_LARGE = 16, NO_MEMORY = 64 };
  switch (ZSTD_getErrorCode(code)) {
  case WINDOW_TOO_LARGE: return RQ_DECODER_WINDOW;
  case NO_MEMORY: return RQ_DECODER_MEMORY;
  default: return RQ_DECODER_CORRUPT;
  }
}

static int step(
  rq_decoder *decoder, const uint8_t *input, size_t input_count, size_t *input_used, uint8_t *output,
  size_t output_count, size_t *output_made
) {
  zstd *self = (zstd *)decoder;
  zstd_input in = {input, input_count, 0};
  zstd_output out = {output, output_count, 0};
  *input_used = *output_made = 0;
  // Passes the magic number byte by byte. Given a whole frame at once, libzstd accepts formats older than RFC 8878 and
  // does not check the window size, so the result would depend on how the body is split into pieces.
  if (self->magic_count < 4 && input_count > 0) {
    if (!takes_magic(self, input[0])) return RQ_DECODER_CORRUPT;
    self->magic_count++;
    in.size = 1;
  }
  size_t code = ZSTD_decompressStream(self->context, &out, &in);
  *input_used = in.position;
  *output_made = out.position;
  if (ZSTD_isError(code)) return failure(code);
  return code == 0 ? RQ_DECODER_END : RQ_DECODER_MORE;
}

// libzstd continues with the next frame by itself; only the magic number must be checked again.
static int restart(rq_decoder *decoder) {
  ((zstd *)decoder)->magic_count = 0;
  return 0;
}

static void release(rq_decoder *decoder) {
  ZSTD_freeDCtx(((zstd *)decoder)->context);
  free(decoder);
}

rq_decoder *rq_zstd_create(void) {
  enum { WINDOW_LOG_MAX = 100, WINDOW_LOG = 23 };
  static const rq_decoder_kind kind = {step, restart, release};
  zstd *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->decoder.kind = &kind;
  made->context = ZSTD_createDCtx();
  if (made->context && !ZSTD_isError(ZSTD_DCtx_setParameter(made->context, WINDOW_LOG_MAX, WINDOW_LOG))) {
    return &made->decoder;
  }
  if (made->context) ZSTD_freeDCtx(made->context);
  free(made);
  return NULL;
}
#endif

#if defined(__linux__)

#include "curl_symbols.h"
#include "decoder_kind.h"

int rq_coding_available(int coding) {
  rq_load();
  switch (coding) {
  case RQ_CODING_BROTLI: return rq_brotli_available();
  case RQ_CODING_ZSTD: return rq_zstd_available();
  default: return rq_inflate_available();
  }
}

rq_decoder *rq_decoder_create(int coding) {
  switch (coding) {
  case RQ_CODING_BROTLI: return rq_brotli_create();
  case RQ_CODING_ZSTD: return rq_zstd_create();
  default: return rq_inflate_create(coding);
  }
}

void rq_decoder_free(rq_decoder *decoder) { decoder->kind->free(decoder); }

int rq_decoder_restart(rq_decoder *decoder) { return decoder->kind->restart(decoder); }

int rq_decoder_step(
  rq_decoder *decoder, const uint8_t *input, size_t input_count, size_t *input_used, uint8_t *output,
  size_t output_count, size_t *output_made
) {
  return decoder->kind->step(decoder, input, input_count, input_used, output, output_count, output_made);
}

#endif

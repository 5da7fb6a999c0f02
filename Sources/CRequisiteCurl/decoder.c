#if defined(__linux__)
#include "coding_kinds.h"
#include "curl_symbols.h"

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
#endif

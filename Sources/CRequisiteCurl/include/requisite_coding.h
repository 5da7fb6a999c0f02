// The content codings that this process can decode: zlib for gzip and deflate, and, if libcurl loads them into the process (see
// requisite_curl.h), libbrotlidec for br and libzstd for zstd.
//
// libcurl's own decoding does not report a gzip body that is cut short. With these decoders the caller can.
#ifndef REQUISITE_CODING_H
#define REQUISITE_CODING_H

#include "requisite_decoder.h"

enum {
  RQ_CODING_GZIP = RQ_INFLATE_GZIP,
  RQ_CODING_ZLIB = RQ_INFLATE_ZLIB,
  RQ_CODING_RAW_DEFLATE = RQ_INFLATE_RAW,
  RQ_CODING_BROTLI = 1, // RFC 7932, windows up to 16 MiB
  RQ_CODING_ZSTD = 2,   // RFC 8878, windows up to 8 MiB (RFC 9659)
};

int rq_coding_available(int coding);
// Returns NULL if there is no memory. The coding must be available.
rq_decoder *rq_decoder_create(int coding);

#endif

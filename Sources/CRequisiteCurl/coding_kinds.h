// The decoders of libbrotlidec and libzstd. Only for the .c files of this target.
#ifndef REQUISITE_CODING_KINDS_H
#define REQUISITE_CODING_KINDS_H

#include "requisite_coding.h"
#include "requisite_decoder_kind.h"

int rq_brotli_available(void);
rq_decoder *rq_brotli_create(void);
int rq_zstd_available(void);
rq_decoder *rq_zstd_create(void);

#endif

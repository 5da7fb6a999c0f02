// The functions of libcurl, and of the libraries that it loads, under their own names. Each name is a macro for a
// pointer in a table that rq_load() fills. Only for the .c files of this target, because the macros would conflict with
// a real curl header in a program that imports one beside Requisite.
#ifndef REQUISITE_CURL_SYMBOLS_H
#define REQUISITE_CURL_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  int message;
  void *easy;
  union {
    void *whatever;
    int result;
  } data;
} rq_curl_message;

typedef struct {
  int age;
  const char *version;
  unsigned version_number;
  const char *host;
  int features;
  const char *tls_version;
} rq_curl_version_info;

typedef struct {
  void *data;
  size_t count;
  unsigned flags;
} rq_curl_blob;

typedef struct {
  void *bytes;
  size_t size;
  size_t position;
} zstd_output;

typedef struct {
  const void *bytes;
  size_t size;
  size_t position;
} zstd_input;

// FUNCTION(result, name, arguments) for each function of libcurl. All are required.
#define RQ_CURL_FUNCTIONS(FUNCTION) \
  FUNCTION(int, curl_global_init, (long flags)) \
  FUNCTION(rq_curl_version_info *, curl_version_info, (int age)) \
  FUNCTION(void *, curl_easy_init, (void)) \
  FUNCTION(void, curl_easy_cleanup, (void *easy)) \
  FUNCTION(void, curl_easy_reset, (void *easy)) \
  FUNCTION(int, curl_easy_setopt, (void *easy, int option, ...)) \
  FUNCTION(int, curl_easy_getinfo, (void *easy, int info, ...)) \
  FUNCTION(int, curl_easy_pause, (void *easy, int mask)) \
  FUNCTION(int, curl_easy_recv, (void *easy, void *bytes, size_t count, size_t *received)) \
  FUNCTION(int, curl_easy_send, (void *easy, const void *bytes, size_t count, size_t *sent)) \
  FUNCTION(const char *, curl_easy_strerror, (int code)) \
  FUNCTION(void *, curl_multi_init, (void)) \
  FUNCTION(int, curl_multi_cleanup, (void *multi)) \
  FUNCTION(int, curl_multi_add_handle, (void *multi, void *easy)) \
  FUNCTION(int, curl_multi_remove_handle, (void *multi, void *easy)) \
  FUNCTION(int, curl_multi_setopt, (void *multi, int option, ...)) \
  FUNCTION(int, curl_multi_socket_action, (void *multi, int socket, int events, int *running)) \
  FUNCTION(rq_curl_message *, curl_multi_info_read, (void *multi, int *left)) \
  FUNCTION(const char *, curl_multi_strerror, (int code)) \
  FUNCTION(void *, curl_share_init, (void)) \
  FUNCTION(int, curl_share_setopt, (void *share, int option, ...)) \
  FUNCTION(int, curl_share_cleanup, (void *share))

// NULL before 8.3.
#define RQ_LOG_FUNCTIONS(FUNCTION) FUNCTION(int, curl_global_trace, (const char *components))

// libbrotlidec, whose interface has been stable since version 1.0.
#define RQ_BROTLI_FUNCTIONS(FUNCTION) \
  FUNCTION( \
    void *, BrotliDecoderCreateInstance, \
    (void *(*allocate)(void *, size_t), void (*release)(void *, void *), void *context)) \
  FUNCTION(void, BrotliDecoderDestroyInstance, (void *state)) \
  FUNCTION( \
    int, BrotliDecoderDecompressStream, \
    (void *state, size_t *available_in, const uint8_t **next_in, size_t *available_out, uint8_t **next_out, \
     size_t *total_out)) \
  FUNCTION(int, BrotliDecoderGetErrorCode, (const void *state))

// libzstd, whose interface has been stable since version 1.4.
#define RQ_ZSTD_FUNCTIONS(FUNCTION) \
  FUNCTION(void *, ZSTD_createDCtx, (void)) \
  FUNCTION(size_t, ZSTD_freeDCtx, (void *context)) \
  FUNCTION(size_t, ZSTD_DCtx_setParameter, (void *context, int parameter, int value)) \
  FUNCTION(size_t, ZSTD_decompressStream, (void *context, zstd_output *output, zstd_input *input)) \
  FUNCTION(unsigned, ZSTD_isError, (size_t code)) \
  FUNCTION(int, ZSTD_getErrorCode, (size_t code))

// OpenSSL. NULL if libcurl has one of its own, linked statically, or uses another library.
#define RQ_TLS_FUNCTIONS(FUNCTION) \
  FUNCTION(const char *, OpenSSL_version, (int type)) \
  FUNCTION(int, OPENSSL_init_crypto, (uint64_t options, const void *settings)) \
  FUNCTION(int, SSL_pending, (const void *tls)) \
  FUNCTION(int, SSL_has_pending, (const void *tls)) \
  FUNCTION(void, SSL_CTX_set_keylog_callback, (void *context, void (*callback)(const void *, const char *))) \
  FUNCTION(uint64_t, SSL_CTX_clear_options, (void *context, uint64_t options))

#define RQ_FUNCTIONS(FUNCTION) \
  RQ_CURL_FUNCTIONS(FUNCTION) RQ_LOG_FUNCTIONS(FUNCTION) RQ_BROTLI_FUNCTIONS(FUNCTION) RQ_ZSTD_FUNCTIONS(FUNCTION) \
  RQ_TLS_FUNCTIONS(FUNCTION)

typedef struct {
#define RQ_POINTER(result, name, arguments) result(*name) arguments;
  RQ_FUNCTIONS(RQ_POINTER)
#undef RQ_POINTER
} rq_function_table;

// Each pointer is NULL if its function was not found. rq_load() fills the table once; the functions that say whether a
// library is available call it, so they must be called first.
extern rq_function_table rq_functions;
void rq_load(void);

#ifndef RQ_LOADS_SYMBOLS
#define curl_global_init rq_functions.curl_global_init
#define curl_version_info rq_functions.curl_version_info
#define curl_easy_init rq_functions.curl_easy_init
#define curl_easy_cleanup rq_functions.curl_easy_cleanup
#define curl_easy_reset rq_functions.curl_easy_reset
#define curl_easy_setopt rq_functions.curl_easy_setopt
#define curl_easy_getinfo rq_functions.curl_easy_getinfo
#define curl_easy_pause rq_functions.curl_easy_pause
#define curl_easy_recv rq_functions.curl_easy_recv
#define curl_easy_send rq_functions.curl_easy_send
#define curl_easy_strerror rq_functions.curl_easy_strerror
#define curl_multi_init rq_functions.curl_multi_init
#define curl_multi_cleanup rq_functions.curl_multi_cleanup
#define curl_multi_add_handle rq_functions.curl_multi_add_handle
#define curl_multi_remove_handle rq_functions.curl_multi_remove_handle
#define curl_multi_setopt rq_functions.curl_multi_setopt
#define curl_multi_socket_action rq_functions.curl_multi_socket_action
#define curl_multi_info_read rq_functions.curl_multi_info_read
#define curl_multi_strerror rq_functions.curl_multi_strerror
#define curl_global_trace rq_functions.curl_global_trace
#define curl_share_init rq_functions.curl_share_init
#define curl_share_setopt rq_functions.curl_share_setopt
#define curl_share_cleanup rq_functions.curl_share_cleanup
#define BrotliDecoderCreateInstance rq_functions.BrotliDecoderCreateInstance
#define BrotliDecoderDestroyInstance rq_functions.BrotliDecoderDestroyInstance
#define BrotliDecoderDecompressStream rq_functions.BrotliDecoderDecompressStream
#define BrotliDecoderGetErrorCode rq_functions.BrotliDecoderGetErrorCode
#define ZSTD_createDCtx rq_functions.ZSTD_createDCtx
#define ZSTD_freeDCtx rq_functions.ZSTD_freeDCtx
#define ZSTD_DCtx_setParameter rq_functions.ZSTD_DCtx_setParameter
#define ZSTD_decompressStream rq_functions.ZSTD_decompressStream
#define ZSTD_isError rq_functions.ZSTD_isError
#define ZSTD_getErrorCode rq_functions.ZSTD_getErrorCode
#define OPENSSL_init_crypto rq_functions.OPENSSL_init_crypto
#define SSL_pending rq_functions.SSL_pending
#define SSL_has_pending rq_functions.SSL_has_pending
#define SSL_CTX_set_keylog_callback rq_functions.SSL_CTX_set_keylog_callback
#define SSL_CTX_clear_options rq_functions.SSL_CTX_clear_options
#endif

#endif

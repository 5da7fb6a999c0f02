#if defined(__linux__)

#include "curl_symbols.h"
#include "requisite_curl.h"

// The OpenSSL that libcurl loads into the process. If libcurl is linked statically with OpenSSL or uses another library,
// the functions are NULL and are not called.

typedef struct {
  int backend;
  void *internals;
} rq_tls_session;

enum { INFO_TLS_SSL_PTR = 0x400000 + 45, BACKEND_OPENSSL = 1 };

int rq_easy_has_tls_bytes(rq_easy easy) {
  rq_tls_session *session = NULL;
  if (!SSL_pending || !SSL_has_pending) return 0;
  if (curl_easy_getinfo(easy, INFO_TLS_SSL_PTR, &session) || !session) return 0;
  if (session->backend != BACKEND_OPENSSL || !session->internals) return 0;
  return SSL_pending(session->internals) > 0 || SSL_has_pending(session->internals);
}

void rq_tls_configure(void *tls_context, int flags) {
  // 1 << 7 is SSL_OP_IGNORE_UNEXPECTED_EOF, which libcurl sets.
  if (flags & RQ_TLS_REFUSE_UNEXPECTED_END && SSL_CTX_clear_options) SSL_CTX_clear_options(tls_context, 1 << 7);
  if (flags & RQ_TLS_NO_KEY_LOG && SSL_CTX_set_keylog_callback) SSL_CTX_set_keylog_callback(tls_context, NULL);
}

#endif

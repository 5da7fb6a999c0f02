#if defined(__linux__)
#include "curl_symbols.h"
#include "requisite_curl.h"

// The OpenSSL that libcurl loads into the process. If libcurl is linked statically with OpenSSL or uses another library,
// the functions are NULL and are not called.

typedef struct {
  int backend;
  void *internals;
} rq_tls_session;

enum { BACKEND_OPENSSL = 1 };

// OpenSSL's part of the connection in use; NULL without one.
static const void *rq_easy_tls(rq_easy easy) {
  rq_tls_session *session = NULL;
  if (curl_easy_getinfo(easy, RQ_INFO_TLS_SSL_PTR, &session) || !session) return NULL;
  return session->backend == BACKEND_OPENSSL ? session->internals : NULL;
}

int rq_easy_has_tls_bytes(rq_easy easy) {
  if (!SSL_pending || !SSL_has_pending) return 0;
  const void *tls = rq_easy_tls(easy);
  return tls && (SSL_pending(tls) > 0 || SSL_has_pending(tls));
}

void *rq_share_create(void) {
  // 1 is CURLSHOPT_SHARE, 4 is CURL_LOCK_DATA_SSL_SESSION. One thread uses it, so it needs no locks.
  void *share = curl_share_init ? curl_share_init() : NULL;
  if (!share || !curl_share_setopt(share, 1, 4)) return share;
  curl_share_cleanup(share);
  return NULL;
}

void rq_share_free(void *share) { curl_share_cleanup(share); }

void rq_tls_configure(void *tls_context, int flags) {
  // 1 << 7 is SSL_OP_IGNORE_UNEXPECTED_EOF, which libcurl sets.
  if (flags & RQ_TLS_REFUSE_UNEXPECTED_END && SSL_CTX_clear_options) SSL_CTX_clear_options(tls_context, 1 << 7);
  if (flags & RQ_TLS_NO_KEY_LOG && SSL_CTX_set_keylog_callback) SSL_CTX_set_keylog_callback(tls_context, NULL);
}
#endif

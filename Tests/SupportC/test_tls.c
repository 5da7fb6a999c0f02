#include "test_tls.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

#define WEAK extern __attribute__((weak))
WEAK int OPENSSL_init_crypto(unsigned long long options, const void *settings);
WEAK void *TLS_server_method(void);
WEAK void *SSL_CTX_new(void *method);
WEAK void SSL_CTX_free(void *context);
WEAK int SSL_CTX_use_certificate_chain_file(void *context, const char *file);
WEAK int SSL_CTX_use_PrivateKey_file(void *context, const char *file, int type);
WEAK void SSL_CTX_set_alpn_select_cb(
  void *context,
  int (*select)(void *, const unsigned char **, unsigned char *, const unsigned char *, unsigned, void *), void *argument);
WEAK void SSL_CTX_set_verify(void *context, int mode, void *callback);
WEAK int SSL_CTX_set_session_id_context(void *context, const unsigned char *id, unsigned count);
WEAK void *SSL_new(void *context);
WEAK void SSL_free(void *tls);
WEAK int SSL_set_fd(void *tls, int socket);
WEAK int SSL_accept(void *tls);
WEAK int SSL_read(void *tls, void *bytes, int count);
WEAK int SSL_write(void *tls, const void *bytes, int count);
WEAK int SSL_shutdown(void *tls);
WEAK int SSL_session_reused(const void *tls);

int test_tls_available(void) { return TLS_server_method && SSL_CTX_new && SSL_accept && SSL_CTX_set_alpn_select_cb; }

static int select_protocol(
  void *tls, const unsigned char **chosen, unsigned char *length, const unsigned char *offered, unsigned count,
  void *protocol
) {
  (void)tls;
  size_t wanted = strlen(protocol);
  for (unsigned at = 0; at < count; at += 1 + offered[at]) {
    if (offered[at] != wanted || memcmp(offered + at + 1, protocol, wanted)) continue;
    *chosen = offered + at + 1;
    *length = offered[at];
    return 0; // SSL_TLSEXT_ERR_OK
  }
  return 3; // SSL_TLSEXT_ERR_NOACK
}

void *test_tls_context(const char *certificate, const char *key, const char *protocol) {
  // OPENSSL_INIT_NO_ATEXIT: the threads of servers may outlive main().
  if (OPENSSL_init_crypto) OPENSSL_init_crypto(1 << 19, NULL);
  void *context = SSL_CTX_new(TLS_server_method());
  if (!context) return NULL;
  // 1 is SSL_FILETYPE_PEM.
  if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1
      || SSL_CTX_use_PrivateKey_file(context, key, 1) != 1) {
    SSL_CTX_free(context);
    return NULL;
  }
  // The few contexts of a test run live as long as it does, and so do their protocols.
  if (protocol) SSL_CTX_set_alpn_select_cb(context, select_protocol, strdup(protocol));
  return context;
}

void test_tls_context_free(void *context) { SSL_CTX_free(context); }

void test_tls_ask_for_certificate(void *context) {
  // 1 is SSL_VERIFY_PEER. Without an id, no session could be resumed then.
  SSL_CTX_set_verify(context, 1, NULL);
  SSL_CTX_set_session_id_context(context, (const unsigned char *)"test", 4);
}

void *test_tls_accept(void *context, int socket) {
  // OpenSSL writes without MSG_NOSIGNAL; a client that has gone must not end the process.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  void *tls = SSL_new(context);
  if (!tls) return NULL;
  if (SSL_set_fd(tls, socket) == 1 && SSL_accept(tls) == 1) return tls;
  SSL_free(tls);
  return NULL;
}

int test_tls_read(void *tls, void *bytes, int count) { return SSL_read(tls, bytes, count); }
int test_tls_write(void *tls, const void *bytes, int count) { return SSL_write(tls, bytes, count); }
void test_tls_close_notify(void *tls) { SSL_shutdown(tls); }
int test_tls_is_resumed(const void *tls) { return SSL_session_reused && SSL_session_reused(tls); }
void test_tls_free(void *tls) { SSL_free(tls); }

#else

int test_tls_available(void) { return 0; }
void *test_tls_context(const char *certificate, const char *key, const char *protocol) { return NULL; }
void test_tls_context_free(void *context) {}
void test_tls_ask_for_certificate(void *context) {}
void *test_tls_accept(void *context, int socket) { return NULL; }
int test_tls_read(void *tls, void *bytes, int count) { return -1; }
int test_tls_write(void *tls, const void *bytes, int count) { return -1; }
void test_tls_close_notify(void *tls) {}
int test_tls_is_resumed(const void *tls) { return 0; }
void test_tls_free(void *tls) {}

#endif

// A TLS server on an accepted socket, by the OpenSSL that libcurl brings into the process: for servers of the tests that
// write every byte themselves.
#ifndef TEST_TLS_H
#define TEST_TLS_H

// Whether OpenSSL is in this process.
int test_tls_available(void);
// The settings of a server with a certificate and key in PEM files, which agrees to `protocol` (as "h2") by ALPN; NULL
// where that fails.
void *test_tls_context(const char *certificate, const char *key, const char *protocol);
void test_tls_context_free(void *context);
// Asks clients for a certificate, and takes those that have none.
void test_tls_ask_for_certificate(void *context);
// Shakes hands on a blocking socket; NULL where that fails.
void *test_tls_accept(void *context, int socket);
// As recv() and send(): 0 at the end, negative for an error.
int test_tls_read(void *tls, void *bytes, int count);
int test_tls_write(void *tls, const void *bytes, int count);
// Sends a close_notify alert.
void test_tls_close_notify(void *tls);
// Whether the client resumed an earlier session.
int test_tls_is_resumed(const void *tls);
void test_tls_free(void *tls);

#endif

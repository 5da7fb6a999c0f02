#if defined(__linux__)
#include "requisite_curl.h"

#include "curl_symbols.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>

// 0 is CURLVERSION_FIRST, the fields that every version of libcurl sets.
unsigned rq_curl_version_number(void) { return curl_version_info(0)->version_number; }

const char *rq_curl_version(void) { return curl_version_info(0)->version; }

const char *rq_curl_tls_version(void) { return curl_version_info(0)->tls_version; }

int rq_curl_features(void) { return curl_version_info(0)->features; }

int rq_curl_global_init(void) {
  // 1 << 19 is OPENSSL_INIT_NO_ATEXIT: up to version 3, OpenSSL frees what it has at exit(), while threads still use it (OpenSSL
  // issue 6214). The first call in the process counts.
  if (OPENSSL_init_crypto) OPENSSL_init_crypto(1 << 19, NULL);
  // 3 is CURL_GLOBAL_ALL. libcurl counts the calls, so FoundationNetworking may call curl_global_init as well.
  return curl_global_init(3);
}

int rq_curl_log_frames(void) { return curl_global_trace && !curl_global_trace("http/2"); }

int rq_thread_start(void *(*run)(void *context), void *context) {
  pthread_t thread;
  int code = pthread_create(&thread, NULL, run, context);
  if (!code) pthread_detach(thread);
  return code;
}

void rq_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

void rq_keep_freed_memory(size_t size) {
  // Volatile, so that the compiler keeps the calls. The block is never written to, and takes no memory.
  void *volatile block = malloc(size);
  free(block);
}
#endif

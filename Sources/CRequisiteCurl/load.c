#if defined(__linux__)
#define RQ_LOADS_SYMBOLS
#include "curl_symbols.h"
#include "requisite_curl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// Weak declarations. They are resolved when the program is loaded, if FoundationNetworking or the program links libcurl.
#define RQ_DECLARATION(result, name, arguments) extern __attribute__((weak)) result name arguments;
RQ_FUNCTIONS(RQ_DECLARATION)

rq_function_table rq_functions;

// Opens the system's libcurl, or that of an Android app, which has no version in its name. dlsym also searches the libraries that it is linked with: its OpenSSL, libbrotlidec and
// libzstd. None of them is ever closed.
static void load_by_name(void) {
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl.so", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
#define RQ_LOAD(result, name, arguments) *(void **)&rq_functions.name = dlsym(library, #name);
  RQ_FUNCTIONS(RQ_LOAD)
}

// Whether the OpenSSL that was found is the one that libcurl uses: "OpenSSL 3.0.19 1 Jan 2026" is "OpenSSL/3.0.19". A
// libcurl with a static OpenSSL of its own can be loaded beside another one, whose functions would misread its memory.
static int has_tls_of_libcurl(void) {
  if (!rq_functions.curl_version_info || !rq_functions.OpenSSL_version) return 0;
  const char *own = rq_functions.curl_version_info(0)->tls_version, *found = rq_functions.OpenSSL_version(0);
  size_t count = own ? strlen(own) : 0;
  return count > 8 && strlen(found) > count && !strncmp(own, "OpenSSL/", 8) &&
    !strncmp(own + 8, found + 8, count - 8) && found[count] == ' ';
}

static void load(void) {
#define RQ_TAKE(result, name, arguments) rq_functions.name = name;
  RQ_FUNCTIONS(RQ_TAKE)
  if (!rq_functions.curl_global_init) load_by_name();
  if (has_tls_of_libcurl()) return;
#define RQ_DROP(result, name, arguments) rq_functions.name = NULL;
  RQ_TLS_FUNCTIONS(RQ_DROP)
}

void rq_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
}

int rq_curl_available(void) {
  rq_load();
#define RQ_IS_THERE(result, name, arguments) &&rq_functions.name
  return 1 RQ_CURL_FUNCTIONS(RQ_IS_THERE);
}
#endif

#if defined(__linux__)

#define RQ_LOADS_SYMBOLS
#include "curl_symbols.h"
#include "requisite_curl.h"

#include <dlfcn.h>
#include <pthread.h>

// Weak declarations. They are resolved when the program is loaded, if FoundationNetworking or the program links libcurl.
#define RQ_DECLARATION(result, name, arguments) extern __attribute__((weak)) result name arguments;
RQ_FUNCTIONS(RQ_DECLARATION)

rq_function_table rq_functions;

// Opens the system's libcurl. dlsym also searches the libraries that it is linked with: its OpenSSL, zlib, libbrotlidec
// and libzstd. None of them is ever closed.
static void load_by_name(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define RQ_LOAD(result, name, arguments) *(void **)&rq_functions.name = dlsym(library, #name);
  RQ_FUNCTIONS(RQ_LOAD)
}

static void load(void) {
#define RQ_TAKE(result, name, arguments) rq_functions.name = name;
  RQ_FUNCTIONS(RQ_TAKE)
  if (!rq_functions.curl_global_init) load_by_name();
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

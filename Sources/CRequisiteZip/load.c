#define RQ_LOADS_SYMBOLS
#include "zlib_functions.h"

#include <dlfcn.h>
#include <pthread.h>

// Apple's systems have zlib, which the manifest links. Elsewhere the declarations are weak: they are resolved when the program
// is loaded, if FoundationNetworking has loaded libcurl with its zlib, or if the program links zlib.
#if defined(__APPLE__)
#define RQ_LINKAGE
#else
#define RQ_LINKAGE __attribute__((weak))
#endif

#define RQ_DECLARATION(result, name, arguments) extern RQ_LINKAGE result name arguments;
RQ_ZLIB_FUNCTIONS(RQ_DECLARATION)

rq_zlib_table rq_zlib;

// Opens the system's zlib, which is never closed. Android's library has no version in its name.
static void load_by_name(void) {
  void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libz.so", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define RQ_LOAD(result, name, arguments) *(void **)&rq_zlib.name = dlsym(library, #name);
  RQ_ZLIB_FUNCTIONS(RQ_LOAD)
}

static void load(void) {
#define RQ_TAKE(result, name, arguments) rq_zlib.name = name;
  RQ_ZLIB_FUNCTIONS(RQ_TAKE)
  if (!rq_zlib.inflate || !rq_zlib.deflate) load_by_name();
}

void rq_zlib_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
}

#include "allocation_counter.h"

#if defined(__linux__)

#include <stdatomic.h>
#include <stddef.h>

// glibc's own entry points, below the names that are taken over here.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Atomic uint64_t count;

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  note();
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  note();
  void *block = __libc_memalign(alignment, size);
  if (block == NULL) { return 12; }
  *result = block;
  return 0;
}

uint64_t allocation_counter_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

#else

uint64_t allocation_counter_count(void) { return 0; }

#endif

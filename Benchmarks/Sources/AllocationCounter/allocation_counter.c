#include "allocation_counter.h"

#if defined(__linux__)

#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

// glibc's own entry points, below the names that are taken over here.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static int isCounting = 1;
static _Atomic uint64_t count;
static _Atomic int64_t live;
static _Atomic int64_t peak;

static void add(int64_t bytes) {
  if (!isCounting) { return; }
  int64_t now = atomic_fetch_add_explicit(&live, bytes, memory_order_relaxed) + bytes;
  int64_t highest = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > highest && !atomic_compare_exchange_weak(&peak, &highest, now)) {}
}

static void *note(void *block) {
  if (!isCounting) { return block; }
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  if (block != NULL) { add((int64_t)malloc_usable_size(block)); }
  return block;
}

void *malloc(size_t size) {
  return note(__libc_malloc(size));
}

void *calloc(size_t number, size_t size) {
  return note(__libc_calloc(number, size));
}

void *realloc(void *block, size_t size) {
  size_t before = block == NULL || !isCounting ? 0 : malloc_usable_size(block);
  void *result = __libc_realloc(block, size);
  if (result != NULL || size == 0) { add(-(int64_t)before); }
  return note(result);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return note(__libc_memalign(alignment, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = note(__libc_memalign(alignment, size));
  if (block == NULL) { return 12; }
  *result = block;
  return 0;
}

void free(void *block) {
  if (block != NULL && isCounting) { add(-(int64_t)malloc_usable_size(block)); }
  __libc_free(block);
}

void allocation_counter_stop(void) { isCounting = 0; }

uint64_t allocation_counter_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

int64_t allocation_counter_live(void) { return atomic_load_explicit(&live, memory_order_relaxed); }

int64_t allocation_counter_peak(void) { return atomic_load_explicit(&peak, memory_order_relaxed); }

void allocation_counter_reset_peak(void) { atomic_store(&peak, atomic_load(&live)); }

#else

void allocation_counter_stop(void) {}
uint64_t allocation_counter_count(void) { return 0; }
int64_t allocation_counter_live(void) { return 0; }
int64_t allocation_counter_peak(void) { return 0; }
void allocation_counter_reset_peak(void) {}

#endif

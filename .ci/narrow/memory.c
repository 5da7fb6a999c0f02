// The functions of the C library that a program of embedded Swift needs, and its start. Memory is never given back: the program is
// short.
#include <stddef.h>
#include <stdint.h>

static _Alignas(16) unsigned char memory[4 << 20];
static size_t used;

void *malloc(size_t size) {
  size_t *place = (size_t *)(memory + used);
  used += (size + 31) & ~(size_t)15;
  if (used > sizeof memory) __builtin_trap();
  *place = size;
  return memory + ((unsigned char *)place - memory) + 16;
}

void free(void *place) { (void)place; }

int posix_memalign(void **place, size_t alignment, size_t size) {
  if (alignment > 16) __builtin_trap();
  *place = malloc(size);
  return 0;
}

void *memcpy(void *to, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  if (to < from) return memcpy(to, from, count);
  while (count--) ((unsigned char *)to)[count] = ((const unsigned char *)from)[count];
  return to;
}

void *memset(void *place, int byte, size_t count) {
  for (size_t i = 0; i < count; i++) ((unsigned char *)place)[i] = (unsigned char)byte;
  return place;
}

int memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *a = one, *b = other;
  for (size_t i = 0; i < count; i++) if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}

void *realloc(void *place, size_t size) {
  void *result = malloc(size);
  if (place) {
    size_t old = *(size_t *)((unsigned char *)place - 16);
    memcpy(result, place, old < size ? old : size);
  }
  return result;
}

void arc4random_buf(void *place, size_t count) { memset(place, 7, count); }

struct piece { const char *bytes; size_t count; };
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
int fd_write(int file, const struct piece *pieces, size_t count, size_t *written);

int putchar(int byte) {
  char text = (char)byte;
  struct piece piece = {&text, 1};
  size_t written;
  return fd_write(2, &piece, 1, &written);
}

int __main_argc_argv(int count, char **words);

void _start(void) {
  if (__main_argc_argv(0, 0)) __builtin_trap();
}

// A product of 128 bits, by four of 64.
__int128 __multi3(__int128 a, __int128 b) {
  uint64_t aLow = (uint64_t)a, bLow = (uint64_t)b;
  uint64_t a0 = (uint32_t)aLow, a1 = aLow >> 32, b0 = (uint32_t)bLow, b1 = bLow >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  uint64_t high = a1 * b1 + (middle >> 32) + (other >> 32);
  high += aLow * (uint64_t)(b >> 64) + (uint64_t)(a >> 64) * bLow;
  return (__int128)((unsigned __int128)high << 64 | (other << 32 | (uint32_t)low));
}

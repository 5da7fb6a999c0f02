// zlib's z_stream, whose layout has been stable since version 1.0. Only for the .c files of this target.
#ifndef REQUISITE_ZLIB_STREAM_H
#define REQUISITE_ZLIB_STREAM_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  const uint8_t *next_in;
  unsigned available_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned available_out;
  unsigned long total_out;
  const char *message;
  void *state;
  void *(*allocate)(void *, unsigned, unsigned);
  void (*release)(void *, void *);
  void *context;
  int data_type;
  unsigned long checksum;
  unsigned long reserved;
} zlib_stream;

// zlib requires that the first digit equals that of its own version, and checks the size of zlib_stream.
#define ZLIB_VERSION "1.2.11"

enum { ZLIB_OK = 0, ZLIB_STREAM_END = 1, ZLIB_MEM_ERROR = -4, ZLIB_BUF_ERROR = -5 };

static inline unsigned zlib_count(size_t count) { return count > 0x40000000 ? 0x40000000 : (unsigned)count; }

#endif

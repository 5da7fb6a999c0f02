// The functions of zlib under their own names, and its z_stream, whose layout has been stable since version 1.0. Each name is
// a macro for a pointer in a table that rq_zlib_load() fills. Only for the .c files of this target.
#ifndef REQUISITE_ZLIB_FUNCTIONS_H
#define REQUISITE_ZLIB_FUNCTIONS_H

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

// Runs `inflate` or `deflate` once, and returns its code. Sets the counts of the bytes that it used and made.
static inline int zlib_run(
  int (*run)(zlib_stream *stream, int flush), zlib_stream *stream, int flush, const uint8_t *input, size_t input_count,
  size_t *input_used, uint8_t *output, size_t output_count, size_t *output_made
) {
  unsigned given = zlib_count(input_count);
  unsigned room = zlib_count(output_count);
  stream->next_in = input;
  stream->available_in = given;
  stream->next_out = output;
  stream->available_out = room;
  int code = run(stream, flush);
  *input_used = given - stream->available_in;
  *output_made = room - stream->available_out;
  return code;
}

#define RQ_ZLIB_FUNCTIONS(FUNCTION) \
  FUNCTION(int, inflateInit2_, (zlib_stream *stream, int window_bits, const char *version, int stream_size)) \
  FUNCTION(int, inflate, (zlib_stream *stream, int flush)) \
  FUNCTION(int, inflateReset, (zlib_stream *stream)) \
  FUNCTION(int, inflateEnd, (zlib_stream *stream)) \
  FUNCTION( \
    int, deflateInit2_, \
    (zlib_stream *stream, int level, int method, int window_bits, int memory_level, int strategy, \
     const char *version, int stream_size)) \
  FUNCTION(int, deflate, (zlib_stream *stream, int flush)) \
  FUNCTION(int, deflateReset, (zlib_stream *stream)) \
  FUNCTION(int, deflateEnd, (zlib_stream *stream))

typedef struct {
#define RQ_POINTER(result, name, arguments) result(*name) arguments;
  RQ_ZLIB_FUNCTIONS(RQ_POINTER)
#undef RQ_POINTER
} rq_zlib_table;

// Each pointer is NULL if its function was not found. The functions that say whether zlib is available fill the table, once.
extern rq_zlib_table rq_zlib;
void rq_zlib_load(void);

#ifndef RQ_LOADS_SYMBOLS
#define inflateInit2_ rq_zlib.inflateInit2_
#define inflate rq_zlib.inflate
#define inflateReset rq_zlib.inflateReset
#define inflateEnd rq_zlib.inflateEnd
#define deflateInit2_ rq_zlib.deflateInit2_
#define deflate rq_zlib.deflate
#define deflateReset rq_zlib.deflateReset
#define deflateEnd rq_zlib.deflateEnd
#endif

#endif

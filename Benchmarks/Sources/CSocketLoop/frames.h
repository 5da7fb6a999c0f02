#ifndef FRAMES_H
#define FRAMES_H

#include <stdint.h>
#include <string.h>

// Reads the header of a frame. Returns its number of bytes, or 0 if it is not complete.
static inline size_t read_header(const uint8_t *bytes, size_t count, size_t *length, const uint8_t **mask) {
  if (count < 2) return 0;
  size_t size = 2, short_length = bytes[1] & 127;
  int is_masked = bytes[1] & 128;
  size_t more = short_length == 127 ? 8 : short_length == 126 ? 2 : 0;
  if (count < size + more + (is_masked ? 4 : 0)) return 0;
  *length = more ? 0 : short_length;
  for (size_t index = 0; index < more; index++) *length = *length << 8 | bytes[size + index];
  size += more;
  *mask = is_masked ? bytes + size : 0;
  return size + (is_masked ? 4 : 0);
}

// Writes a header without a mask; returns its number of bytes.
static inline size_t write_header(uint8_t *bytes, uint8_t opcode, size_t length, int is_masked) {
  size_t more = length < 126 ? 0 : length < 65536 ? 2 : 8;
  bytes[0] = 0x80 | opcode;
  bytes[1] = (uint8_t)((is_masked ? 128 : 0) | (more == 0 ? length : more == 2 ? 126 : 127));
  for (size_t index = 0; index < more; index++) bytes[2 + index] = (uint8_t)(length >> (8 * (more - 1 - index)));
  return 2 + more;
}

static inline void mask_bytes(uint8_t *bytes, size_t count, const uint8_t *key) {
  uint32_t word;
  memcpy(&word, key, 4);
  uint64_t wide = (uint64_t)word << 32 | word;
  size_t place = 0;
  for (; place + 8 <= count; place += 8) {
    uint64_t value;
    memcpy(&value, bytes + place, 8);
    value ^= wide;
    memcpy(bytes + place, &value, 8);
  }
  for (; place < count; place++) bytes[place] ^= key[place & 3];
}

#endif

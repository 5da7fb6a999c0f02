#define _GNU_SOURCE
#ifndef __linux__
#error "The servers of the benchmarks use epoll: they run on Linux only"
#endif

#include "frames.h"
#include "socket_loop.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_DESCRIPTORS = 65536, ROOM = 1 << 18, BLOCK = 1 << 18 };

typedef struct {
  uint8_t *input, *output;
  size_t input_count, input_size, output_start, output_count, output_size;
  size_t source_left, source_size, sink_left;
  int is_open, is_echo;
} connection;

static connection *connections[MAX_DESCRIPTORS];
static uint8_t room[ROOM];

static uint32_t rotated(uint32_t word, int bits) { return word << bits | word >> (32 - bits); }

// SHA-1 of a text of at most 119 bytes, which is all that a handshake needs.
static void sha1(const char *text, uint8_t digest[20]) {
  uint8_t bytes[128] = {0};
  size_t count = strlen(text), total = count < 56 ? 64 : 128;
  memcpy(bytes, text, count);
  bytes[count] = 0x80;
  for (int index = 0; index < 4; index++) bytes[total - 1 - (size_t)index] = (uint8_t)(count * 8 >> (8 * index));
  uint32_t state[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  for (size_t start = 0; start < total; start += 64) {
    uint32_t words[80], value[5];
    for (size_t index = 0; index < 16; index++) {
      memcpy(&words[index], bytes + start + index * 4, 4);
      words[index] = ntohl(words[index]);
    }
    for (int index = 16; index < 80; index++)
      words[index] = rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1);
    memcpy(value, state, sizeof state);
    for (int index = 0; index < 80; index++) {
      uint32_t b = value[1], c = value[2], d = value[3], choice, constant;
      if (index < 20) choice = (b & c) | (~b & d), constant = 0x5A827999;
      else if (index < 40) choice = b ^ c ^ d, constant = 0x6ED9EBA1;
      else if (index < 60) choice = (b & c) | (b & d) | (c & d), constant = 0x8F1BBCDC;
      else choice = b ^ c ^ d, constant = 0xCA62C1D6;
      uint32_t next = rotated(value[0], 5) + choice + value[4] + constant + words[index];
      value[4] = d, value[3] = c, value[2] = rotated(b, 30), value[1] = value[0], value[0] = next;
    }
    for (int index = 0; index < 5; index++) state[index] += value[index];
  }
  for (int index = 0; index < 20; index++) digest[index] = (uint8_t)(state[index / 4] >> (24 - index % 4 * 8));
}

static void base64(const uint8_t digest[20], char text[29]) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint8_t bytes[21] = {0};
  memcpy(bytes, digest, 20);
  for (int group = 0; group < 7; group++) {
    uint32_t bits = (uint32_t)(bytes[group * 3] << 16 | bytes[group * 3 + 1] << 8 | bytes[group * 3 + 2]);
    for (int index = 0; index < 4; index++) text[group * 4 + index] = letters[bits >> (18 - 6 * index) & 63];
  }
  text[27] = '=';
  text[28] = 0;
}

static uint8_t *append(connection *peer, size_t count) {
  if (peer->output_start == peer->output_count) peer->output_start = peer->output_count = 0;
  if (peer->output_count + count > peer->output_size) {
    peer->output_size = (peer->output_count + count) * 2;
    peer->output = realloc(peer->output, peer->output_size);
  }
  peer->output_count += count;
  return peer->output + peer->output_count - count;
}

static void answer(connection *peer, char *head) {
  char key[128], accept[29];
  uint8_t digest[20];
  char *field = strcasestr(head, "\r\nSec-WebSocket-Key:");
  snprintf(key, sizeof key, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", field ? field + 21 : "");
  sha1(key, digest);
  base64(digest, accept);
  char text[256];
  int count = snprintf(
    text, sizeof text,
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
    accept);
  memcpy(append(peer, (size_t)count), text, (size_t)count);
  peer->is_open = 1;
  if (sscanf(head, "GET /source/%zu/%zu", &peer->source_left, &peer->source_size) == 2) return;
  if (sscanf(head, "GET /sink/%zu", &peer->sink_left) == 1) return;
  peer->is_echo = !strncmp(head, "GET /echo", 9);
}

static void frame(connection *peer, uint8_t opcode, const uint8_t *payload, size_t length) {
  uint8_t head[14];
  size_t size = write_header(head, opcode, length, 0);
  uint8_t *target = append(peer, size + length);
  memcpy(target, head, size);
  if (payload) memcpy(target + size, payload, length);
  else memset(target + size, 'x', length);
}

static void fill(connection *peer) {
  while (peer->source_left > 0 && peer->output_count - peer->output_start < BLOCK) {
    frame(peer, 2, 0, peer->source_size);
    peer->source_left--;
  }
}

// Takes the frames that have arrived. Returns the number of bytes taken.
static size_t take_frames(connection *peer) {
  size_t start = 0, length, size;
  const uint8_t *mask;
  while ((size = read_header(peer->input + start, peer->input_count - start, &length, &mask)) &&
         peer->input_count - start >= size + length) {
    uint8_t opcode = peer->input[start] & 15, *payload = peer->input + start + size;
    if (mask && (peer->is_echo || opcode >= 8)) mask_bytes(payload, length, mask);
    if (opcode == 8 || opcode == 9) frame(peer, opcode == 9 ? 10 : 8, payload, length);
    else if (peer->is_echo && opcode < 8) frame(peer, opcode, payload, length);
    else if (peer->sink_left > 0 && --peer->sink_left == 0) frame(peer, 1, (const uint8_t *)"done", 4);
    start += size + length;
  }
  return start;
}

static int write_output(connection *peer, int descriptor) {
  for (;;) {
    fill(peer);
    if (peer->output_start == peer->output_count) return 1;
    ssize_t sent = send(
      descriptor, peer->output + peer->output_start, peer->output_count - peer->output_start, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN;
    peer->output_start += (size_t)sent;
  }
}

static int read_input(connection *peer, int descriptor) {
  for (;;) {
    ssize_t count = recv(descriptor, room, ROOM, 0);
    if (count <= 0) return count < 0 && errno == EAGAIN;
    if (peer->input_count + (size_t)count > peer->input_size) {
      peer->input_size = (peer->input_count + (size_t)count) * 2;
      peer->input = realloc(peer->input, peer->input_size);
    }
    memcpy(peer->input + peer->input_count, room, (size_t)count);
    peer->input_count += (size_t)count;
    size_t taken = 0;
    if (!peer->is_open) {
      uint8_t *end = memmem(peer->input, peer->input_count, "\r\n\r\n", 4);
      if (!end) continue;
      end[3] = 0;
      answer(peer, (char *)peer->input);
      taken = (size_t)(end + 4 - peer->input);
    } else {
      taken = take_frames(peer);
    }
    memmove(peer->input, peer->input + taken, peer->input_count - taken);
    peer->input_count -= taken;
    if (peer->input_count == 0 && peer->input_size < 4096) {
      free(peer->input);
      peer->input = 0, peer->input_size = 0;
    }
    if (!write_output(peer, descriptor)) return 0;
  }
}

int socket_server_listen(int *port) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096)) return -1;
  getsockname(listener, (struct sockaddr *)&address, &size);
  *port = ntohs(address.sin_port);
  return listener;
}

void socket_server_run(int listener) {
  int poll = epoll_create1(0), on = 1;
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int count = epoll_wait(poll, events, 256, -1);
    for (int index = 0; index < count; index++) {
      int descriptor = events[index].data.fd;
      if (descriptor == listener) {
        while ((descriptor = accept4(listener, 0, 0, SOCK_NONBLOCK)) >= 0) {
          setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
          connections[descriptor] = calloc(1, sizeof(connection));
          event.events = EPOLLIN | EPOLLOUT | EPOLLET;
          event.data.fd = descriptor;
          epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event);
        }
        continue;
      }
      connection *peer = connections[descriptor];
      if (write_output(peer, descriptor) && read_input(peer, descriptor)) continue;
      connections[descriptor] = 0;
      free(peer->input);
      free(peer->output);
      free(peer);
      close(descriptor);
    }
  }
}

#include "frames.h"
#include "socket_loop.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void write_all(int descriptor, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes += sent;
    count -= (size_t)sent;
  }
}

int bare_socket_open(int port, const char *path) {
  int descriptor = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address)) return -1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  char head[512];
  int size = snprintf(
    head, sizeof head,
    "GET %s HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    path);
  write_all(descriptor, (uint8_t *)head, (size_t)size);
  // The response, byte by byte, so that no frame is taken with it.
  for (int state = 0; state < 4;) {
    char byte;
    if (recv(descriptor, &byte, 1, 0) != 1) return -1;
    state = byte == "\r\n\r\n"[state] ? state + 1 : byte == '\r';
  }
  return descriptor;
}

size_t bare_socket_read(int descriptor, size_t count) {
  static uint8_t buffer[1 << 18];
  size_t filled = 0, total = 0;
  while (count > 0) {
    ssize_t received = recv(descriptor, buffer + filled, sizeof buffer - filled, 0);
    if (received <= 0) return total;
    filled += (size_t)received;
    size_t start = 0, length, size;
    const uint8_t *mask;
    while (count > 0 && (size = read_header(buffer + start, filled - start, &length, &mask)) &&
           filled - start >= size + length) {
      start += size + length;
      total += length;
      count--;
    }
    memmove(buffer, buffer + start, filled - start);
    filled -= start;
  }
  return total;
}

void bare_socket_send(int descriptor, size_t count, size_t size) {
  uint8_t *payload = calloc(1, size), *frame = malloc(size + 14);
  for (size_t index = 0; index < count; index++) {
    size_t head = write_header(frame, 2, size, 1);
    uint32_t key = (uint32_t)rand();
    memcpy(frame + head, &key, 4);
    memcpy(frame + head + 4, payload, size);
    mask_bytes(frame + head + 4, size, frame + head);
    write_all(descriptor, frame, head + 4 + size);
  }
  free(payload);
  free(frame);
}

void bare_socket_close(int descriptor) { close(descriptor); }

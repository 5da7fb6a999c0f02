#define _GNU_SOURCE
#ifndef __linux__
#error "The servers of the benchmarks use epoll: they run on Linux only"
#endif

#include "load_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HEAD_SIZE = 8192, MAX_DESCRIPTORS = 20000, FILLER_SIZE = 1 << 20, READ_SIZE = 1 << 18, LINE_SIZE = 64 };

typedef struct {
  char head[HEAD_SIZE];
  size_t head_count;
  int64_t body_left, body_count, filler_left;
  char *output;
  const char *filler;
  size_t output_count, output_start, output_size;
  uint64_t answer_at;
} connection;

static connection *connections[MAX_DESCRIPTORS];
static int waiting_count;
static char date[64], todo[512], kept[512], todos[40000], filler[FILLER_SIZE], lines[FILLER_SIZE], buffer[READ_SIZE];
static size_t todo_count, kept_count, todos_count;

static const char storable[] = "Cache-Control: max-age=3600\r\n";

static const char object[] =
  "{\"userId\":1,\"id\":%d,\"title\":\"delectus aut autem and a few words more\",\"done\":false}";

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

// `field` is empty, or a whole line.
static size_t json_response(char *target, size_t size, const char *field, const char *body) {
  return (size_t)snprintf(
    target, size,
    "HTTP/1.1 200 OK\r\nDate: %s\r\nServer: load\r\n"
    "Content-Type: application/json\r\n%sContent-Length: %zu\r\n\r\n%s",
    date, field, strlen(body), body);
}

static void make_responses(void) {
  static char body[32000];
  // The date of the start: a response may be stored for an hour from then on.
  time_t start = time(NULL);
  strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime(&start));
  snprintf(body, sizeof body, object, 1);
  todo_count = json_response(todo, sizeof todo, "", body);
  kept_count = json_response(kept, sizeof kept, storable, body);
  size_t count = (size_t)snprintf(body, sizeof body, "[");
  for (int index = 0; index < 277; index++) {
    if (index) body[count++] = ',';
    count += (size_t)snprintf(body + count, sizeof body - count, object, index);
  }
  snprintf(body + count, sizeof body - count, "]");
  todos_count = json_response(todos, sizeof todos, "", body);
  memset(filler, 'x', sizeof filler);
  memset(lines, 'x', sizeof lines);
  for (size_t index = LINE_SIZE - 1; index < sizeof lines; index += LINE_SIZE) lines[index] = '\n';
}

static void put(connection *peer, const char *bytes, size_t count) {
  if (peer->output_count + count > peer->output_size) {
    peer->output_size = (peer->output_count + count) * 2;
    peer->output = realloc(peer->output, peer->output_size);
  }
  memcpy(peer->output + peer->output_count, bytes, count);
  peer->output_count += count;
}

// 0 when all that can be sent was sent, -1 when the connection is gone.
static int flush(int descriptor, connection *peer) {
  while (peer->output_start < peer->output_count) {
    ssize_t sent =
      send(descriptor, peer->output + peer->output_start, peer->output_count - peer->output_start, 0);
    if (sent < 0) return errno == EAGAIN ? 0 : -1;
    peer->output_start += (size_t)sent;
  }
  peer->output_start = peer->output_count = 0;
  while (peer->filler_left > 0) {
    // A line that was sent in part goes on where it stopped: the length of the filler is that of whole lines.
    size_t start = (size_t)(-peer->filler_left) % LINE_SIZE, room = FILLER_SIZE - start;
    size_t count = peer->filler_left < (int64_t)room ? (size_t)peer->filler_left : room;
    ssize_t sent = send(descriptor, peer->filler + start, count, 0);
    if (sent < 0) return errno == EAGAIN ? 0 : -1;
    peer->filler_left -= sent;
  }
  return 0;
}

static void respond_received(connection *peer) {
  char body[64], response[256];
  snprintf(body, sizeof body, "{\"received\":%lld}", (long long)peer->body_count);
  put(peer, response, json_response(response, sizeof response, "", body));
}

static void respond_headers(connection *peer, int count) {
  char line[64];
  put(peer, "HTTP/1.1 200 OK\r\n", 17);
  for (int index = 0; index < count; index++) {
    int length = snprintf(line, sizeof line, "X-Header-%d: a value of some twenty-five\r\n", index);
    put(peer, line, (size_t)length);
  }
  put(peer, "Content-Length: 2\r\n\r\nok", 23);
}

static void respond_filler(connection *peer, const char *field, const char *bytes, long long count) {
  char head[128];
  int length = snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\n%sContent-Length: %lld\r\n\r\n", field, count);
  put(peer, head, (size_t)length);
  peer->filler = bytes;
  peer->filler_left = count;
}

static void respond_to(connection *peer, const char *path) {
  long long number;
  if (!strncmp(path, "/todo ", 6)) {
    put(peer, todo, todo_count);
  } else if (sscanf(path, "/kept/%lld", &number) == 1) {
    respond_filler(peer, storable, filler, number);
  } else if (!strncmp(path, "/kept", 5)) {
    put(peer, kept, kept_count);
  } else if (!strncmp(path, "/todos ", 7)) {
    put(peer, todos, todos_count);
  } else if (sscanf(path, "/bytes/%lld", &number) == 1) {
    respond_filler(peer, "", filler, number);
  } else if (sscanf(path, "/lines/%lld", &number) == 1) {
    respond_filler(peer, "", lines, number * LINE_SIZE);
  } else if (sscanf(path, "/headers/%lld", &number) == 1) {
    respond_headers(peer, (int)number);
  } else if (sscanf(path, "/slow/%lld", &number) == 1) {
    peer->answer_at = now() + (uint64_t)number * 1000000;
    waiting_count++;
  } else {
    respond_received(peer);
  }
}

// Takes bytes of the body; returns how many.
static size_t take_body(connection *peer, size_t count) {
  size_t taken = (int64_t)count < peer->body_left ? count : (size_t)peer->body_left;
  peer->body_left -= (int64_t)taken;
  if (taken && peer->body_left == 0) respond_received(peer);
  return taken;
}

static int take(connection *peer, const char *bytes, size_t count) {
  while (count > 0) {
    if (peer->body_left > 0) {
      size_t taken = take_body(peer, count);
      bytes += taken, count -= taken;
      continue;
    }
    size_t old = peer->head_count, room = HEAD_SIZE - 1 - old;
    size_t added = count < room ? count : room;
    if (!added) return -1;
    memcpy(peer->head + old, bytes, added);
    peer->head[old + added] = 0;
    char *end = strstr(peer->head, "\r\n\r\n");
    if (!end) {
      peer->head_count += added;
      bytes += added, count -= added;
      continue;
    }
    size_t used = (size_t)(end + 4 - peer->head) - old;
    bytes += used, count -= used;
    peer->head_count = 0;
    *end = 0;
    const char *length = strcasestr(peer->head, "\r\ncontent-length:");
    peer->body_count = peer->body_left = length ? atoll(length + 17) : 0;
    const char *path = strchr(peer->head, ' ');
    if (!path) return -1;
    if (peer->body_left == 0) respond_to(peer, path + 1);
  }
  return 0;
}

static int serve(int descriptor, connection *peer) {
  if (flush(descriptor, peer)) return -1;
  while (1) {
    ssize_t count = recv(descriptor, buffer, sizeof buffer, 0);
    if (count == 0) return -1;
    if (count < 0) return errno == EAGAIN ? 0 : -1;
    if (take(peer, buffer, (size_t)count) || flush(descriptor, peer)) return -1;
    if ((size_t)count < sizeof buffer) return 0;
  }
}

static void drop(int descriptor) {
  connection *peer = connections[descriptor];
  connections[descriptor] = NULL;
  if (peer->answer_at) waiting_count--;
  free(peer->output);
  free(peer);
  close(descriptor);
}

static void watch(int epoll, int descriptor, uint32_t events) {
  struct epoll_event event = {.events = events, .data.fd = descriptor};
  epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

static void accept_all(int epoll, int listener) {
  int descriptor, on = 1;
  while ((descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
    if (descriptor >= MAX_DESCRIPTORS) {
      close(descriptor);
      continue;
    }
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connections[descriptor] = calloc(1, sizeof(connection));
    watch(epoll, descriptor, EPOLLIN | EPOLLOUT | EPOLLET);
  }
}

// Looks at all connections, so at most once in a millisecond.
static void answer_waiting(void) {
  static uint64_t next;
  uint64_t time = now();
  if (time < next) return;
  next = time + 1000000;
  for (int descriptor = 0; descriptor < MAX_DESCRIPTORS && waiting_count; descriptor++) {
    connection *peer = connections[descriptor];
    if (!peer || !peer->answer_at || peer->answer_at > time) continue;
    peer->answer_at = 0;
    waiting_count--;
    put(peer, todo, todo_count);
    if (flush(descriptor, peer)) drop(descriptor);
  }
}

void load_server_allow_descriptors(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit)) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int load_server_listen(int *port) {
  signal(SIGPIPE, SIG_IGN);
  load_server_allow_descriptors();
  make_responses();
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096)) return -1;
  if (getsockname(listener, (struct sockaddr *)&address, &size)) return -1;
  *port = ntohs(address.sin_port);
  return listener;
}

void load_server_run(int listener) {
  int epoll = epoll_create1(0);
  watch(epoll, listener, EPOLLIN);
  while (1) {
    struct epoll_event events[256];
    int count = epoll_wait(epoll, events, 256, waiting_count ? 2 : -1);
    for (int index = 0; index < count; index++) {
      int descriptor = events[index].data.fd;
      if (descriptor == listener) {
        accept_all(epoll, listener);
      } else if (connections[descriptor] && serve(descriptor, connections[descriptor])) {
        drop(descriptor);
      }
    }
    if (waiting_count) answer_waiting();
  }
}

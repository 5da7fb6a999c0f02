#define _GNU_SOURCE
#include "bare_loop.h"

#if defined(__linux__)

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { MAX_DESCRIPTORS = 4096, BATCH = 64 };

// libcurl, which FoundationNetworking has loaded. There need not be a header of it on the machine.
#define LIBCURL __attribute__((weak)) extern
typedef struct {
  int kind;
  void *easy;
  union {
    void *any;
    int result;
  } data;
} message;
LIBCURL void *curl_easy_init(void);
LIBCURL int curl_easy_setopt(void *easy, int option, ...);
LIBCURL void *curl_slist_append(void *list, const char *line);
LIBCURL int curl_easy_getinfo(void *easy, int info, ...);
LIBCURL void *curl_multi_init(void);
LIBCURL int curl_multi_setopt(void *multi, int option, ...);
LIBCURL int curl_multi_add_handle(void *multi, void *easy);
LIBCURL int curl_multi_remove_handle(void *multi, void *easy);
LIBCURL int curl_multi_socket_action(void *multi, int descriptor, int events, int *running);
LIBCURL message *curl_multi_info_read(void *multi, int *left);

enum {
  OPT_WRITEDATA = 10001,
  OPT_URL = 10002,
  OPT_PROXY = 10004,
  OPT_HEADERS = 10023,
  OPT_PRIVATE = 10103,
  OPT_NOSIGNAL = 99,
  OPT_HTTP_VERSION = 84,
  OPT_PIPEWAIT = 237,
  OPT_CAINFO = 10065,
  OPT_WRITEFUNCTION = 20011,
  OPT_CLOSESOCKETFUNCTION = 20208,
  OPT_CLOSESOCKETDATA = 10209,
  INFO_STATUS = 0x200000 + 2,
  INFO_PRIVATE = 0x100000 + 21,
  MULTI_SOCKETFUNCTION = 20001,
  MULTI_SOCKETDATA = 10002,
  MULTI_TIMERFUNCTION = 20004,
  MULTI_TIMERDATA = 10005,
  MULTI_MAXCONNECTS = 6,
};

typedef struct transfer {
  void *easy;
  char *bytes;
  size_t count, capacity;
  void *context;
  bare_done done;
  struct transfer *next;
} transfer;

struct bare_loop {
  void *multi, *headers;
  char *authority;
  int epoll, wakeup;
  uint64_t deadline;
  uint8_t watched[MAX_DESCRIPTORS];
  pthread_mutex_t lock;
  transfer *idle, *waiting;
  int is_sleeping;
};

static uint64_t milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static size_t write_body(char *bytes, size_t size, size_t number, void *context) {
  transfer *transfer = context;
  size_t count = size * number;
  if (transfer->count + count > transfer->capacity) {
    transfer->capacity = (transfer->count + count) * 2;
    transfer->bytes = realloc(transfer->bytes, transfer->capacity);
  }
  memcpy(transfer->bytes + transfer->count, bytes, count);
  transfer->count += count;
  return count;
}

// epoll goes on watching the socket of an idle connection, which saves two calls for each transfer.
static int watch(void *easy, int descriptor, int what, void *context, void *unused) {
  (void)easy, (void)unused;
  bare_loop *loop = context;
  if (what == 4 || descriptor >= MAX_DESCRIPTORS || loop->watched[descriptor] == what) return 0;
  int operation = loop->watched[descriptor] ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  loop->watched[descriptor] = (uint8_t)what;
  struct epoll_event event = {
    .events = (what & 1 ? EPOLLIN : 0) | (what & 2 ? EPOLLOUT : 0), .data.fd = descriptor};
  return epoll_ctl(loop->epoll, operation, descriptor, &event);
}

static int close_socket(void *context, int descriptor) {
  if (descriptor < MAX_DESCRIPTORS) ((bare_loop *)context)->watched[descriptor] = 0;
  return close(descriptor);
}

static int set_timer(void *multi, long delay, void *context) {
  (void)multi;
  ((bare_loop *)context)->deadline = delay < 0 ? 0 : delay == 0 ? 1 : milliseconds() + (uint64_t)delay;
  return 0;
}

static transfer *new_transfer(bare_loop *loop) {
  transfer *transfer = calloc(1, sizeof *transfer);
  transfer->easy = curl_easy_init();
  curl_easy_setopt(transfer->easy, OPT_NOSIGNAL, 1L);
  curl_easy_setopt(transfer->easy, OPT_PROXY, "");
  curl_easy_setopt(transfer->easy, OPT_HEADERS, loop->headers);
  curl_easy_setopt(transfer->easy, OPT_PRIVATE, transfer);
  curl_easy_setopt(transfer->easy, OPT_WRITEFUNCTION, write_body);
  curl_easy_setopt(transfer->easy, OPT_WRITEDATA, transfer);
  curl_easy_setopt(transfer->easy, OPT_CLOSESOCKETFUNCTION, close_socket);
  curl_easy_setopt(transfer->easy, OPT_CLOSESOCKETDATA, loop);
  if (!loop->authority) return transfer;
  // HTTP/2 where the server agrees, on one connection, as Requisite does it.
  curl_easy_setopt(transfer->easy, OPT_HTTP_VERSION, 4L);
  curl_easy_setopt(transfer->easy, OPT_PIPEWAIT, 1L);
  curl_easy_setopt(transfer->easy, OPT_CAINFO, loop->authority);
  return transfer;
}

static void finish(bare_loop *loop, transfer *transfer, int result) {
  bare_response response = {0, transfer->bytes, transfer->count};
  if (!result) curl_easy_getinfo(transfer->easy, INFO_STATUS, &response.status);
  curl_multi_remove_handle(loop->multi, transfer->easy);
  bare_done done = transfer->done;
  void *context = transfer->context;
  transfer->bytes = NULL;
  transfer->count = transfer->capacity = 0;
  pthread_mutex_lock(&loop->lock);
  transfer->next = loop->idle;
  loop->idle = transfer;
  pthread_mutex_unlock(&loop->lock);
  done(context, response);
}

static void act(bare_loop *loop, int descriptor, int events) {
  int running;
  curl_multi_socket_action(loop->multi, descriptor, events, &running);
}

static void settle(bare_loop *loop) {
  int left;
  message *message;
  while ((message = curl_multi_info_read(loop->multi, &left))) {
    transfer *transfer = NULL;
    int result = message->data.result;
    curl_easy_getinfo(message->easy, INFO_PRIVATE, &transfer);
    finish(loop, transfer, result);
  }
}

// Starts the waiting transfers. The order does not matter here.
static void start_waiting(bare_loop *loop) {
  pthread_mutex_lock(&loop->lock);
  transfer *next = loop->waiting;
  loop->waiting = NULL;
  loop->is_sleeping = 0;
  pthread_mutex_unlock(&loop->lock);
  while (next) {
    transfer *transfer = next;
    next = transfer->next;
    curl_multi_add_handle(loop->multi, transfer->easy);
  }
}

// The time that the loop may sleep; 0 if a transfer waits. The loop counts as sleeping if it may.
static int sleep_time(bare_loop *loop) {
  uint64_t now = loop->deadline ? milliseconds() : 0;
  pthread_mutex_lock(&loop->lock);
  loop->is_sleeping = !loop->waiting;
  int is_busy = !loop->is_sleeping;
  pthread_mutex_unlock(&loop->lock);
  if (is_busy) return 0;
  if (!loop->deadline) return -1;
  return loop->deadline > now ? (int)(loop->deadline - now) : 0;
}

static void *run(void *context) {
  bare_loop *loop = context;
  while (1) {
    start_waiting(loop);
    if (loop->deadline && (loop->deadline == 1 || loop->deadline <= milliseconds())) {
      loop->deadline = 0;
      act(loop, -1, 0);
    }
    settle(loop);
    struct epoll_event events[BATCH];
    int count = epoll_wait(loop->epoll, events, BATCH, sleep_time(loop));
    for (int index = 0; index < count; index++) {
      if (events[index].data.fd == loop->wakeup) continue;
      int ready = (events[index].events & EPOLLIN ? 1 : 0) | (events[index].events & EPOLLOUT ? 2 : 0);
      if (events[index].events & (EPOLLERR | EPOLLHUP)) ready |= 4;
      act(loop, events[index].data.fd, ready);
    }
    settle(loop);
  }
  return NULL;
}

bare_loop *bare_loop_start(const char *authority) {
  if (!curl_multi_init) return NULL;
  bare_loop *loop = calloc(1, sizeof *loop);
  loop->authority = authority ? strdup(authority) : NULL;
  pthread_mutex_init(&loop->lock, NULL);
  loop->multi = curl_multi_init();
  // The fields that Requisite sends, so that the requests are of one size: libcurl takes a tenth of its time for them.
  loop->headers = curl_slist_append(NULL, "Accept: application/json");
  curl_slist_append(loop->headers, "Accept-Encoding: gzip, deflate, br, zstd");
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  loop->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = loop->wakeup};
  epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->wakeup, &event);
  curl_multi_setopt(loop->multi, MULTI_SOCKETFUNCTION, watch);
  curl_multi_setopt(loop->multi, MULTI_SOCKETDATA, loop);
  curl_multi_setopt(loop->multi, MULTI_TIMERFUNCTION, set_timer);
  curl_multi_setopt(loop->multi, MULTI_TIMERDATA, loop);
  curl_multi_setopt(loop->multi, MULTI_MAXCONNECTS, 1000L);
  pthread_t thread;
  return pthread_create(&thread, NULL, run, loop) ? NULL : loop;
}

void bare_loop_get(bare_loop *loop, const char *url, void *context, bare_done done) {
  pthread_mutex_lock(&loop->lock);
  transfer *transfer = loop->idle;
  if (transfer) loop->idle = transfer->next;
  pthread_mutex_unlock(&loop->lock);
  if (!transfer) transfer = new_transfer(loop);
  curl_easy_setopt(transfer->easy, OPT_URL, url);
  transfer->context = context;
  transfer->done = done;
  pthread_mutex_lock(&loop->lock);
  transfer->next = loop->waiting;
  loop->waiting = transfer;
  int wakes = loop->is_sleeping;
  loop->is_sleeping = 0;
  pthread_mutex_unlock(&loop->lock);
  uint64_t one = 1;
  if (wakes && write(loop->wakeup, &one, sizeof one) < 0) return;
}

#else

bare_loop *bare_loop_start(const char *authority) {
  (void)authority;
  return NULL;
}
void bare_loop_get(bare_loop *loop, const char *url, void *context, bare_done done) {
  (void)loop, (void)url, (void)context, (void)done;
}

#endif

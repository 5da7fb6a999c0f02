#if defined(__linux__)

// For POLLRDHUP.
#define _GNU_SOURCE
#include "requisite_epoll.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int rq_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int rq_eventfd_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void rq_eventfd_signal(int descriptor) {
  uint64_t one = 1;
  // The only failure is a full counter, and then the reader is awake anyway.
  while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {}
}

int rq_epoll_watch(int epoll, int descriptor, int events, int is_known) {
  struct epoll_event event = {0};
  event.data.fd = descriptor;
  if (events & RQ_POLL_READ) event.events |= EPOLLIN | EPOLLRDHUP;
  if (events & RQ_POLL_WRITE) event.events |= EPOLLOUT;
  if (events & RQ_POLL_EDGE) event.events |= EPOLLET;
  int operation = is_known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  if (epoll_ctl(epoll, operation, descriptor, &event) == 0) return 0;
  if (errno != ENOENT && errno != EEXIST) return errno;
  // The descriptor was closed and its number given away again, or the reverse: the other operation is right.
  operation = is_known ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  return epoll_ctl(epoll, operation, descriptor, &event) == 0 ? 0 : errno;
}

int rq_epoll_unwatch(int epoll, int descriptor) {
  struct epoll_event event = {0};
  return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event) == 0 ? 0 : errno;
}

int rq_is_hung_up(int descriptor) {
  struct pollfd poll_for = {.fd = descriptor, .events = POLLRDHUP};
  return poll(&poll_for, 1, 0) > 0 && (poll_for.revents & (POLLRDHUP | POLLHUP | POLLERR));
}

int rq_epoll_wait(int epoll, rq_poll_event *events, int capacity, int milliseconds) {
  enum { BATCH = 64 };
  struct epoll_event batch[BATCH];
  int count = epoll_wait(epoll, batch, capacity < BATCH ? capacity : BATCH, milliseconds);
  for (int index = 0; index < count; index++) {
    int ready = 0;
    if (batch[index].events & (EPOLLIN | EPOLLRDHUP)) ready |= RQ_POLL_READ;
    if (batch[index].events & EPOLLOUT) ready |= RQ_POLL_WRITE;
    if (batch[index].events & (EPOLLERR | EPOLLHUP)) ready |= RQ_POLL_ERROR | RQ_POLL_READ;
    events[index].descriptor = batch[index].data.fd;
    events[index].events = ready;
  }
  return count < 0 ? 0 : count;
}

#endif

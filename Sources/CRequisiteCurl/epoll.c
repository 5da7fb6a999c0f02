#if defined(__linux__)
// For POLLRDHUP.
#define _GNU_SOURCE
#include "requisite_epoll.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

int rq_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int rq_eventfd_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void rq_eventfd_signal(int descriptor) {
  uint64_t one = 1;
  // Apart from an interruption, only a full counter makes this fail, and a full counter has woken the reader already.
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
  // The descriptor was closed and its number was reused, so `is_known` is wrong: the other operation succeeds.
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

int rq_is_readable(int descriptor) {
  struct pollfd poll_for = {.fd = descriptor, .events = POLLIN | POLLRDHUP};
  return poll(&poll_for, 1, 0) > 0;
}

int rq_is_writable(int descriptor) {
  struct pollfd poll_for = {.fd = descriptor, .events = POLLOUT};
  return poll(&poll_for, 1, 0) > 0;
}

int rq_has_ended(int descriptor) {
  char byte;
  ssize_t count = recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

void rq_end_connection(int descriptor) {
  char bytes[4096];
  shutdown(descriptor, SHUT_RDWR);
  // This loop ends, because no bytes arrive after the shutdown.
  while (recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT) > 0) {}
}

// Writes the address to `text` (INET6_ADDRSTRLEN bytes) and returns its port. For other than IP addresses, `text` is
// empty and the port 0.
static int read_address(const struct sockaddr_storage *address, char *text) {
  text[0] = 0;
  if (address->ss_family == AF_INET) {
    const struct sockaddr_in *ip = (const struct sockaddr_in *)address;
    inet_ntop(AF_INET, &ip->sin_addr, text, INET6_ADDRSTRLEN);
    return ntohs(ip->sin_port);
  }
  if (address->ss_family != AF_INET6) return 0;
  const struct sockaddr_in6 *ip = (const struct sockaddr_in6 *)address;
  inet_ntop(AF_INET6, &ip->sin6_addr, text, INET6_ADDRSTRLEN);
  return ntohs(ip->sin6_port);
}

int rq_local_port(int descriptor) {
  struct sockaddr_storage address = {0};
  socklen_t size = sizeof address;
  char text[INET6_ADDRSTRLEN];
  return getsockname(descriptor, (struct sockaddr *)&address, &size) ? 0 : read_address(&address, text);
}

int rq_is_connection(
  int descriptor, const char *remote_ip, int remote_port, const char *local_ip, int local_port
) {
  struct sockaddr_storage local = {0}, remote = {0};
  socklen_t local_size = sizeof local, remote_size = sizeof remote;
  if (getsockname(descriptor, (struct sockaddr *)&local, &local_size)) return 0;
  if (getpeername(descriptor, (struct sockaddr *)&remote, &remote_size)) return 0;
  char text[INET6_ADDRSTRLEN];
  if (read_address(&local, text) != local_port || strcmp(text, local_ip)) return 0;
  return read_address(&remote, text) == remote_port && !strcmp(text, remote_ip);
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

// epoll and eventfd as plain functions: their structures are packed and their constants are enums, which differ
// between C libraries when imported into Swift.
#ifndef REQUISITE_EPOLL_H
#define REQUISITE_EPOLL_H

#include <stdint.h>

// RQ_POLL_EDGE reports each change once, so an eventfd that is watched with it need not be read.
enum { RQ_POLL_READ = 1, RQ_POLL_WRITE = 2, RQ_POLL_ERROR = 4, RQ_POLL_EDGE = 8 };

typedef struct {
  int descriptor;
  int events;
} rq_poll_event;

int rq_epoll_create(void);
int rq_eventfd_create(void);
void rq_eventfd_signal(int descriptor);
// Adds the descriptor to the set, or changes its events if `is_known`. Returns 0 or an errno.
int rq_epoll_watch(int epoll, int descriptor, int events, int is_known);
// 1 if the other end of the connection has hung up, even if bytes from it are still unread.
int rq_is_hung_up(int descriptor);
// 1 if bytes, the end of the stream or an error can be read.
int rq_is_readable(int descriptor);
// 1 if the socket takes more, or has an error.
int rq_is_writable(int descriptor);
// 1 if all bytes were read and the other end sends no more, or the connection is lost. May take the socket's pending error.
int rq_has_ended(int descriptor);
// Shuts the connection down in both directions and discards its unread bytes. The descriptor stays open.
void rq_end_connection(int descriptor);
// The local port of a TCP connection, or 0 if the descriptor has none.
int rq_local_port(int descriptor);
// 1 if the descriptor is the connection between these two ends; addresses as text, without brackets.
int rq_is_connection(
  int descriptor, const char *remote_ip, int remote_port, const char *local_ip, int local_port);
int rq_epoll_unwatch(int epoll, int descriptor);
// Waits for events, at most 64 at a time. Returns their number, or 0 after the timeout, an interruption or an error.
int rq_epoll_wait(int epoll, rq_poll_event *events, int capacity, int milliseconds);

#endif

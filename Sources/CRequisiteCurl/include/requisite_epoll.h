// epoll and eventfd as plain functions: their structures are packed and their constants are enums, which differ
// between C libraries when imported into Swift.
#ifndef REQUISITE_EPOLL_H
#define REQUISITE_EPOLL_H

#if defined(__linux__)

#include <stdint.h>

// RQ_POLL_EDGE reports each change once: an eventfd that is watched so need never be read.
enum { RQ_POLL_READ = 1, RQ_POLL_WRITE = 2, RQ_POLL_ERROR = 4, RQ_POLL_EDGE = 8 };

typedef struct {
  int descriptor;
  int events;
} rq_poll_event;

int rq_epoll_create(void);
int rq_eventfd_create(void);
void rq_eventfd_signal(int descriptor);
// 0, or an errno. Adds the descriptor when it is new to the set, changes it when it is not.
int rq_epoll_watch(int epoll, int descriptor, int events, int is_known);
// Whether the other end of a connection has hung up, whatever of it is still to be read.
int rq_is_hung_up(int descriptor);
// Whether bytes or the end of the stream wait to be read.
int rq_is_readable(int descriptor);
// Throws away what waits to be read, and ends the connection in both directions; the descriptor stays open.
void rq_end_connection(int descriptor);
// The port of this end of a TCP connection; 0 where it has none.
int rq_local_port(int descriptor);
// Whether a descriptor is the connection with these two ends, addresses in text form.
int rq_is_connection(
  int descriptor, const char *remote_ip, int remote_port, const char *local_ip, int local_port);
int rq_epoll_unwatch(int epoll, int descriptor);
// The number of events, 0 at the timeout or when interrupted.
int rq_epoll_wait(int epoll, rq_poll_event *events, int capacity, int milliseconds);

#endif
#endif

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
int rq_epoll_unwatch(int epoll, int descriptor);
// The number of events, 0 at the timeout or when interrupted.
int rq_epoll_wait(int epoll, rq_poll_event *events, int capacity, int milliseconds);

#endif
#endif

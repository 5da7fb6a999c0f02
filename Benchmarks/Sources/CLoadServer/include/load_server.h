// The server of all measurements, in a process of its own: one thread, epoll, responses made beforehand, so that it
// costs little and the same for every client.
//
// /todo 83 bytes of JSON · /todos 23 KB of JSON · /bytes/N N bytes · /lines/N N lines of 63 bytes ·
// /headers/N N header fields · /slow/N after N milliseconds · anything else takes a body and says how long it was.
#ifndef LOAD_SERVER_H
#define LOAD_SERVER_H

// Allows the process as many descriptors as the system lets it have; a server does it itself.
void load_server_allow_descriptors(void);
// Opens a free port of 127.0.0.1; returns the listening descriptor, or -1.
int load_server_listen(int *port);
// Serves until the process is ended.
void load_server_run(int listener);

#endif

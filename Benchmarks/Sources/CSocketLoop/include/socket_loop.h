// The server of the measurements of WebSockets, and the limit for clients: loops over bare sockets.
//
// /echo sends each message back · /source/N/SIZE sends N binary messages · /sink/N takes N messages, and then sends one.
#ifndef SOCKET_LOOP_H
#define SOCKET_LOOP_H

#include <stddef.h>

// Opens a free port of 127.0.0.1; returns the listening descriptor, or -1.
int socket_server_listen(int *port);
// Serves until the process is ended.
void socket_server_run(int listener);

// Connects to the server, and makes the handshake; returns the descriptor, or -1.
int bare_socket_open(int port, const char *path);
// Reads frames until `count` of them have arrived, one by one. Returns the number of bytes of their payloads.
size_t bare_socket_read(int descriptor, size_t count);
// Sends `count` messages of `size` bytes, each masked and by a call of its own.
void bare_socket_send(int descriptor, size_t count, size_t size);
void bare_socket_close(int descriptor);

#endif

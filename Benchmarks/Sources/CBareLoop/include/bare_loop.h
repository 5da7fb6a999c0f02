#pragma once

#include <stddef.h>

// The least that a GET can cost with libcurl: one thread, one multi handle, pooled easy handles, a body appended to a
// buffer. There are no header fields, timeouts, cancellation, redirects or checks of any kind.

typedef struct bare_loop bare_loop;

// `bytes` was allocated by malloc; the receiver frees it. `status` is 0 if the transfer failed.
typedef struct {
  long status;
  void *bytes;
  size_t count;
} bare_response;

// Called on the loop's thread.
typedef void (*bare_done)(void *context, bare_response response);

// Starts the thread, which runs for the rest of the process. Returns NULL on failure. `authority` is the file of the
// authority that certifies servers with TLS; NULL without TLS.
bare_loop *bare_loop_start(const char *authority);

// Starts a GET. Callable on any thread.
void bare_loop_get(bare_loop *loop, const char *url, void *context, bare_done done);

// The part of libcurl that Requisite uses, through typed functions of its own.
//
// This target links nothing and needs no curl header: libcurl's option numbers, error numbers and the structures declared
// here are a frozen ABI. rq_load() (load.c) finds libcurl. If FoundationNetworking has loaded libcurl into the
// process, weak declarations were resolved when the program was loaded. Otherwise dlopen opens the system's libcurl. If
// there is none, rq_curl_available() returns 0 and no other function that uses libcurl may be called.
#ifndef REQUISITE_CURL_H
#define REQUISITE_CURL_H

#include <stddef.h>
#include <stdint.h>

typedef void *rq_easy;
typedef void *rq_multi;
typedef void *rq_slist;

// The callbacks of libcurl, with the argument order of its documentation.
typedef size_t (*rq_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*rq_seek_callback)(void *context, int64_t offset, int origin);
typedef int (*rq_prerequest_callback)(
  void *context, char *remote_ip, char *local_ip, int remote_port, int local_port);
typedef int (*rq_debug_callback)(rq_easy easy, int kind, char *text, size_t count, void *context);
typedef int (*rq_tls_callback)(rq_easy easy, void *tls_context, void *context);
typedef int (*rq_close_callback)(void *context, int socket);
typedef int (*rq_open_callback)(void *context, int socket, int purpose);
typedef int (*rq_resolver_callback)(void *resolver, void *reserved, void *context);
typedef int (*rq_socket_callback)(
  rq_easy easy, int socket, int what, void *context, void *socket_context);
typedef int (*rq_timer_callback)(rq_multi multi, long milliseconds, void *context);

// The version and the features of the loaded libcurl.
int rq_curl_available(void);
unsigned rq_curl_version_number(void);
const char *rq_curl_version(void);
const char *rq_curl_tls_version(void);
int rq_curl_features(void);
int rq_curl_global_init(void);
// Makes libcurl write each HTTP/2 frame to the log of the handles that have one. 0 if it cannot: before 8.3.
int rq_curl_log_frames(void);

// Starts a thread that nothing waits for. Returns 0, or an errno. In C, because `pthread_t` is a number in some C libraries and
// a pointer in others.
int rq_thread_start(void *(*run)(void *context), void *context);

// Names the calling thread, for debuggers. The system keeps at most 15 bytes of the name.
void rq_name_thread(const char *name);

// Makes glibc keep up to twice as much freed memory for each of its arenas, unless it keeps more already (mallopt(3), on
// the dynamic mmap threshold). libcurl has a buffer for each transfer, which glibc would often return to the system and
// fetch again.
void rq_keep_freed_memory(size_t size);

// The CURLINFOs that are read, by the type of their value: text or pointer, long, list, 64-bit integer.
typedef enum {
  RQ_INFO_PRIVATE = 0x100000 + 21,
  RQ_INFO_PRIMARY_IP = 0x100000 + 32,
  RQ_INFO_LOCAL_IP = 0x100000 + 41,
  RQ_INFO_REQUEST_SIZE = 0x200000 + 12,
  RQ_INFO_SSL_VERIFYRESULT = 0x200000 + 13,
  RQ_INFO_HTTP_CONNECTCODE = 0x200000 + 22,
  RQ_INFO_NUM_CONNECTS = 0x200000 + 26,
  RQ_INFO_PRIMARY_PORT = 0x200000 + 40,
  RQ_INFO_LOCAL_PORT = 0x200000 + 42,
  RQ_INFO_HTTP_VERSION = 0x200000 + 46,
  RQ_INFO_OS_ERRNO = 0x200000 + 25,
  RQ_INFO_PROXY_SSL_VERIFYRESULT = 0x200000 + 47,
  RQ_INFO_PROXY_ERROR = 0x200000 + 59,
  RQ_INFO_TLS_SSL_PTR = 0x400000 + 45,
  RQ_INFO_SIZE_UPLOAD = 0x600000 + 7,
  RQ_INFO_SIZE_DOWNLOAD = 0x600000 + 8,
  RQ_INFO_CONTENT_LENGTH_DOWNLOAD = 0x600000 + 15,
  RQ_INFO_TOTAL_TIME = 0x600000 + 50,
  RQ_INFO_NAMELOOKUP_TIME = 0x600000 + 51,
  RQ_INFO_CONNECT_TIME = 0x600000 + 52,
  RQ_INFO_PRETRANSFER_TIME = 0x600000 + 53,
  RQ_INFO_STARTTRANSFER_TIME = 0x600000 + 54,
  RQ_INFO_APPCONNECT_TIME = 0x600000 + 56,
  RQ_INFO_QUEUE_TIME = 0x600000 + 65,
} rq_info;

// Easy handles: one transfer each. All setters return a CURLcode.
rq_easy rq_easy_init(void);
void rq_easy_cleanup(rq_easy easy);
void rq_easy_reset(rq_easy easy);
int rq_easy_pause(rq_easy easy, int mask);
// The bytes of a connection that CURLOPT_CONNECT_ONLY has made. Both return a CURLcode; 81 is CURLE_AGAIN.
int rq_easy_receive(rq_easy easy, void *bytes, size_t count, size_t *received);
int rq_easy_send(rq_easy easy, const void *bytes, size_t count, size_t *sent);
// The descriptor of that connection, or -1.
int rq_easy_socket(rq_easy easy);
const char *rq_easy_error_text(int code);
int rq_easy_set_long(rq_easy easy, int option, long value);
int rq_easy_set_offset(rq_easy easy, int option, int64_t value);
int rq_easy_set_string(rq_easy easy, int option, const char *value);
int rq_easy_set_pointer(rq_easy easy, int option, void *value);
int rq_easy_set_blob(rq_easy easy, int option, const void *bytes, size_t count);
int rq_easy_set_data_callback(rq_easy easy, int option, rq_data_callback callback);
int rq_easy_set_seek_callback(rq_easy easy, rq_seek_callback callback);
int rq_easy_set_prerequest_callback(rq_easy easy, rq_prerequest_callback callback);
int rq_easy_set_debug_callback(rq_easy easy, rq_debug_callback callback);
int rq_easy_set_tls_callback(rq_easy easy, rq_tls_callback callback);
int rq_easy_set_close_callback(rq_easy easy, rq_close_callback callback);
int rq_easy_set_open_callback(rq_easy easy, rq_open_callback callback);
int rq_easy_set_resolver_callback(rq_easy easy, rq_resolver_callback callback);
int rq_easy_get_long(rq_easy easy, rq_info info, long *value);
int rq_easy_get_offset(rq_easy easy, rq_info info, int64_t *value);
int rq_easy_get_string(rq_easy easy, rq_info info, const char **value);
void *rq_easy_get_private(rq_easy easy);
// What the easy handles of one thread share: the TLS sessions that they may resume. NULL if libcurl has no such thing, or if
// there is no memory. Freed after the last handle that has it as CURLOPT_SHARE.
void *rq_share_create(void);
void rq_share_free(void *share);
// 1 if OpenSSL holds bytes of the connection in use that libcurl has not read: decrypted, or of a part of a record.
int rq_easy_has_tls_bytes(rq_easy easy);
// Changes an SSL_CTX of OpenSSL. Skips each change for which the loaded OpenSSL has no function.
enum {
  RQ_TLS_REFUSE_UNEXPECTED_END = 1, // Since OpenSSL 3: the end of the stream without a close_notify is an error.
  RQ_TLS_NO_KEY_LOG = 2,            // SSLKEYLOGFILE is ignored.
};
void rq_tls_configure(void *tls_context, int flags);

// The measurements of a finished or running transfer; times are in microseconds. `total` counts from the start of the
// handle. The other times count from the moment at which libcurl has a connection for the handle or begins to open one.
// `queue` is the time between these two moments, or -1 if libcurl is older than 8.6.
typedef struct {
  int64_t queue;
  int64_t name_lookup, connect, tls, pre_transfer, first_byte, total;
  int64_t bytes_received, bytes_sent;
  long new_connections, http_version;
  // Address and port, such as "[::1]:80", not null-terminated.
  char remote_address[64];
  int remote_address_count;
} rq_measurements;
void rq_easy_measure(rq_easy easy, rq_measurements *result);

// A node of a header list: the layout of libcurl's struct curl_slist. A list is identified by its first node.
typedef struct rq_header_node {
  const char *line;
  struct rq_header_node *next;
} rq_header_node;

// Multi handles: one event loop each. Functions that return int return a CURLMcode.
rq_multi rq_multi_init(void);
int rq_multi_cleanup(rq_multi multi);
int rq_multi_add(rq_multi multi, rq_easy easy);
int rq_multi_remove(rq_multi multi, rq_easy easy);
int rq_multi_set_long(rq_multi multi, int option, long value);
int rq_multi_set_socket_callback(rq_multi multi, rq_socket_callback callback, void *context);
int rq_multi_set_timer_callback(rq_multi multi, rq_timer_callback callback, void *context);
int rq_multi_socket_action(rq_multi multi, int socket, int events);
const char *rq_multi_error_text(int code);
// The next finished easy handle with its CURLcode, or NULL.
rq_easy rq_multi_next_finished(rq_multi multi, int *code);

#endif

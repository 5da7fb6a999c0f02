#if defined(__linux__)
#include "curl_symbols.h"
#include "requisite_curl.h"

#include <string.h>

rq_easy rq_easy_init(void) { return curl_easy_init(); }

void rq_easy_cleanup(rq_easy easy) { curl_easy_cleanup(easy); }

void rq_easy_reset(rq_easy easy) { curl_easy_reset(easy); }

int rq_easy_pause(rq_easy easy, int mask) { return curl_easy_pause(easy, mask); }

int rq_easy_receive(rq_easy easy, void *bytes, size_t count, size_t *received) {
  return curl_easy_recv(easy, bytes, count, received);
}

int rq_easy_send(rq_easy easy, const void *bytes, size_t count, size_t *sent) {
  return curl_easy_send(easy, bytes, count, sent);
}

int rq_easy_socket(rq_easy easy) {
  // CURLINFO_ACTIVESOCKET
  int descriptor = -1;
  return curl_easy_getinfo(easy, 0x500000 + 44, &descriptor) ? -1 : descriptor;
}

const char *rq_easy_error_text(int code) { return curl_easy_strerror(code); }

int rq_easy_set_long(rq_easy easy, int option, long value) { return curl_easy_setopt(easy, option, value); }

int rq_easy_set_offset(rq_easy easy, int option, int64_t value) {
  return curl_easy_setopt(easy, option, value);
}

int rq_easy_set_string(rq_easy easy, int option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

int rq_easy_set_pointer(rq_easy easy, int option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

int rq_easy_set_blob(rq_easy easy, int option, const void *bytes, size_t count) {
  // 1 is CURL_BLOB_COPY.
  rq_curl_blob blob = {(void *)bytes, count, 1};
  return curl_easy_setopt(easy, option, &blob);
}

int rq_easy_set_data_callback(rq_easy easy, int option, rq_data_callback callback) {
  return curl_easy_setopt(easy, option, callback);
}

int rq_easy_set_seek_callback(rq_easy easy, rq_seek_callback callback) {
  return curl_easy_setopt(easy, 20167, callback);
}

int rq_easy_set_prerequest_callback(rq_easy easy, rq_prerequest_callback callback) {
  return curl_easy_setopt(easy, 20312, callback);
}

int rq_easy_set_debug_callback(rq_easy easy, rq_debug_callback callback) {
  return curl_easy_setopt(easy, 20094, callback);
}

int rq_easy_set_tls_callback(rq_easy easy, rq_tls_callback callback) {
  return curl_easy_setopt(easy, 20108, callback);
}

int rq_easy_set_close_callback(rq_easy easy, rq_close_callback callback) {
  return curl_easy_setopt(easy, 20208, callback);
}

int rq_easy_set_open_callback(rq_easy easy, rq_open_callback callback) {
  return curl_easy_setopt(easy, 20148, callback);
}

int rq_easy_set_resolver_callback(rq_easy easy, rq_resolver_callback callback) {
  return curl_easy_setopt(easy, 20272, callback);
}

int rq_easy_get_long(rq_easy easy, rq_info info, long *value) { return curl_easy_getinfo(easy, info, value); }

int rq_easy_get_offset(rq_easy easy, rq_info info, int64_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

int rq_easy_get_string(rq_easy easy, rq_info info, const char **value) {
  return curl_easy_getinfo(easy, info, value);
}

void *rq_easy_get_private(rq_easy easy) {
  void *value = NULL;
  curl_easy_getinfo(easy, RQ_INFO_PRIVATE, &value);
  return value;
}

// Writes "127.0.0.1:80" or "[::1]:80", or nothing if the address is empty or too long.
static void write_address(rq_measurements *result, const char *address, unsigned port) {
  size_t count = strlen(address);
  if (!count || count + 9 > sizeof result->remote_address) return;
  int is_version_6 = memchr(address, ':', count) != NULL;
  char *target = result->remote_address;
  if (is_version_6) *target++ = '[';
  memcpy(target, address, count);
  target += count;
  if (is_version_6) *target++ = ']';
  *target++ = ':';
  char digits[5];
  int length = 0;
  do digits[length++] = (char)('0' + port % 10);
  while (port /= 10);
  while (length) *target++ = digits[--length];
  result->remote_address_count = (int)(target - result->remote_address);
}

void rq_easy_measure(rq_easy easy, rq_measurements *result) {
  memset(result, 0, sizeof *result);
  curl_easy_getinfo(easy, RQ_INFO_NUM_CONNECTS, &result->new_connections);
  if (result->new_connections) {
    curl_easy_getinfo(easy, RQ_INFO_NAMELOOKUP_TIME, &result->name_lookup);
    curl_easy_getinfo(easy, RQ_INFO_CONNECT_TIME, &result->connect);
    curl_easy_getinfo(easy, RQ_INFO_APPCONNECT_TIME, &result->tls);
  }
  curl_easy_getinfo(easy, RQ_INFO_PRETRANSFER_TIME, &result->pre_transfer);
  curl_easy_getinfo(easy, RQ_INFO_STARTTRANSFER_TIME, &result->first_byte);
  curl_easy_getinfo(easy, RQ_INFO_TOTAL_TIME, &result->total);
  // Available since libcurl 8.6.
  if (curl_easy_getinfo(easy, RQ_INFO_QUEUE_TIME, &result->queue)) result->queue = -1;
  curl_easy_getinfo(easy, RQ_INFO_SIZE_DOWNLOAD, &result->bytes_received);
  curl_easy_getinfo(easy, RQ_INFO_SIZE_UPLOAD, &result->bytes_sent);
  curl_easy_getinfo(easy, RQ_INFO_HTTP_VERSION, &result->http_version);
  const char *address = NULL;
  long port = 0;
  curl_easy_getinfo(easy, RQ_INFO_PRIMARY_IP, &address);
  curl_easy_getinfo(easy, RQ_INFO_PRIMARY_PORT, &port);
  if (address && port > 0 && port < 65536) write_address(result, address, (unsigned)port);
}
#endif

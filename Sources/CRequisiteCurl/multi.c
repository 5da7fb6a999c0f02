#if defined(__linux__)
#include "curl_symbols.h"
#include "requisite_curl.h"

rq_multi rq_multi_init(void) {
  rq_multi multi = curl_multi_init();
  // CURLMOPT_QUICK_EXIT, as of 8.20: curl_multi_cleanup does not wait for name look-ups. Refused by older ones.
  if (multi) curl_multi_setopt(multi, 21, 1L);
  return multi;
}

int rq_multi_cleanup(rq_multi multi) { return curl_multi_cleanup(multi); }

int rq_multi_add(rq_multi multi, rq_easy easy) { return curl_multi_add_handle(multi, easy); }

int rq_multi_remove(rq_multi multi, rq_easy easy) { return curl_multi_remove_handle(multi, easy); }

int rq_multi_set_long(rq_multi multi, int option, long value) {
  return curl_multi_setopt(multi, option, value);
}

int rq_multi_set_socket_callback(rq_multi multi, rq_socket_callback callback, void *context) {
  int code = curl_multi_setopt(multi, 20001, callback);
  return code ? code : curl_multi_setopt(multi, 10002, context);
}

int rq_multi_set_timer_callback(rq_multi multi, rq_timer_callback callback, void *context) {
  int code = curl_multi_setopt(multi, 20004, callback);
  return code ? code : curl_multi_setopt(multi, 10005, context);
}

int rq_multi_socket_action(rq_multi multi, int socket, int events) {
  int running = 0;
  return curl_multi_socket_action(multi, socket, events, &running);
}

const char *rq_multi_error_text(int code) { return curl_multi_strerror(code); }

rq_easy rq_multi_next_finished(rq_multi multi, int *code) {
  int left = 0;
  rq_curl_message *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    // 1 is CURLMSG_DONE, the only kind of message that libcurl sends.
    if (message->message != 1) continue;
    *code = message->data.result;
    return message->easy;
  }
  return NULL;
}
#endif

// Weak declarations of libcurl's functions. Only for the .c files of this target, because these declarations would
// conflict with a real curl header in a program that imports one beside Requisite.
#ifndef REQUISITE_CURL_SYMBOLS_H
#define REQUISITE_CURL_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

#define RQ_WEAK extern __attribute__((weak))

typedef struct {
  int message;
  void *easy;
  union {
    void *whatever;
    int result;
  } data;
} rq_curl_message;

typedef struct {
  int age;
  const char *version;
  unsigned version_number;
  const char *host;
  int features;
  const char *tls_version;
} rq_curl_version_info;

typedef struct {
  void *data;
  size_t count;
  unsigned flags;
} rq_curl_blob;

RQ_WEAK int curl_global_init(long flags);
RQ_WEAK rq_curl_version_info *curl_version_info(int age);

RQ_WEAK void *curl_easy_init(void);
RQ_WEAK void curl_easy_cleanup(void *easy);
RQ_WEAK void curl_easy_reset(void *easy);
RQ_WEAK int curl_easy_setopt(void *easy, int option, ...);
RQ_WEAK int curl_easy_getinfo(void *easy, int info, ...);
RQ_WEAK int curl_easy_pause(void *easy, int mask);
RQ_WEAK const char *curl_easy_strerror(int code);

RQ_WEAK void *curl_slist_append(void *list, const char *line);
RQ_WEAK void curl_slist_free_all(void *list);

RQ_WEAK void *curl_multi_init(void);
RQ_WEAK int curl_multi_cleanup(void *multi);
RQ_WEAK int curl_multi_add_handle(void *multi, void *easy);
RQ_WEAK int curl_multi_remove_handle(void *multi, void *easy);
RQ_WEAK int curl_multi_setopt(void *multi, int option, ...);
RQ_WEAK int curl_multi_socket_action(void *multi, int socket, int events, int *running);
RQ_WEAK rq_curl_message *curl_multi_info_read(void *multi, int *left);
RQ_WEAK const char *curl_multi_strerror(int code);

#endif

#include "test_jobs.h"

#include <stddef.h>
#include <stdint.h>

#define SWIFT_CALL __attribute__((swiftcall))

typedef SWIFT_CALL void (*enqueue_global)(void *job);

// Of the concurrency runtime: its global executor calls the hook, if there is one, for each job.
extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_global original);
// Of the concurrency runtime: an executor of two zeros is the global one.
extern SWIFT_CALL void swift_job_run(void *job, void *identity, uintptr_t implementation);

static _Thread_local void *context_of_thread;
static _Thread_local void (*enqueue_of_thread)(void *context, void *job);

static SWIFT_CALL void enqueue(void *job, enqueue_global original) {
  if (enqueue_of_thread) enqueue_of_thread(context_of_thread, job);
  else original(job);
}

void test_jobs_route(void *context, void (*function)(void *context, void *job)) {
  context_of_thread = context;
  enqueue_of_thread = function;
  swift_task_enqueueGlobal_hook = enqueue;
}

void test_jobs_run(void *job) { swift_job_run(job, NULL, 0); }

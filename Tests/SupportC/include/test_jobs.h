// Runs the jobs of Swift's tasks on a thread of a test's own, so that the test decides their order and sees when none is left.
#ifndef TEST_JOBS_H
#define TEST_JOBS_H

// Passes each job that this thread enqueues on the global executor to `enqueue` in place of that executor; NULL ends it. All
// other threads keep the global executor.
void test_jobs_route(void *context, void (*enqueue)(void *context, void *job));
// Runs a job on this thread, as the global executor would, until its task waits or ends.
void test_jobs_run(void *job);

#endif

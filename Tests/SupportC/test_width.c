#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Swift Testing starts all tests at once unless this variable limits them. Each step of a test then waits for a step of
// every other test, which takes longer than a deadline of a test, or than the age at which an idle connection is closed.
// Four tests for each processor keep all processors busy while some of them wait for a server.
__attribute__((constructor)) static void limit_width(void) {
  char width[24];
  snprintf(width, sizeof width, "%ld", 4 * sysconf(_SC_NPROCESSORS_ONLN));
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}

#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// How many blocks this process has allocated so far, on all threads; 0 where that cannot be counted.
uint64_t allocation_counter_count(void);

#endif

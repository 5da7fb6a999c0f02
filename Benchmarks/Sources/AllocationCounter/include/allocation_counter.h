#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// How many blocks this process has allocated so far, on all threads; 0 where that cannot be counted.
uint64_t allocation_counter_count(void);

// Ends counting, for measurements of time, which counting would change. To be called while there is one thread.
void allocation_counter_stop(void);

// The bytes of all blocks that were not freed, and the most that there were at a time since the last reset.
int64_t allocation_counter_live(void);
int64_t allocation_counter_peak(void);
void allocation_counter_reset_peak(void);

#endif

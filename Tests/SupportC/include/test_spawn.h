// What glibc keeps from Swift by a feature macro.
#ifndef TEST_SPAWN_H
#define TEST_SPAWN_H

#ifdef __linux__
#include <spawn.h>

// Closes all descriptors from `first` on in the program that is started.
int test_spawn_close_from(posix_spawn_file_actions_t *actions, int first);
#endif

#endif

// Those that the sources name.
#include <stddef.h>

void *malloc(size_t size);
void *realloc(void *place, size_t size);
void free(void *place);
int memcmp(const void *one, const void *other, size_t count);

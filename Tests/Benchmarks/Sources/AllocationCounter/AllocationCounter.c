#include "AllocationCounter.h"

#if defined(__linux__) && defined(__GLIBC__) || defined(__linux__)
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

// An executable's own malloc goes before that of the C library, for every library in the process. These count
// and pass on, so what is reported is calls that were made, not an estimate.

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_uint_fast64_t count;
static atomic_int_fast64_t bytes;

static void *noted(void *pointer) {
  if (pointer) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&bytes, (int64_t)malloc_usable_size(pointer) + 8, memory_order_relaxed);
  }
  return pointer;
}

static void gone(void *pointer) {
  if (pointer) atomic_fetch_sub_explicit(&bytes, (int64_t)malloc_usable_size(pointer) + 8, memory_order_relaxed);
}

void *malloc(size_t size) { return noted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return noted(__libc_calloc(number, size)); }

void *realloc(void *pointer, size_t size) {
  gone(pointer);
  return noted(__libc_realloc(pointer, size));
}

void *memalign(size_t alignment, size_t size) { return noted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return noted(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *pointer = __libc_memalign(alignment, size);
  if (!pointer) return ENOMEM;
  *result = noted(pointer);
  return 0;
}

void free(void *pointer) {
  gone(pointer);
  __libc_free(pointer);
}

uint64_t allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }
int64_t allocated_bytes(void) { return atomic_load_explicit(&bytes, memory_order_relaxed); }
int allocations_are_counted(void) { return 1; }
#else
uint64_t allocation_count(void) { return 0; }
int64_t allocated_bytes(void) { return 0; }
int allocations_are_counted(void) { return 0; }
#endif

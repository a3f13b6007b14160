#pragma once
#include <stdint.h>

/// Calls of malloc and its like in the whole process so far; 0 for ever where they cannot be counted.
uint64_t allocation_count(void);

/// Bytes that are allocated now, as the allocator rounds them up; 0 for ever where they cannot be counted.
int64_t allocated_bytes(void);

/// Whether both are counted on this platform.
int allocations_are_counted(void);

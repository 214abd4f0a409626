// libFuzzer's functions that a program with its own mutations calls; it has no header.
#include <stddef.h>
#include <stdint.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maximumSize);

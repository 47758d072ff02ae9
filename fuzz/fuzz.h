/* What libFuzzer calls, and standalone.c by the name of a target. */
#ifndef PADDOCK_FUZZ_FUZZ_H
#define PADDOCK_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif

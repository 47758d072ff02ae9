/* Measuring: the fastest of several rounds, always beside a yardstick in the same process, peak memory at the end. */
#ifndef PADDOCK_BENCH_H
#define PADDOCK_BENCH_H

#include <stddef.h>
#include <stdint.h>

#include "paddock/paddock.h"

/* Seconds of the fastest of `rounds` calls after one warm-up: what else the machine does disturbs that one least. */
double bench_time(void (*work)(void *user), void *user, int rounds);
/* Prints "name  12.3 ms  4.56 GB/s" for `bytes` handled in `seconds`, and its ratio to the yardstick's seconds. */
void bench_row(const char *name, double seconds, uint64_t bytes, const char *yardstick, double yardstick_seconds);
/* The same where there is an aim: prints it after the ratio, and whether it is missed. */
void bench_aim(const char *name, double seconds, uint64_t bytes, const char *yardstick, double yardstick_seconds,
               double aim);
/* Seconds of a memcpy that reads and writes `moved` bytes in all, as work does that reads and writes as many: from
 * large memory into `target` bytes of it, over and over. */
double bench_copy_time(uint64_t moved, uint64_t target, int rounds);
/* Peak resident memory of this process in MiB. */
double bench_peak_memory(void);
/* A number from the environment, or the default: sizes can be turned down on small machines. */
uint64_t bench_setting(const char *name, uint64_t otherwise);
/* Seconds of a clock that does not jump. With BENCH_PROCESSOR_TIME=1 in the environment it is the processor time of
 * this process: for benches of one thread on a machine that does other work at the same time. */
double bench_now(void);
/* Says what failed, if it did, and exits 1. */
void bench_must(pdk_status status, const pdk_error *error);
/* Where temporary files go: TMPDIR, or /tmp. */
const char *bench_folder(void);
/* Skips the bench where that has no room for that many bytes. */
void bench_need_room(uint64_t bytes);
/* The name of a file there, for this process alone; what is there when it ends goes. */
const char *bench_file(void);
/* Says on standard output that a bench was skipped and why, and exits 0. */
void bench_skip(const char *reason);

#endif

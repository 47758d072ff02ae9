#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_time(void (*work)(void *user), void *user, int rounds)
{
    double times[64];
    if (rounds > 64) rounds = 64;
    work(user);
    for (int i = 0; i < rounds; i++) {
        double start = now();
        work(user);
        times[i] = now() - start;
    }
    qsort(times, (size_t)rounds, sizeof times[0], compare);
    return times[rounds / 2];
}

void bench_row(const char *name, double seconds, uint64_t bytes, const char *yardstick, double yardstick_seconds)
{
    printf("%-44s %10.2f ms %8.2f GB/s", name, seconds * 1e3, (double)bytes / seconds * 1e-9);
    if (yardstick != NULL) printf("   %6.2f x the time of %s", seconds / yardstick_seconds, yardstick);
    printf("\n");
    fflush(stdout);
}

double bench_peak_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

uint64_t bench_setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? strtoull(text, NULL, 10) : otherwise;
}

void bench_skip(const char *reason)
{
    printf("SKIPPED: %s\n", reason);
    exit(0);
}

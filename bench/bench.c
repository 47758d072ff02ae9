#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

double bench_now(void)
{
    static clockid_t clock = CLOCK_MONOTONIC;
    if (clock == CLOCK_MONOTONIC && bench_setting("BENCH_PROCESSOR_TIME", 0) != 0) clock = CLOCK_PROCESS_CPUTIME_ID;
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double bench_time(void (*work)(void *user), void *user, int rounds)
{
    double minimum = 0;
    work(user);
    for (int i = 0; i < rounds; i++) {
        double start = bench_now();
        work(user);
        double took = bench_now() - start;
        if (i == 0 || took < minimum) minimum = took;
    }
    return minimum;
}

static void print_row(const char *name, double seconds, uint64_t bytes)
{
    printf("%-44s %10.2f ms %8.2f GB/s", name, seconds * 1e3, (double)bytes / seconds * 1e-9);
}

void bench_row(const char *name, double seconds, uint64_t bytes, const char *yardstick, double yardstick_seconds)
{
    print_row(name, seconds, bytes);
    if (yardstick != NULL) printf("   %6.2f x the time of %s", seconds / yardstick_seconds, yardstick);
    printf("\n");
    fflush(stdout);
}

void bench_aim(const char *name, double seconds, uint64_t bytes, const char *yardstick, double yardstick_seconds,
               double aim)
{
    double ratio = seconds / yardstick_seconds;
    print_row(name, seconds, bytes);
    printf("   %6.2f x the time of %s; the aim is %g%s\n", ratio, yardstick, aim, ratio > aim ? ": MISSED" : "");
    fflush(stdout);
}

typedef struct copying {
    char *from, *to;
    uint64_t from_size, to_size, left;
} copying;

static void copy_all(void *user)
{
    copying *job = user;
    uint64_t from = 0, to = 0;
    for (uint64_t left = job->left, piece; left > 0; left -= piece) {
        piece = left;
        if (piece > job->from_size - from) piece = job->from_size - from;
        if (piece > job->to_size - to) piece = job->to_size - to;
        memcpy(job->to + to, job->from + from, piece);
        from = (from + piece) % job->from_size;
        to = (to + piece) % job->to_size;
    }
}

double bench_copy_time(uint64_t moved, uint64_t target, int rounds)
{
    static const uint64_t maximum = UINT64_C(128) << 20; /* more than caches hold */
    copying job = { .left = moved / 2 };
    job.from_size = job.left < maximum ? job.left : maximum;
    job.to_size = target < job.from_size ? target : job.from_size;
    job.from = malloc(job.from_size);
    job.to = malloc(job.to_size);
    if (job.from == NULL || job.to == NULL) bench_skip("no memory for the yardstick");
    memset(job.from, 1, job.from_size);
    memset(job.to, 1, job.to_size);
    double seconds = bench_time(copy_all, &job, rounds);
    free(job.from);
    free(job.to);
    return seconds;
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

void bench_must(pdk_status status, const pdk_error *error)
{
    if (status == PDK_OK) return;
    printf("%s\n", error->message);
    exit(1);
}

const char *bench_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return folder != NULL ? folder : "/tmp";
}

void bench_need_room(uint64_t bytes)
{
    struct statvfs disk;
    if (statvfs(bench_folder(), &disk) == 0 && (uint64_t)disk.f_bavail * disk.f_frsize >= bytes) return;
    bench_skip("no room for the files in the temporary folder; its settings make them smaller");
}

static char temporary[1024];
static pid_t owner; /* children that end leave the file */

static void remove_file(void)
{
    if (getpid() == owner) unlink(temporary);
}

const char *bench_file(void)
{
    if (owner == 0) {
        owner = getpid();
        snprintf(temporary, sizeof temporary, "%s/paddock-bench-%ld", bench_folder(), (long)owner);
        if (atexit(remove_file) != 0) bench_skip("the temporary file would stay");
    }
    return temporary;
}

void bench_skip(const char *reason)
{
    printf("SKIPPED: %s\n", reason);
    exit(0);
}

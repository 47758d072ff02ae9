/* Any file, and everything that can be had of it: nothing takes a hundred times as long for each byte as it does of
 * most files. That finds what grows with the square of something. Processor time is what is measured; what is short is
 * never reported, so that a busy machine changes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "explore.h"
#include "fuzz.h"
#include "works.h"

enum { WORKS = 128, KEPT = 101, FEWEST = 20, FACTOR = 100 };

/* What is never too long, in seconds: sanitizers make all ten times slower, and a picture of the smallest surface has
 * as many pixels as that of a large one. */
static double floor_of(size_t work)
{
    bool picture = work < WORKS && (strncmp(work_name(work), "plot", 4) == 0 || strcmp(work_name(work), "page") == 0);
    return picture ? 12 : 2;
}

/* How long a work took for each byte of the latest files. */
typedef struct history {
    double rates[KEPT];
    size_t count;
} history;

static history histories[WORKS + 1]; /* the last: opening */

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median(const history *past)
{
    double sorted[KEPT];
    size_t count = past->count < KEPT ? past->count : KEPT;
    for (size_t i = 0; i < count; i++) sorted[i] = past->rates[i];
    qsort(sorted, count, sizeof *sorted, compare);
    return count > 0 ? sorted[count / 2] : 0;
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Too long is 100 times the median of this work; while there is none, of any file, far more than any needs. */
static void judge(size_t work, double taken, size_t size)
{
    history *past = &histories[work];
    double rate = taken / (double)size;
    bool too_long = taken > floor_of(work) && (past->count < FEWEST || rate > FACTOR * median(past));
    if (too_long)
        fprintf(stderr, "%s: %g s for %zu bytes; %g s is usual\n", work < WORKS ? work_name(work) : "open", taken, size,
                median(past) * (double)size);
    require(!too_long);
    past->rates[past->count++ % KEPT] = rate;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.limits.memory = UINT64_C(256) << 20;
    options.partial = size % 2 == 1;
    pdk_document *document = NULL;
    pdk_error error;
    if (size == 0) return 0;
    double begin = seconds();
    pdk_status status = pdk_open_memory(data, size, &options, &document, &error);
    judge(WORKS, seconds() - begin, size);
    if (status != PDK_OK) return 0;
    const work_call call = { .document = document, .limits = options.limits };
    for (size_t work = 0; work_name(work) != NULL; work++) {
        require(work < WORKS);
        begin = seconds();
        if (work_do(work, &call, &error) == PDK_OK) judge(work, seconds() - begin, size);
    }
    pdk_close(document);
    return 0;
}

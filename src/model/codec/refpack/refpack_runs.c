#include "codec/refpack/refpack_runs.h"

/* No more runs begin in a window. */
enum { RUNS = PDK_REFPACK_WINDOW / PDK_REFPACK_MIN_RUN };

bool pdk_refpack_runs_init(pdk_refpack_runs *runs, const uint8_t *data, uint32_t size, pdk_memory *memory)
{
    *runs = (pdk_refpack_runs){ .data = data, .size = size };
    runs->runs = pdk_alloc_array(memory, RUNS, sizeof *runs->runs);
    return runs->runs != NULL;
}

void pdk_refpack_runs_free(pdk_refpack_runs *runs, pdk_memory *memory)
{
    pdk_free(memory, runs->runs);
}

/* NULL after the last useful one: none left, or so far back that its place was reused. */
static const pdk_refpack_run *get(const pdk_refpack_runs *runs, uint32_t number)
{
    return number != 0 && runs->count - number < RUNS ? &runs->runs[number % RUNS] : NULL;
}

/* The nearest place where the byte still comes `length` times is `length` before the end of the newest run that is so
 * long: lengths go from run to longer run. */
static uint32_t find_at_start(const pdk_refpack_runs *runs, uint32_t at, uint32_t left, uint32_t limit,
                              pdk_refpack_copy *copies)
{
    uint32_t length = PDK_REFPACK_MIN_RUN, count = 0, maximum = left < limit ? left : limit;
    const pdk_refpack_run *run = get(runs, runs->newest[runs->data[at]]);
    for (; run != NULL && length <= maximum; run = get(runs, run->longer)) {
        for (; length <= maximum && length <= run->length; length++) {
            uint32_t from = run->end - length, same = length;
            if (at - from > PDK_REFPACK_WINDOW) return count;
            if (length == left) same = pdk_refpack_common(runs->data + from, runs->data + at, left, limit);
            copies[count++] = (pdk_refpack_copy){ same, at - from };
        }
    }
    return count;
}

/* Enters the run that begins here; shorter ones before it are of no more use. */
static void enter(pdk_refpack_runs *runs, uint8_t byte, uint32_t length)
{
    uint32_t *newest = &runs->newest[byte], older = *newest;
    const pdk_refpack_run *run;
    while ((run = get(runs, older)) != NULL && run->length <= length) older = run->longer;
    *newest = ++runs->count;
    runs->runs[*newest % RUNS] = (pdk_refpack_run){ runs->end, length, run != NULL ? older : 0 };
}

uint32_t pdk_refpack_runs_find(pdk_refpack_runs *runs, uint32_t at, uint32_t limit, uint32_t *left,
                               pdk_refpack_copy *copies)
{
    if (at < runs->end) {
        *left = runs->end - at;
        copies[0] = (pdk_refpack_copy){ *left < limit ? *left : limit, 1 };
        return 1;
    }
    uint32_t end = at + PDK_REFPACK_MIN_RUN;
    while (end < runs->size && runs->data[end] == runs->data[at]) end++;
    runs->end = end;
    *left = end - at;
    uint32_t count = find_at_start(runs, at, *left, limit, copies);
    enter(runs, runs->data[at], *left);
    return count;
}

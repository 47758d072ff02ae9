/* Labels that touch become a block, whose place is the mean of what its labels want: merging blocks that touch gives
 * the least squares. */
#include "plot/place_labels.h"

#include <stdlib.h>

static int by_place(const void *a, const void *b)
{
    const pdk_placed_label *one = a, *other = b;
    if (one->wanted < other->wanted || one->wanted > other->wanted) return one->wanted < other->wanted ? -1 : 1;
    return one->number < other->number ? -1 : 1;
}

static double clamp(double value, double low, double high)
{
    if (value > high) value = high;
    return value < low ? low : value;
}

/* The first place of a block of labels first .. last. */
static double block_place(const pdk_placed_label *labels, size_t first, size_t last, double spacing, double low,
                          double high)
{
    double sum = 0;
    size_t count = last - first + 1;
    for (size_t i = first; i <= last; i++) sum += labels[i].wanted - (double)(i - first) * spacing;
    return clamp(sum / (double)count, low, high - (double)(count - 1) * spacing);
}

void pdk_place_labels(pdk_placed_label *labels, size_t count, double spacing, double low, double high)
{
    if (count == 0) return;
    qsort(labels, count, sizeof *labels, by_place);
    if (count > 1 && (double)(count - 1) * spacing > high - low) spacing = (high - low) / (double)(count - 1);
    for (size_t i = 0; i < count; i++) labels[i].wanted = clamp(labels[i].wanted, low, high);
    for (size_t last = 0; last < count; last++) {
        size_t first = last;
        double place = block_place(labels, first, last, spacing, low, high);
        while (first > 0 && place < labels[first - 1].at + spacing) { /* join the block before */
            size_t begin = first - 1;
            while (begin > 0 && labels[begin].at - labels[begin - 1].at < spacing * 1.0000001) begin--;
            first = begin;
            place = block_place(labels, first, last, spacing, low, high);
        }
        for (size_t i = first; i <= last; i++) labels[i].at = place + (double)(i - first) * spacing;
    }
}

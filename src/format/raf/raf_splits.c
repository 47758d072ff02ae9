/* The only judge of a header's times. A lap time is sound when the blocks are as many as begin in it; a split, when it
 * is before the end of the lap and in order with the others. */
#include "format/raf/raf_splits.h"

#include <math.h>
#include <stdio.h>

#include "model/plausible_times.h"

/* What the last block has; NaN = there are no blocks. */
static double last_value(const pdk_raf_shape *shape, const char *name)
{
    if (shape->block_count == 0) return NAN;
    return pdk_get_f64(pdk_record_field(&pdk_raf_block, name), 0, pdk_raf_block_at(shape, shape->block_count - 1));
}

/* The last block of a lap is less than a block of travel before the line: 17 of 17 real laps. */
static bool ends_before_line(const pdk_raf_shape *shape)
{
    double track_length = pdk_get_f64(pdk_record_field(&pdk_raf_header, "track_length"), 0, shape->bytes.data);
    double left = track_length - last_value(shape, "index_distance");
    return left > 2 * last_value(shape, "speed") * shape->interval_ms / 1000;
}

/* Is it the time of these blocks? A part of a lap has the times of the lap before it. */
static pdk_time_fault judge_lap_time(const pdk_raf_shape *shape, double lap_time)
{
    pdk_time_fault fault = pdk_judge_time(lap_time, last_value(shape, "distance"));
    int64_t lap_ms = llround(lap_time * 1000);
    if (!(lap_time < PDK_LONGEST_TIME) || pdk_raf_is_whole(shape->block_count, shape->interval_ms, lap_ms))
        return fault;
    if (shape->block_count * shape->interval_ms < (uint64_t)lap_ms && ends_before_line(shape)) return PDK_TIME_PART;
    return fault == PDK_TIME_SOUND ? PDK_TIME_CLOCK : fault;
}

/* Each alone: long enough for a sector, and early enough for one after it. */
static const char *judge_alone(double split, double lap_time)
{
    if (split < PDK_SHORTEST_TIME) return "is shorter than any sector";
    return lap_time - split < PDK_SHORTEST_TIME ? "is not before the end of the lap" : NULL;
}

/* Where two are in the wrong order, either may be the wrong one. */
static void judge_order(pdk_raf_splits *splits)
{
    bool wrong[PDK_RAF_SPLITS] = { false };
    for (uint32_t later = 1; later + 1 < splits->count; later++) {
        for (uint32_t i = 0; i < later; i++) {
            bool fine = splits->against[i] == NULL && splits->against[later] == NULL;
            if (!fine || splits->times[later] - splits->times[i] >= PDK_SHORTEST_TIME) continue;
            wrong[i] = wrong[later] = true;
        }
    }
    for (uint32_t i = 0; i < splits->count; i++) {
        if (wrong[i]) splits->against[i] = "is out of order with another split";
    }
}

pdk_raf_splits pdk_raf_judge_splits(const pdk_raf_shape *shape)
{
    pdk_raf_splits splits = { .count = pdk_raf_split_count(shape->bytes) };
    for (uint32_t i = 0; i < splits.count; i++) splits.times[i] = (double)pdk_raf_split_ms(shape->bytes, i) / 1000;
    double lap_time = splits.count > 0 ? splits.times[splits.count - 1] : 0;
    splits.has_lap_time = lap_time > 0;
    if (!splits.has_lap_time) return splits;
    splits.lap_fault = judge_lap_time(shape, lap_time);
    if (splits.lap_fault != PDK_TIME_SOUND) return splits;
    for (uint32_t i = 0; i + 1 < splits.count; i++) splits.against[i] = judge_alone(splits.times[i], lap_time);
    judge_order(&splits);
    return splits;
}

double pdk_raf_split_time(const pdk_raf_splits *splits, uint32_t split)
{
    bool known = split < splits->count && pdk_raf_owns_times(splits) && splits->against[split] == NULL;
    return known ? splits->times[split] : NAN;
}

static uint64_t offset_of(uint32_t split)
{
    return pdk_record_field(&pdk_raf_header, "splits")->offset + 4 * (uint64_t)split;
}

void pdk_raf_add_split_findings(pdk_document *document, const pdk_raf_splits *splits)
{
    char where[40];
    for (uint32_t i = 0; i < splits->count; i++) {
        snprintf(where, sizeof where, "raf.header.splits[%u]", (unsigned)i);
        if (splits->has_lap_time && splits->lap_fault != PDK_TIME_SOUND && i + 1 == splits->count) {
            pdk_document_add_finding(document, PDK_WARNING, "raf.lap_time", offset_of(i), where,
                                     "the lap time of %.3f s %s, so no answer uses it%s", splits->times[i],
                                     pdk_time_fault_text(splits->lap_fault), i > 0 ? " or the splits before it" : "");
        }
        if (splits->against[i] == NULL) continue;
        pdk_document_add_finding(document, PDK_WARNING, "raf.split", offset_of(i), where,
                                 "the split of %.3f s %s, so no answer uses it", splits->times[i], splits->against[i]);
    }
}

/* Laps of programs that put the track elsewhere on their maps: laid over the reference, before they are measured along
 * its line; and begun at its start line, where their own is at another place. */
#include <math.h>
#include <string.h>

#include "analysis/compare/comparison.h"
#include "base/text.h"

static const double usual_residual = 5; /* m: laps of one driver on one track are 1.4 to 3.9 m apart */
static const double same_name = 60;     /* m: places of one name are on one map, unless they are this far apart */
static const double same_line = 2;      /* m: start lines that are no further apart are one */

static double most_residual(const pdk_lap_comparison *comparison)
{
    return comparison->options->max_residual > 0 ? comparison->options->max_residual : usual_residual;
}

static bool is_in_lap(const pdk_trace *trace, size_t sample)
{
    return trace->time[sample] >= trace->start_time && trace->time[sample] <= trace->end_time;
}

static pdk_status points_of(const pdk_trace *trace, pdk_memory *memory, pdk_line_points *points, pdk_error *error)
{
    double(*at)[3] = pdk_alloc_array(memory, trace->count, sizeof *at);
    *points = (pdk_line_points){ .count = 0 };
    if (at == NULL) return pdk_fail_memory(error, memory, "the line of a lap");
    for (size_t i = 0; i < trace->count; i++) {
        if (!is_in_lap(trace, i)) continue;
        at[points->count][0] = trace->channels[PDK_TRACE_X][i];
        at[points->count][1] = trace->channels[PDK_TRACE_Y][i];
        at[points->count++][2] = 0;
    }
    points->at = (const double(*)[3])at;
    return PDK_OK;
}

static double mean_height(const pdk_trace *trace)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < trace->count; i++) {
        if (!is_in_lap(trace, i)) continue;
        sum += trace->channels[PDK_TRACE_Z][i];
        count++;
    }
    return count > 0 ? sum / count : 0;
}

static void move_lap(pdk_lap_comparison *comparison, size_t lap, const pdk_line_fit *fit)
{
    pdk_trace *trace = &comparison->traces[lap];
    const pdk_trace *reference = &comparison->traces[0];
    double *const *channels = trace->channels;
    for (size_t i = 0; i < trace->count; i++)
        pdk_line_fit_move(fit, &channels[PDK_TRACE_X][i], &channels[PDK_TRACE_Y][i]);
    if (channels[PDK_TRACE_Z] != NULL && reference->channels[PDK_TRACE_Z] != NULL) {
        double own = mean_height(trace), wanted = mean_height(reference);
        for (size_t i = 0; i < trace->count; i++)
            channels[PDK_TRACE_Z][i] = wanted + fit->scale * (channels[PDK_TRACE_Z][i] - own);
    }
    comparison->laps[lap].aligned = true;
    comparison->laps[lap].alignment = *fit;
}

static pdk_status fail_residual(const pdk_lap_comparison *comparison, size_t lap, const pdk_line_fit *fit,
                                pdk_error *error)
{
    const pdk_found_lap *found = &comparison->laps[lap];
    int size = (int)found->file.size;
    if (!isfinite(fit->residual))
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.track",
                        "lap %u of %.*s is elsewhere than the reference, and too short to compare their shapes",
                        (unsigned)found->lap, size, found->file.data);
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "compare.track",
                    "lap %u of %.*s was not driven on the track of the reference: laid over each other, their lines "
                    "are %.1f m apart (RMS), more than %g m",
                    (unsigned)found->lap, size, found->file.data, fit->residual, most_residual(comparison));
}

/* Is the lap on another map than the reference? Then its line is moved onto that of the reference. */
static pdk_status align_lap(pdk_lap_comparison *comparison, size_t lap, const pdk_line_points *reference,
                            pdk_memory *memory, pdk_error *error)
{
    pdk_line_points points;
    pdk_line_fit fit;
    double apart, allowed = most_residual(comparison);
    bool named =
        comparison->laps[lap].track.size > 0 && pdk_same_text(comparison->laps[lap].track, comparison->laps[0].track);
    pdk_status status = points_of(&comparison->traces[lap], memory, &points, error);
    if (status == PDK_OK) status = pdk_line_fit_apart(memory, reference, &points, &apart, error);
    if (status != PDK_OK || apart <= (named ? same_name : allowed)) return status;
    status = pdk_line_fit_find(memory, reference, &points, &fit, error);
    if (status != PDK_OK) return status;
    if (!(fit.residual <= allowed)) return fail_residual(comparison, lap, &fit, error);
    move_lap(comparison, lap, &fit);
    return PDK_OK;
}

pdk_status pdk_compare_align(pdk_lap_comparison *comparison, pdk_memory *memory, pdk_error *error)
{
    pdk_line_points reference = { .at = NULL };
    pdk_status status = PDK_OK;
    if (comparison->options->no_alignment != 0) return PDK_OK;
    for (size_t i = 1; i < comparison->count && status == PDK_OK; i++) {
        if (comparison->references[i].document == comparison->references[0].document) continue;
        if (reference.at == NULL) status = points_of(&comparison->traces[0], memory, &reference, error);
        if (status == PDK_OK) status = align_lap(comparison, i, &reference, memory, error);
        if (status == PDK_OK) status = pdk_compare_go_on(comparison, i, error);
    }
    return status;
}

/* ----------------------------------------------------------------------------------- begun at the other's line */

/* The values of samples first .. end - 1 and then 0 .. first, so that a lap begins at the sample after `first`. */
static double *turned(const double *values, size_t begin, size_t end, size_t cut, pdk_memory *memory)
{
    double *made = pdk_alloc_array(memory, end - begin + 2, sizeof *made);
    if (made == NULL) return NULL;
    memcpy(made, values + cut - 1, (end - cut + 1) * sizeof *made);
    memcpy(made + (end - cut + 1), values + begin, (cut - begin + 1) * sizeof *made);
    return made;
}

/* Time and place continue from one part to the other: those before the line come later, those after it sooner. */
static void shift_parts(double *values, size_t first, size_t count, double sooner, double later)
{
    for (size_t i = 0; i < count; i++) values[i] += i < first ? sooner : later;
}

pdk_status pdk_compare_begin_at_line(pdk_lap_comparison *comparison, size_t lap, double length, pdk_error *error)
{
    pdk_memory *memory = comparison->memory;
    pdk_trace *trace = &comparison->traces[lap];
    double duration = trace->end_time - trace->start_time;
    size_t begin = 0, end = trace->count;
    while (begin < end && trace->time[begin] < trace->start_time) begin++;
    while (end > begin && trace->time[end - 1] > trace->end_time) end--;
    if (end < begin + 4) return PDK_OK;
    double begins = comparison->laps[lap].begins = trace->station[begin];
    if (!(fabs(begins) > same_line)) return PDK_OK;
    double line = begins > 0 ? length : 0;
    size_t cut = begin;
    while (cut < end && trace->station[cut] < line) cut++;
    if (cut == begin || cut >= end - 1) return PDK_OK; /* it is not passed: what there is, is compared */
    double *made[PDK_TRACE_CHANNELS + 3],
        **arrays[PDK_TRACE_CHANNELS + 3] = { &trace->time, &trace->station, &trace->offset };
    for (size_t i = 0; i < PDK_TRACE_CHANNELS; i++) arrays[3 + i] = &trace->channels[i];
    for (size_t i = 0; i < PDK_TRACE_CHANNELS + 3; i++) {
        made[i] = NULL;
        if (*arrays[i] == NULL) continue;
        made[i] = turned(*arrays[i], begin, end, cut, memory);
        if (made[i] == NULL) return pdk_fail_memory(error, memory, "a lap");
        *arrays[i] = made[i];
    }
    size_t first = end - cut + 1;
    trace->count = end - begin + 2;
    trace->ruler = NULL;
    shift_parts(trace->time, first, trace->count, line > 0 ? -duration : 0, line > 0 ? 0 : duration);
    shift_parts(trace->station, first, trace->count, line > 0 ? -length : 0, line > 0 ? 0 : length);
    pdk_trace_keep_rising(trace);
    trace->start_time = pdk_trace_time_at(trace, 0);
    trace->end_time = trace->start_time + duration;
    return PDK_OK;
}

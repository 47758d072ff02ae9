/* Who moved how. */
#include <stddef.h>

#include "shim.h"

#include "json/json.h"

/* JavaScript fills an array of these: two numbers of 32 bits. */
_Static_assert(sizeof(pdk_channel_read) == 8 && offsetof(pdk_channel_read, values) == 4, "motion.js writes reads");

PDK_EXPORT(pdk_motion *, motion_open, const pdk_document *document, const char *wheel)
{
    pdk_motion_options options = PDK_MOTION_OPTIONS_INIT;
    options.wheel = wheel;
    options.progress = pdk_wasm_progress();
    pdk_motion *motion = NULL;
    return pdk_motion_open(document, &options, &motion, &pdk_wasm_error) == PDK_OK ? motion : NULL;
}

PDK_EXPORT(void, motion_close, pdk_motion *motion)
{
    pdk_motion_close(motion);
}

static void put_text(pdk_json *json, const char *key, pdk_text text)
{
    if (text.data == NULL) {
        pdk_member_text(json, key, NULL);
        return;
    }
    pdk_value value = { .type = PDK_TEXT, .as.text = text };
    pdk_member_value(json, key, &value);
}

static void put_drivers(pdk_json *json, const pdk_motion *motion, size_t run)
{
    pdk_member_begin(json, "drivers", '[');
    for (size_t i = 0;; i++) {
        const pdk_motion_driver *driver = pdk_motion_driver_at(motion, run, i);
        if (driver == NULL) break;
        pdk_json_begin(json, '{');
        put_text(json, "name", driver->name);
        pdk_member_number(json, "from", driver->from);
        pdk_member_number(json, "to", driver->to);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* { "evidence": [...], "channels": [...], "runs": [...] } */
PDK_EXPORT(pdk_status, motion_describe, const pdk_motion *motion)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_json json = { .output = output };
    const char *evidence;
    pdk_json_begin(&json, '{');
    pdk_member_begin(&json, "evidence", '[');
    for (size_t i = 0; (evidence = pdk_motion_evidence_at(motion, i)) != NULL; i++) pdk_json_text(&json, evidence);
    pdk_json_end(&json, ']');
    pdk_member_begin(&json, "channels", '[');
    for (size_t i = 0; i < pdk_motion_channel_count(motion); i++) {
        const pdk_motion_channel *channel = pdk_motion_channel_at(motion, i);
        pdk_json_begin(&json, '{');
        pdk_member_text(&json, "role", pdk_role_name(channel->role));
        pdk_member_text(&json, "unit", channel->unit);
        pdk_member_text(&json, "certainty", pdk_certainty_name(channel->certainty));
        pdk_member_boolean(&json, "derived", channel->derived);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_member_begin(&json, "runs", '[');
    for (size_t i = 0; i < pdk_motion_run_count(motion); i++) {
        const pdk_motion_run *run = pdk_motion_run_at(motion, i);
        pdk_json_begin(&json, '{');
        pdk_member_natural(&json, "driver", run->slot);
        put_text(&json, "name", run->name);
        pdk_member_natural(&json, "samples", run->samples);
        put_drivers(&json, motion, i);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    return pdk_wasm_finish(output, PDK_OK);
}

static const char *begin_name(pdk_motion_begin begin)
{
    static const char *const names[] = { "run", "gap", "jump", "clock", "place" };
    return names[begin];
}

PDK_EXPORT(pdk_status, motion_segments, const pdk_motion *motion, size_t run)
{
    const pdk_motion_segment *segments;
    size_t count;
    pdk_status status = pdk_motion_segments(motion, run, &segments, &count, &pdk_wasm_error);
    if (status != PDK_OK) return status;
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_json json = { .output = output };
    pdk_json_begin(&json, '[');
    for (size_t i = 0; i < count; i++) {
        pdk_json_begin(&json, '{');
        pdk_member_natural(&json, "first", segments[i].first);
        pdk_member_natural(&json, "count", segments[i].count);
        pdk_member_number(&json, "startTime", segments[i].start_time);
        pdk_member_number(&json, "endTime", segments[i].end_time);
        pdk_member_text(&json, "begin", begin_name(segments[i].begin));
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    return pdk_wasm_finish(output, PDK_OK);
}

PDK_EXPORT(pdk_status, motion_read, const pdk_motion *motion, size_t run, double first, size_t count,
           const pdk_channel_read *reads, size_t read_count)
{
    return pdk_motion_read(motion, run, (uint64_t)first, count, reads, read_count, &pdk_wasm_error);
}

PDK_EXPORT(pdk_status, motion_read_at, const pdk_motion *motion, size_t run, const double *times, size_t count,
           const pdk_channel_read *reads, size_t read_count)
{
    return pdk_motion_read_times(motion, run, times, count, reads, read_count, &pdk_wasm_error);
}

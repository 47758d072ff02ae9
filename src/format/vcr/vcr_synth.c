/* A generated replay. The counters stand before what they count, so the race is driven twice: once to count, once to
 * write. Memory stays at one slice, whatever the size; only gzip holds the whole file. */
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "format/vcr/vcr.h"
#include "format/vcr/vcr_synth.h"
#include "synth/truth.h"

enum { DEFAULT_CARS = 8, DEFAULT_SECONDS = 30, GZIP_LEVEL = 6, RACE = 10, R1_RACE = 7 };

static const double session_start = 60; /* the session's clock when recording begins */

static uint64_t choose_ticks(const pdk_vcr_variation *variation, const pdk_synth_options *options, uint32_t cars)
{
    if (options->size > 0) { /* poses are nearly all of it */
        uint32_t pose = variation->layout.dialect == PDK_VCR_R1  ? pdk_vcr_r1_pose.size
                        : variation->layout.dialect == PDK_VCR_L ? pdk_vcr_l_pose.size
                                                                 : pdk_vcr_r2_pose.size;
        uint64_t slice = variation->layout.slice->size + (uint64_t)cars * (variation->layout.event->size + pose);
        uint64_t ticks = options->size / slice;
        return ticks > 0 ? ticks : 1;
    }
    double seconds = options->seconds > 0 ? options->seconds : DEFAULT_SECONDS;
    double ticks = seconds * PDK_VCR_SLICES_PER_SECOND;
    return ticks < 1 ? 1 : (uint64_t)ticks;
}

/* ------------------------------------------------------------------------------------------------- sessions */

static pdk_status plan_recording(const pdk_vcr_variation *variation, const pdk_synth_options *options, uint32_t cars,
                                 pdk_vcr_recording *recording, pdk_error *error)
{
    bool is_cut = options->seconds > 0 || options->size > 0;
    *recording = (pdk_vcr_recording){
        .plan = { .cars = cars, .start = session_start, .tick = 1.0 / PDK_VCR_SLICES_PER_SECOND },
        .most_ticks = is_cut ? choose_ticks(variation, options, cars) : 0,
        .poses_every = options->poses_every,
        .from = options->from,
        .to = options->to,
        .progress = options->progress,
        .progress_user = options->progress_user,
    };
    recording->plan.watched = (double)recording->most_ticks * recording->plan.tick;
    pdk_status status = pdk_sim_session_make_plan(options, &recording->plan, error);
    if (status != PDK_OK) return status;
    status = pdk_vcr_read_faults(options, &recording->faults, error);
    if (status != PDK_OK) return status;
    return pdk_vcr_read_without(options->without, &recording->without, error) ? PDK_OK : PDK_E_ARGUMENT;
}

static pdk_status write_truth(const pdk_vcr_variation *variation, const pdk_synth_options *options,
                              const pdk_sim_session *session, const pdk_vcr_totals *totals, pdk_error *error)
{
    if (options->truth == NULL) return PDK_OK;
    uint32_t dialect = variation->layout.dialect;
    pdk_truth_file file = { .format = "vcr",
                            .dialect = dialect == PDK_VCR_R1  ? "r1"
                                       : dialect == PDK_VCR_L ? "l"
                                                              : "r2",
                            .first_slot = variation->first_slot,
                            .first = totals->start_time,
                            .last = totals->end_time,
                            .left_out = options->without,
                            .with = options->with,
                            .lost = options->lost,
                            .late = options->late,
                            .name_suffix = "" };
    return pdk_truth_write(session, &file, options->truth, error);
}

static pdk_status write_session(const pdk_vcr_variation *variation, const pdk_synth_options *options, uint32_t cars,
                                pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    pdk_vcr_recording recording;
    pdk_status status = plan_recording(variation, options, cars, &recording, error);
    if (status != PDK_OK) return status;
    static const uint8_t kinds[] = { 1, 5, RACE }, r1_kinds[] = { 1, 5, R1_RACE };
    uint8_t kind = (variation->layout.dialect == PDK_VCR_R1 ? r1_kinds : kinds)[recording.plan.kind];
    pdk_sim_session *first = pdk_sim_session_new(memory, &recording.plan),
                    *second = pdk_sim_session_new(memory, &recording.plan);
    pdk_vcr_writer count, write;
    if (first == NULL || second == NULL || !pdk_vcr_writer_start(&count, variation, kind, memory, NULL) ||
        !pdk_vcr_writer_start(&write, variation, kind, memory, output)) {
        return pdk_fail_memory(error, memory, "the simulated session");
    }
    status = pdk_vcr_write_session(&count, &recording, first, error);
    pdk_vcr_entries entries = { cars, first };
    if (status == PDK_OK) status = pdk_vcr_write_front(variation, &entries, &count.totals, output, error);
    recording.last_pass = true;
    if (status == PDK_OK) status = pdk_vcr_write_session(&write, &recording, second, error);
    if (status == PDK_OK) status = pdk_vcr_write_back(variation, &entries, &count.totals, output, error);
    if (status == PDK_OK) status = write_truth(variation, options, second, &count.totals, error);
    return status;
}

static pdk_status write_file(const pdk_vcr_variation *variation, const pdk_synth_options *options, uint32_t cars,
                             pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    if (pdk_sim_session_is_wanted(options)) return write_session(variation, options, cars, memory, output, error);
    uint8_t session = variation->layout.dialect == PDK_VCR_R1 ? R1_RACE : RACE;
    uint64_t ticks = choose_ticks(variation, options, cars);
    pdk_vcr_writer count, write;
    if (!pdk_vcr_writer_start(&count, variation, session, memory, NULL) ||
        !pdk_vcr_writer_start(&write, variation, session, memory, output)) {
        return pdk_fail_memory(error, memory, "a slice");
    }
    pdk_vcr_entries entries = { cars, NULL };
    pdk_status status = pdk_vcr_write_race(&count, options, cars, ticks, error);
    if (status == PDK_OK) status = pdk_vcr_write_front(variation, &entries, &count.totals, output, error);
    if (status == PDK_OK) status = pdk_vcr_write_race(&write, options, cars, ticks, error);
    if (status == PDK_OK) status = pdk_vcr_write_back(variation, &entries, &count.totals, output, error);
    return status;
}

static pdk_status compress(pdk_bytes plain, pdk_memory *memory, pdk_output *output, pdk_error *error)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(GZIP_LEVEL);
    size_t most = compressor != NULL ? libdeflate_gzip_compress_bound(compressor, plain.size) : 0;
    uint8_t *packed = compressor != NULL ? pdk_alloc_raw(memory, most) : NULL;
    pdk_status status;
    if (packed == NULL) {
        status = pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for gzip");
    } else {
        size_t size = libdeflate_gzip_compress(compressor, plain.data, plain.size, packed, most);
        status = pdk_output_write(output, packed, size, error);
    }
    libdeflate_free_compressor(compressor);
    return status;
}

pdk_status pdk_vcr_synth_variation(const pdk_vcr_variation *variation, const pdk_synth_options *options,
                                   pdk_output *output, pdk_error *error)
{
    uint32_t cars = options->cars > 0 ? options->cars : DEFAULT_CARS;
    if (cars > PDK_VCR_MAX_CARS || variation->first_slot + cars > PDK_VCR_NOBODY) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.cars", "at most %d cars can be distinguished",
                        PDK_VCR_MAX_CARS);
    }
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_status status;
    if (options->gzip) {
        pdk_output *plain = NULL;
        status = pdk_output_memory(&plain, error);
        if (status == PDK_OK) status = write_file(variation, options, cars, &memory, plain, error);
        if (status == PDK_OK) status = pdk_output_finish(plain, error);
        if (status == PDK_OK) status = compress(pdk_output_bytes(plain), &memory, output, error);
        pdk_output_close(plain);
    } else {
        status = write_file(variation, options, cars, &memory, output, error);
    }
    pdk_memory_destroy(&memory);
    return status;
}

pdk_status pdk_vcr_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    static const struct {
        const char *name;
        uint32_t dialect;
    } dialects[] = { { "r2", PDK_VCR_R2 }, { "r1", PDK_VCR_R1 }, { "l", PDK_VCR_L } };
    const char *wanted = options->dialect != NULL ? options->dialect : "r2";
    pdk_vcr_calibration *readings = calloc(1, sizeof *readings);
    if (readings == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory");
    pdk_status status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.dialect",
                                 "there is no dialect \"%s\"; there are r1, r2 and l", wanted);
    pdk_vcr_list_readings(readings);
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        if (strcmp(dialects[i].name, wanted) != 0) continue;
        for (size_t k = 0; k < readings->count; k++) { /* the first of a dialect is how programs read it */
            if (readings->trials[k].layout.dialect != dialects[i].dialect) continue;
            pdk_vcr_variation variation = { .layout = readings->trials[k].layout };
            status = pdk_vcr_synth_variation(&variation, options, output, error);
            break;
        }
    }
    free(readings);
    return status;
}

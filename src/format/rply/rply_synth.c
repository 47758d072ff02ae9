/* A generated replay: the simulated drive, ten frames a second. */
#include <string.h>

#include "base/callback.h"
#include "format/rply/rply.h"
#include "format/rply/rply_synth_compose.h"
#include "synth/sim_session.h"
#include "synth/truth.h"

enum { INTERVAL_MS = 100, TICK_MS = 20, DEFAULT_CARS = 2, DEFAULT_SECONDS = 60, LATE_MS = 5000 };

/* Where the cars come from: a session, or a drive without end whose last car, a truck, joins late. */
typedef struct source {
    pdk_sim_session *session; /* or */
    pdk_sim *sim;
    uint32_t cars;
    uint64_t late_time; /* ms */
    uint64_t end;       /* ms; 0 = by the session */
} source;

typedef struct dialect {
    const char *name;
    int major;
    const pdk_record *header;
} dialect;

static const dialect dialects[] = {
    { "2.1", 2, &pdk_rply_header },
    { "2.1-wiki", 2, &pdk_rply_header_without_interval },
    { "1.1", 1, &pdk_rply_header },
};

static const dialect *find_dialect(const char *name)
{
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        if (name == NULL || strcmp(dialects[i].name, name) == 0) return &dialects[i];
    }
    return NULL;
}

static pdk_status fail_fit(pdk_error *error)
{
    return pdk_fail(error, PDK_E_CORRUPT, PDK_NO_OFFSET, "rply.synth", "a simulated value does not fit its field");
}

static pdk_status write_header(const dialect *kind, uint32_t cars, pdk_output *output, pdk_error *error)
{
    uint8_t header[80] = { 0 };
    bool fits = pdk_put_string(kind->header, header, "magic", "RPLY") &&
                pdk_put_string(kind->header, header, "track", "paddock_ring") &&
                pdk_put_values(kind->header, header,
                               (const pdk_named_value[]){
                                   { "version_minor", 1 },
                                   { "version_major", kind->major },
                                   { "cars", cars },
                                   { NULL, 0 },
                               });
    if (fits && kind->header == &pdk_rply_header)
        fits = pdk_put(kind->header, header, "interval", INTERVAL_MS / 1000.0);
    if (!fits) return fail_fit(error);
    pdk_status status = pdk_output_write(output, header, kind->header->size, error);
    for (uint32_t car = 0; status == PDK_OK && car < cars; car++) {
        uint8_t name[64] = { 0 };
        if (!pdk_put_string(&pdk_rply_car_name, name, "name", pdk_rply_compose_car_name(car, cars)))
            return fail_fit(error);
        status = pdk_output_write(output, name, sizeof name, error);
    }
    return status == PDK_OK ? pdk_output_write(output, "DATA", 4, error) : status;
}

static void show_cars(const source *from, uint64_t time, pdk_rply_composer *composer)
{
    for (uint32_t car = 0; car < from->cars; car++) {
        bool there = from->session != NULL ? pdk_sim_session_view_of(from->session, car).present
                                           : from->cars == 1 || car + 1 < from->cars || time >= from->late_time;
        if (from->session != NULL) composer->views[car] = pdk_sim_session_view_of(from->session, car);
        composer->shown[car] = !there                  ? NULL
                               : from->session != NULL ? pdk_sim_session_car(from->session, car, true)
                                                       : pdk_sim_get(from->sim, car);
    }
}

static bool step(const source *from)
{
    if (from->session == NULL) pdk_sim_step(from->sim);
    for (int i = 0; from->session != NULL && i < INTERVAL_MS / TICK_MS; i++) {
        if (!pdk_sim_session_step(from->session)) return false;
    }
    return true;
}

static pdk_status write_frames(const pdk_synth_options *options, const source *from, pdk_rply_composer *composer,
                               uint64_t start, pdk_output *output, pdk_error *error)
{
    for (uint64_t time = 0;; time += INTERVAL_MS) {
        uint64_t written = pdk_output_position(output) - start;
        bool is_over = options->size > 0 ? written >= options->size
                       : from->end > 0   ? time >= from->end
                                         : pdk_sim_session_is_over(from->session);
        if (is_over) return PDK_OK;
        if (time > INT32_MAX) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.size",
                            "a Racer replay counts milliseconds in 31 bits: at most 24 days, or more cars");
        }
        show_cars(from, time, composer);
        if (!pdk_rply_compose(composer, (int32_t)time)) return fail_fit(error);
        pdk_status status = pdk_output_write(output, composer->frame, composer->size, error);
        if (status != PDK_OK) return status;
        if (!step(from)) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory");
        if (time % (1000 * INTERVAL_MS) == 0 &&
            !pdk_tell_progress(options->progress, options->progress_user, options->size > 0 ? written : time,
                               options->size > 0 ? options->size : from->end)) {
            return pdk_fail(error, PDK_E_CANCELLED, PDK_NO_OFFSET, "cancelled", "cancelled");
        }
    }
}

static pdk_status check_options(const pdk_synth_options *options, uint32_t cars, pdk_error *error)
{
    if (find_dialect(options->dialect) == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.dialect",
                        "there is no dialect \"%s\": 1.1, 2.1, 2.1-wiki", options->dialect);
    }
    if (cars > PDK_RPLY_COMPOSE_CARS) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.cars", "%u cars; Racer knows at most %d",
                        (unsigned)cars, PDK_RPLY_COMPOSE_CARS);
    }
    if (options->seconds > INT32_MAX / 1000) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.seconds",
                        "a Racer replay counts milliseconds in 31 bits: at most %d s", INT32_MAX / 1000);
    }
    return PDK_OK;
}

static pdk_status make_source(const pdk_synth_options *options, uint32_t cars, pdk_memory *memory, source *from,
                              pdk_error *error)
{
    double seconds = options->seconds > 0 ? options->seconds : DEFAULT_SECONDS;
    *from = (source){ .cars = cars, .late_time = LATE_MS, .end = (uint64_t)(seconds * 1000 + 0.5) };
    if (!pdk_sim_session_is_wanted(options)) {
        if (options->size == 0 && from->end < 2 * LATE_MS) from->late_time = from->end / 2;
        from->sim = pdk_sim_new(memory, options->seed, 0, cars, INTERVAL_MS / 1000.0);
        return from->sim != NULL ? PDK_OK : pdk_fail_memory(error, memory, "the simulated drive");
    }
    pdk_sim_session_plan plan = { .cars = cars, .tick = TICK_MS / 1000.0, .watched = options->seconds };
    if (!(options->seconds > 0)) from->end = 0;
    if (options->size > 0) plan.watched = DEFAULT_SECONDS;
    pdk_status status = pdk_sim_session_make_plan(options, &plan, error);
    if (status != PDK_OK) return status;
    from->session = pdk_sim_session_new(memory, &plan);
    return from->session != NULL ? PDK_OK : pdk_fail_memory(error, memory, "the simulated session");
}

static pdk_status write_truth(const pdk_synth_options *options, const source *from, const char *dialect_name,
                              pdk_memory *memory, pdk_error *error)
{
    if (options->truth == NULL) return PDK_OK;
    if (!pdk_sim_session_end(from->session)) return pdk_fail_memory(error, memory, "the truth");
    pdk_truth_file file = { .format = "rply",
                            .dialect = dialect_name,
                            .last = pdk_sim_session_clock(from->session),
                            .with = options->with,
                            .lock_ups = true,
                            .name_suffix = "" };
    return pdk_truth_write(from->session, &file, options->truth, error);
}

pdk_status pdk_rply_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    uint32_t cars = options->cars > 0 ? options->cars : DEFAULT_CARS;
    pdk_status status = check_options(options, cars, error);
    if (status != PDK_OK) return status;
    const dialect *kind = find_dialect(options->dialect);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    source from;
    status = make_source(options, cars, &memory, &from, error);
    pdk_rply_composer *composer = pdk_alloc(&memory, sizeof *composer);
    if (status == PDK_OK && composer == NULL) status = pdk_fail_memory(error, &memory, "the simulated drive");
    if (status == PDK_OK) {
        composer->cars = cars;
        composer->major = kind->major;
        composer->of_session = from.session != NULL;
        uint64_t start = pdk_output_position(output);
        status = write_header(kind, cars, output, error);
        if (status == PDK_OK) status = write_frames(options, &from, composer, start, output, error);
        if (status == PDK_OK) status = write_truth(options, &from, kind->name, &memory, error);
    }
    pdk_memory_destroy(&memory);
    return status;
}

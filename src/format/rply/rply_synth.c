/* A generated replay: the simulated drive, ten frames a second. */
#include <string.h>

#include "format/rply/rply.h"
#include "format/rply/rply_compose.h"

enum { INTERVAL_MS = 100, DEFAULT_CARS = 2, DEFAULT_SECONDS = 60, LATE_MS = 5000 };

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

static pdk_status write_frames(const pdk_synth_options *options, pdk_sim *sim, pdk_rply_composer *composer,
                               uint64_t start, pdk_output *output, pdk_error *error)
{
    double seconds = options->seconds > 0 ? options->seconds : DEFAULT_SECONDS;
    uint64_t end = (uint64_t)(seconds * 1000 + 0.5);
    if (options->size == 0 && end < 2 * LATE_MS) composer->late_time = (int32_t)(end / 2);
    for (uint64_t time = 0;; time += INTERVAL_MS) {
        uint64_t written = pdk_output_position(output) - start;
        if (options->size > 0 ? written >= options->size : time >= end) return PDK_OK;
        if (time > INT32_MAX) {
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.size",
                            "a Racer replay counts milliseconds in 31 bits: at most 24 days, or more cars");
        }
        if (!pdk_rply_compose(composer, (int32_t)time)) return fail_fit(error);
        pdk_status status = pdk_output_write(output, composer->frame, composer->size, error);
        if (status != PDK_OK) return status;
        pdk_sim_step(sim);
        if (time % (1000 * INTERVAL_MS) == 0 && options->progress != NULL &&
            !options->progress(options->progress_user, options->size > 0 ? written : time,
                               options->size > 0 ? options->size : end)) {
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

pdk_status pdk_rply_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error)
{
    uint32_t cars = options->cars > 0 ? options->cars : DEFAULT_CARS;
    pdk_status status = check_options(options, cars, error);
    if (status != PDK_OK) return status;
    const dialect *kind = find_dialect(options->dialect);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_sim *sim = pdk_sim_new(&memory, options->seed, 0, cars, INTERVAL_MS / 1000.0);
    pdk_rply_composer *composer = pdk_alloc(&memory, sizeof *composer);
    if (sim == NULL || composer == NULL) {
        status = pdk_fail_memory(error, &memory, "the simulated drive");
    } else {
        composer->sim = sim;
        composer->cars = cars;
        composer->major = kind->major;
        composer->late_time = LATE_MS;
        uint64_t start = pdk_output_position(output);
        status = write_header(kind, cars, output, error);
        if (status == PDK_OK) status = write_frames(options, sim, composer, start, output, error);
    }
    pdk_memory_destroy(&memory);
    return status;
}

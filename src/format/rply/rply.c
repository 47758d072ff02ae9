/* The RPLY reader: header, index, evidence, tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "format/rply/rply_cut.h"
#include "format/rply/rply_walk.h"

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (bytes.size < 4 || memcmp(bytes.data, "RPLY", 4) != 0) {
        if (strcmp(probe->extension, ".rpl") != 0) return 0;
        snprintf(reason, capacity, "the name ends in .rpl, but the tag RPLY is missing");
        return PDK_SCORE_EXTENSION;
    }
    snprintf(reason, capacity, "the tag RPLY at 0");
    uint32_t cars;
    if (bytes.size < pdk_rply_header.size || pdk_rply_find_header(bytes, &cars) == NULL) return PDK_SCORE_MAGIC;
    snprintf(reason, capacity, "the tag RPLY at 0, and DATA after the names of %u cars", (unsigned)cars);
    return PDK_SCORE_CERTAIN;
}

static pdk_rply *new_replay(pdk_document *document)
{
    pdk_rply *replay = pdk_document_new_state(document, sizeof *replay);
    if (replay == NULL) return NULL;
    replay->document = document;
    replay->bytes = document->content;
    replay->marks = pdk_vector_of(&document->memory, sizeof(pdk_rply_mark));
    replay->cars = pdk_vector_of(&document->memory, sizeof(pdk_rply_car));
    replay->entry_names = pdk_vector_of(&document->memory, sizeof(pdk_text));
    replay->budget = 100000 + 2 * (uint64_t)document->content.size;
    for (size_t i = 0; i < PDK_RPLY_MAX_CARS; i++) replay->row_of[i] = PDK_RPLY_NO_ROW;
    for (uint8_t i = 0; i < 4; i++) replay->orientation[i] = i;
    return replay;
}

/* -------------------------------------------------------------------------------------------- properties */

static int compare_steps(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* The median of the first steps of time, in ms; 0 when there are none. */
static int64_t median_step(const pdk_rply *replay)
{
    enum { STEPS = 1000 };
    int64_t steps[STEPS];
    size_t count = 0;
    pdk_rply_cursor cursor = pdk_rply_enter(replay, 0);
    while (count < STEPS && cursor.frame + 1 < replay->frames) {
        int32_t before = pdk_rply_frame_time(cursor.at);
        pdk_rply_advance(&cursor);
        steps[count++] = (int64_t)pdk_rply_frame_time(cursor.at) - before;
    }
    if (count == 0) return 0;
    qsort(steps, count, sizeof steps[0], compare_steps);
    return steps[count / 2];
}

/* By the published page; nothing in the file says it. */
static void add_recorder(pdk_rply *replay)
{
    const char *recorder = replay->minor != 1   ? NULL
                           : replay->major == 1 ? "Racer 0.5.2 beta 8.7 or earlier"
                           : replay->major == 2 ? "Racer 0.5.2 beta 8.8 or later"
                                                : NULL;
    if (recorder == NULL) return;
    pdk_document_add_text(replay->document, "recorder", recorder, strlen(recorder),
                          "what wrote the file, by its version", PDK_LIKELY);
    pdk_document_add_evidence(replay->document,
                              "version %d.%d is what %s writes, as the published page says; the file does not name it",
                              replay->major, replay->minor, recorder);
}

static void add_properties(pdk_rply *replay)
{
    pdk_document *document = replay->document;
    char version[24];
    snprintf(version, sizeof version, "%d.%d", replay->major, replay->minor);
    char *kept = pdk_strdup(&document->memory, version);
    pdk_document_add_text(document, "version", kept != NULL ? kept : "", strlen(version), "of the format", PDK_LIKELY);
    if (kept == NULL) document->failed = true;
    add_recorder(replay);
    pdk_document_add_fields(document, replay->header, replay->bytes.data);
    int64_t step = median_step(replay);
    if (replay->header == &pdk_rply_header_without_interval) {
        pdk_document_add_number(document, "interval", (double)step / 1000, "s",
                                "between frames: the median of their times, because the header has none", PDK_LIKELY);
        pdk_document_add_evidence(document, "the interval is the median step between frames");
    } else {
        int64_t interval = pdk_get_i64(pdk_record_field(replay->header, "interval"), 0, replay->bytes.data);
        if (replay->frames > 1 && step != interval) {
            pdk_document_add_finding(document, PDK_WARNING, "rply.interval",
                                     pdk_record_field(&pdk_rply_header, "interval")->offset, "rply.header.interval",
                                     "the header says %lld ms, but frames are %lld ms apart", (long long)interval,
                                     (long long)step);
        }
    }
    double first = (double)replay->first_time / 1000, last = (double)replay->last_time / 1000;
    pdk_document_add_count(document, "frames", replay->frames, NULL);
    pdk_document_add_count(document, "states", replay->rows[PDK_RPLY_STATES], "car states in all frames");
    pdk_document_add_number(document, "first_time", first, "s", "of the first frame", PDK_LIKELY);
    pdk_document_add_number(document, "duration", last - first, "s", "from the first frame to the last", PDK_LIKELY);
    pdk_document_add_count(document, "opaque_bytes", replay->opaque_bytes, "in commands that could not be read");
    pdk_document_add_unrecorded(
        document, "penalties; penalty_time; contacts; pit_stops; fuel; tyre_wear; compound; weather; rain");
    if (replay->gaps > 0) pdk_document_add_count(document, "damaged_places", replay->gaps, "skipped");
}

static void add_regions(pdk_rply *replay)
{
    pdk_document_add_region(replay->document, "header", replay->header, 0, replay->header->size, 1);
    pdk_document_add_region(replay->document, "car_name", &pdk_rply_car_name, replay->header->size,
                            pdk_rply_car_name.size, replay->header_cars);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_rply *replay = new_replay(document);
    if (replay == NULL) return pdk_document_built(document, error);
    pdk_status status = pdk_rply_read_header(replay, error);
    if (status == PDK_OK) status = pdk_rply_index(replay, error);
    if (status != PDK_OK) return status;
    pdk_document_set_dialect(document, "%d.%d %s interval", replay->major, replay->minor,
                             replay->header == &pdk_rply_header ? "with" : "without");
    pdk_rply_tell(replay);
    pdk_rply_study_motion(replay);
    add_properties(replay);
    add_regions(replay);
    pdk_rply_add_states(replay);
    pdk_rply_add_tables(replay);
    return pdk_document_built(document, error);
}

static const pdk_motion_tables motion = { .rows = "states", .drivers = "cars" };
static const pdk_mark_tables marks = { .points = "skid_points",
                                       .ends = "skid_strips",
                                       .smoke = "smoke",
                                       .strip = "strip",
                                       .starts = "starts",
                                       .transparency = "transparency",
                                       .lifetime = "lifetime" };
static const pdk_services services = { .motion = &motion, .marks = &marks };

const pdk_format pdk_format_rply = {
    .info = { .id = "rply",
              .title = "Racer replay",
              .extensions = ".rpl",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE | PDK_CAN_CUT,
              .certainty = PDK_LIKELY,
              .basis =
                  "Racer's published page and notes on its 1.1 recorder; checked on files made by these rules, none "
                  "by the game",
              .records = pdk_rply_records,
              .synth_options = "dialect seconds cars size session laps minutes with truth",
              .synth_dialects = "1.1 2.1" },
    .probe = probe,
    .open = open_document,
    .check = pdk_rply_check,
    .synth = PDK_GENERATOR(pdk_rply_synth),
    .walk = pdk_rply_spans,
    .cut = &pdk_rply_cut,
    .services = &services,
};

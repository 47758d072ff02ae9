/* gMotor replays: recognising them, and building the document from what calibration settled. */
#include "format/vcr/vcr.h"

#include <stdio.h>
#include <string.h>

#include "format/format.h"
#include "format/vcr/vcr_cut.h"

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    uint64_t tag_at = pdk_vcr_find_tag(probe->bytes);
    if (tag_at == PDK_NO_OFFSET) {
        if (strcmp(probe->extension, ".vcr") != 0) return 0;
        snprintf(reason, capacity, "the name ends in .vcr, but the tag IRSR is missing");
        return PDK_SCORE_EXTENSION;
    }
    bool banner = probe->bytes.size >= 8 && memcmp(probe->bytes.data, "//[[gMb1", 8) == 0;
    snprintf(reason, capacity, "the tag IRSR at %llu%s", (unsigned long long)tag_at,
             banner ? ", after a gMotor banner" : "");
    return banner ? PDK_SCORE_CERTAIN : PDK_SCORE_MAGIC;
}

/* ---------------------------------------------------------------------------------------------- properties */

static void add_placed(pdk_document *document, const pdk_field *field, const pdk_place *place)
{
    const uint8_t *at = document->content.data + place->offset;
    if (field->storage >= PDK_RAW_TEXT8 && field->storage <= PDK_RAW_TEXT32) {
        pdk_document_add_text_field(document, field, at, (size_t)place->size);
    } else if (field->storage == PDK_RAW_RECORD) {
        pdk_document_add_fields(document, field->record, at);
    } else {
        pdk_field here = *field;
        here.offset = 0;
        pdk_document_add_field(document, &here, at);
    }
}

static void add_info(pdk_document *document, const pdk_vcr_state *state)
{
    const pdk_record *info = state->layout->info;
    for (uint32_t i = 0; state->head->has_info && i < info->field_count; i++) {
        if (strncmp(info->fields[i].name, "unknown", 7) != 0) {
            add_placed(document, &info->fields[i], &state->head->info[i]);
        }
    }
}

static void add_properties(pdk_document *document, const pdk_vcr_state *state)
{
    const pdk_vcr_head *head = state->head;
    const uint8_t *data = document->content.data, *tag = data + head->tag_at;
    const char *version = state->layout->dialect == PDK_VCR_L ? "format_word" : "version";
    pdk_document_add_text(document, "banner", data, head->tag_at > 0 ? (size_t)head->tag_at - 1 : 0,
                          "the line before the tag", PDK_LIKELY);
    pdk_document_add_field(document, pdk_record_field(&pdk_vcr_tag, version), tag);
    add_info(document, state);
    pdk_vcr_add_event_info(document, state);
    if (head->counters_at != PDK_NO_OFFSET) {
        pdk_document_add_fields(document, state->layout->counters, data + head->counters_at);
    }
    pdk_document_add_count(document, "driver_count", head->drivers_read, "drivers in the list");
    if (head->camera_count > 0) {
        pdk_document_add_count(document, "camera_count", head->camera_count, "director cameras");
    }
}

/* ------------------------------------------------------------------------------------------------ findings */

static void add_findings(pdk_document *document, const pdk_vcr_state *state)
{
    const pdk_vcr_head *head = state->head;
    const pdk_vcr_mark *end = pdk_vcr_end(state);
    bool complete = state->calibration.complete;
    if (complete && (head->slice_count != end->slices || head->event_count != end->event)) {
        pdk_document_add_finding(document, PDK_WARNING, "vcr.counters", head->counters_at,
                                 state->layout->counters->name,
                                 "the counters say %llu slices and %llu events, but the file holds %u and %llu",
                                 (unsigned long long)head->slice_count, (unsigned long long)head->event_count,
                                 (unsigned)end->slices, (unsigned long long)end->event);
    }
    if (complete && end->at < head->slices_end) {
        pdk_document_add_finding(document, PDK_WARNING, "vcr.trailing", end->at, "vcr",
                                 "%llu bytes follow the last slice; they are kept and ignored",
                                 (unsigned long long)(head->slices_end - end->at));
    }
    if (head->metadata_searched) {
        pdk_document_add_finding(
            document, PDK_WARNING, "vcr.metadata", head->tag_at + pdk_vcr_tag.size, "vcr.l.stream.metadata_offset",
            "the pointer to the metadata is wrong; the metadata were found at 0x%llX by their first key",
            (unsigned long long)head->info_at);
    }
    if (head->slots_repeat) {
        pdk_document_add_finding(
            document, PDK_NOTE, "vcr.slots", head->drivers_at, "vcr.driver.slot",
            "several drivers share a slot; events name only the slot, so the last of them is shown");
    }
    if (head->gap > (state->layout->dialect == PDK_VCR_L ? pdk_vcr_l_separator.size : 0)) {
        pdk_document_add_finding(document, PDK_NOTE, "vcr.gap", head->counters_at - head->gap, "vcr",
                                 "there are %llu unknown bytes between the drivers and the counters",
                                 (unsigned long long)head->gap);
    }
    if (state->pose_size != 0) {
        pdk_document_add_finding(
            document, PDK_WARNING, "vcr.pose.size", head->slices_at, "vcr.pose",
            "poses have %u bytes, not the published %u: position and rotation are read from the last 24, the bytes "
            "in the middle are left out",
            (unsigned)state->pose_size, (unsigned)state->pose->size);
    }
}

/* -------------------------------------------------------------------------------------------------- tables */

typedef struct typed_table {
    pdk_vcr_table kind;
    const char *name, *meaning;
    bool always; /* also where the dialect has no such payload: scripts find it, with no rows */
} typed_table;

static const typed_table typed_tables[] = {
    { PDK_VCR_CHECKPOINTS, "checkpoints", "a row for each crossing of a sector line", true },
    { PDK_VCR_RUNNING_ORDER, "running_order", "", true },
    { PDK_VCR_CONTACTS, "contacts", "a row for each contact with a car or object", true },
    { PDK_VCR_PENALTIES, "penalties", "a row for each penalty given, served or removed", true },
    { PDK_VCR_PIT, "pit", "a row for each event of garage and pit lane", true },
    { PDK_VCR_TYRES, "tyres", "a row for each choice of tyres", true },
    { PDK_VCR_LIGHTS, "lights", "a row for each change of the lights", true },
    { PDK_VCR_WEATHER, "weather", "a row for each report of the weather", true },
    { PDK_VCR_SESSION, "session", "a row for each name of a session", true },
    { PDK_VCR_COUNTDOWN, "countdown", "a row for each step of a countdown", false },
    { PDK_VCR_TRACK_LIMITS, "track_limits", "a row for each decision on track limits", false },
    { PDK_VCR_IMPACTS, "impacts", "a row for each impact; the other party is not stored", false },
    { PDK_VCR_BRAKES, "brakes", "a row for each report of a car's brakes", false },
    { PDK_VCR_ENERGY, "energy", "a row for each report of the local player's virtual energy", false },
    { PDK_VCR_WHEELS, "wheels", "a row for each report of the local player's tyres", false },
    { PDK_VCR_SOUNDS, "sounds", "a row for each gear change of the local player, and the limiter", false },
    { PDK_VCR_PROGRESS, "progress", "a row for each step of an unknown quantity, of all other cars", false },
    { PDK_VCR_COMPOUNDS, "compound_codes", "a row for each report of codes of the tyres; compare tyres", false },
    { PDK_VCR_DRIVER_CHANGES, "driver_changes", "a row for each event in which another driver takes over", false },
};

static void add_tables(pdk_document *document, const pdk_vcr_state *state)
{
    pdk_vcr_add_poses(document, state);
    pdk_vcr_add_drivers(document, state);
    pdk_vcr_add_cameras(document, state);
    pdk_vcr_add_slices(document, state);
    pdk_vcr_add_events(document, state);
    for (size_t i = 0; i < sizeof typed_tables / sizeof typed_tables[0]; i++) {
        const typed_table *table = &typed_tables[i];
        if (table->kind == PDK_VCR_RUNNING_ORDER) {
            pdk_vcr_add_order(document, state);
        } else if (table->always || pdk_vcr_has_typed(state, table->kind)) {
            pdk_vcr_add_typed(document, state, table->kind, table->name, table->meaning);
        }
    }
    pdk_vcr_add_notices(document, state);
}

/* ---------------------------------------------------------------------------------------------------- open */

static void name_dialect(pdk_document *document, const pdk_vcr_state *state)
{
    const uint8_t *tag = document->content.data + state->head->tag_at;
    double version = pdk_get_f64(pdk_record_field(&pdk_vcr_tag, "version"), 0, tag);
    unsigned word = (unsigned)pdk_get_i64(pdk_record_field(&pdk_vcr_tag, "format_word"), 0, tag);
    switch (state->layout->dialect) {
    case PDK_VCR_L: pdk_document_set_dialect(document, "L (Le Mans Ultimate, format %u)", word & 0xFF); break;
    case PDK_VCR_R1: pdk_document_set_dialect(document, "R1 (rFactor, version %.4g)", version); break;
    default: pdk_document_set_dialect(document, "R2 (rFactor 2, version %.4g)", version); break;
    }
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_vcr_state *state = pdk_document_new_state(document, sizeof *state);
    if (state == NULL) return pdk_document_built(document, error);
    pdk_status status = pdk_vcr_calibrate(document, &state->calibration, &state->shape, &state->index, error);
    if (status != PDK_OK) return status;
    const pdk_vcr_trial *chosen = &state->calibration.trials[state->calibration.chosen];
    state->layout = &chosen->layout;
    state->head = &chosen->head;
    state->pose_size = chosen->sample.pose_size;
    state->pose = state->layout->dialect == PDK_VCR_R1  ? &pdk_vcr_r1_pose
                  : state->layout->dialect == PDK_VCR_L ? &pdk_vcr_l_pose
                                                        : &pdk_vcr_r2_pose;
    name_dialect(document, state);
    pdk_vcr_add_calibration_evidence(document, &state->calibration, &state->index);
    pdk_vcr_settle_brake(document, state);
    pdk_vcr_settle_energy(document, state);
    pdk_vcr_read_names(document, state);
    add_properties(document, state);
    if (state->layout->dialect == PDK_VCR_R1)
        pdk_document_add_unrecorded(document, "penalties; penalty_time; contacts; compound; weather; rain");
    add_findings(document, state);
    pdk_document_add_region(document, "tag", &pdk_vcr_tag, state->head->tag_at, pdk_vcr_tag.size, 1);
    add_tables(document, state);
    return pdk_document_built(document, error);
}

static const pdk_motion_tables motion = { .rows = "poses", .drivers = "drivers" };
static const pdk_services services = { .motion = &motion,
                                       .session = pdk_vcr_read_session,
                                       .session_has =
                                           PDK_HAS_CROSSINGS | PDK_HAS_PITS | PDK_HAS_CONTACTS | PDK_HAS_PENALTIES };

const pdk_format pdk_format_vcr = {
    .info = { .id = "vcr",
              .title = "gMotor replay (rFactor, rFactor 2, Le Mans Ultimate)",
              .extensions = ".vcr",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE | PDK_CAN_CUT,
              .certainty = PDK_LIKELY,
              .basis =
                  "published notes and public programs; no real file was available, so the layout is found for each "
                  "file from its bytes",
              .records = pdk_vcr_records,
              .synth_options =
                  "dialect seconds cars size gzip session laps minutes from to poses_every without with lost late "
                  "truth",
              .synth_dialects = "r1 r2 l" },
    .probe = probe,
    .open = open_document,
    .check = pdk_vcr_check,
    .synth = PDK_GENERATOR(pdk_vcr_synth),
    .walk = pdk_vcr_spans,
    .cut = &pdk_vcr_cut,
    .services = &services,
};

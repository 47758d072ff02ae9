/* TRI reader: what the header says against what is there, then the zones, each at its fixed place. */
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/format.h"
#include "format/tri/tri_scene.h"
#include "format/tri/tri_track.h"

/* The track format of the first game (1995) has its tags elsewhere. */
enum { ORIGINAL_TAG_AT = 0x16B88, ORIGINAL_SCENERY_AT = 0x1B000 };

static bool has_tag(pdk_bytes bytes, uint64_t at, const char tag[4])
{
    return bytes.size >= at + 4 && memcmp(bytes.data + at, tag, 4) == 0;
}

static uint32_t header_number(pdk_bytes bytes, const char *name)
{
    return (uint32_t)pdk_tri_number(&pdk_tri_header, name, bytes.data);
}

static bool is_original(pdk_bytes bytes)
{
    return has_tag(bytes, ORIGINAL_TAG_AT, "OBJS") || has_tag(bytes, ORIGINAL_SCENERY_AT, "TRKD");
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (is_original(bytes)) {
        snprintf(reason, capacity, "the tags of a Need for Speed track of 1995");
        return PDK_SCORE_MAGIC;
    }
    bool versioned = bytes.size >= pdk_tri_header.size && pdk_load_u32(bytes.data) == PDK_TRI_VERSION;
    if (versioned) {
        uint32_t records = header_number(bytes, "record_count");
        bool tagged =
            has_tag(bytes, PDK_TRI_SECTION_AT + pdk_record_field(&pdk_tri_prop_header, "magic")->offset, "SJBO");
        bool sized = records >= 1 && records <= PDK_TRI_MAX_RECORDS &&
                     header_number(bytes, "scenery_size") == records * pdk_tri_record.size;
        if (tagged && sized) {
            snprintf(reason, capacity, "version 17 at 0, the tag SJBO at 0x1621C; %u records of 288 bytes",
                     (unsigned)records);
            return bytes.size == PDK_TRI_RECORDS_AT + (uint64_t)records * pdk_tri_record.size ? PDK_SCORE_CERTAIN
                                                                                              : PDK_SCORE_MAGIC;
        }
        if (tagged || sized) { /* damaged, or cut before the tag */
            snprintf(reason, capacity,
                     tagged ? "version 17 at 0 and the tag SJBO at 0x1621C"
                            : "version 17 at 0 and a scenery size of 288 bytes for each record");
            return PDK_SCORE_MAGIC;
        }
    }
    if (strcmp(probe->extension, ".tri") != 0) return 0;
    snprintf(reason, capacity,
             versioned ? "the name ends in .tri and version 17 is at 0"
                       : "the name ends in .tri, but version 17 is missing");
    return versioned ? PDK_SCORE_DOUBTFUL : PDK_SCORE_EXTENSION;
}

/* --------------------------------------------------------------------------------- what the file contains */

static pdk_status check_version(pdk_bytes bytes, pdk_error *error)
{
    if (is_original(bytes)) {
        uint64_t at = has_tag(bytes, ORIGINAL_TAG_AT, "OBJS") ? ORIGINAL_TAG_AT : ORIGINAL_SCENERY_AT;
        return pdk_fail_where(
            error, PDK_E_UNSUPPORTED, at, "tri.original", "tri",
            "a track of the original Need for Speed (1995), which has another layout; Paddock reads only the Special "
            "Edition (1996)");
    }
    if (bytes.size < pdk_tri_header.size) {
        return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "tri.header.truncated", "tri.header",
                              "the header needs 44 bytes, but the file has %zu", bytes.size);
    }
    uint32_t version = header_number(bytes, "version");
    if (version == PDK_TRI_VERSION) return PDK_OK;
    char hex[48];
    pdk_hex(hex, bytes.data, 4);
    if (pdk_load_u32be(bytes.data) == PDK_TRI_VERSION) {
        return pdk_fail_where(
            error, PDK_E_UNSUPPORTED, 0, "tri.version", "tri.header.version",
            "version 17 in big-endian order (%s): a track of Need for Speed for a console, such as 3DO; Paddock "
            "reads only the Special Edition for PC",
            hex);
    }
    return pdk_fail_where(
        error, PDK_E_UNSUPPORTED, 0, "tri.version", "tri.header.version",
        "expected version 17 (11 00 00 00) of the Special Edition, found %s: another game or version, or not a track",
        hex);
}

/* Whole records of a zone that the file still has. */
static uint32_t whole(pdk_bytes bytes, uint64_t at, const pdk_record *record, uint32_t wanted)
{
    uint64_t capacity = bytes.size > at ? (bytes.size - at) / record->size : 0;
    return capacity < wanted ? (uint32_t)capacity : wanted;
}

static pdk_status check_size(pdk_document *document, const pdk_tri_track *track, pdk_error *error)
{
    uint64_t size = document->content.size;
    uint64_t end = PDK_TRI_RECORDS_AT + (uint64_t)track->announced * pdk_tri_record.size;
    if (size < end) {
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, size, "tri.truncated", "tri",
                                   "%u records need a file of %llu bytes, but this one has %llu",
                                   (unsigned)track->announced, (unsigned long long)end, (unsigned long long)size);
    }
    if (size > end) {
        pdk_document_add_finding(document, PDK_WARNING, "tri.trailing", end, "tri",
                                 "%llu bytes follow the last record; they are kept and ignored",
                                 (unsigned long long)(size - end));
    }
    return PDK_OK;
}

static pdk_status read_header(pdk_document *document, pdk_tri_track *track, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    pdk_status status = check_version(bytes, error);
    if (status != PDK_OK) return status;
    track->bytes = bytes.data;
    track->announced = header_number(bytes, "record_count");
    track->rail = header_number(bytes, "rail_texture");
    uint32_t loop = header_number(bytes, "loop_record");
    track->closed = loop != 0;
    if (track->announced < 1 || track->announced > PDK_TRI_MAX_RECORDS) {
        return pdk_fail_where(error, PDK_E_CORRUPT, 6, "tri.record_count", "tri.header.record_count",
                              "%u records: only 1 to %d are possible", (unsigned)track->announced, PDK_TRI_MAX_RECORDS);
    }
    if (loop != 0 && loop != track->announced) {
        pdk_document_add_finding(document, PDK_WARNING, "tri.loop_record",
                                 pdk_record_field(&pdk_tri_header, "loop_record")->offset, "tri.header.loop_record",
                                 "expected 0 (open road) or %u (closed track), found %u; read as a closed track",
                                 (unsigned)track->announced, (unsigned)loop);
    }
    uint32_t scenery = header_number(bytes, "scenery_size");
    if (scenery != track->announced * pdk_tri_record.size) {
        pdk_document_add_finding(
            document, PDK_WARNING, "tri.scenery_size", pdk_record_field(&pdk_tri_header, "scenery_size")->offset,
            "tri.header.scenery_size", "%u records need %u bytes, but the header says %u; its value is ignored",
            (unsigned)track->announced, (unsigned)(track->announced * pdk_tri_record.size), (unsigned)scenery);
    }
    return check_size(document, track, error);
}

/* Prop types and props; without their tag there are none. */
static pdk_status read_props(pdk_document *document, pdk_tri_track *track, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    if (bytes.size < PDK_TRI_PROP_TYPES_AT) return PDK_OK; /* cut, which has been said */
    const uint8_t *header = bytes.data + PDK_TRI_SECTION_AT;
    uint64_t tag_at = PDK_TRI_SECTION_AT + 8;
    if (!has_tag(bytes, tag_at, "SJBO")) {
        char hex[48];
        pdk_hex(hex, bytes.data + tag_at, 4);
        return pdk_document_damage(document, error, PDK_E_CORRUPT, tag_at, "tri.prop_header.magic",
                                   "tri.prop_header.magic", "expected SJBO, found %s", hex);
    }
    uint32_t types = (uint32_t)pdk_tri_number(&pdk_tri_prop_header, "prop_type_count", header);
    uint32_t props = (uint32_t)pdk_tri_number(&pdk_tri_prop_header, "prop_capacity", header);
    uint64_t end =
        PDK_TRI_PROP_TYPES_AT + (uint64_t)types * pdk_tri_prop_type.size + (uint64_t)props * pdk_tri_prop.size;
    if (types > PDK_TRI_PROP_TYPES || props > PDK_TRI_PROPS || end > PDK_TRI_RECORDS_AT) {
        return pdk_document_damage(document, error, PDK_E_CORRUPT, PDK_TRI_SECTION_AT, "tri.prop_header.count",
                                   "tri.prop_header", "%u prop types and %u props: there is only room for %d and %d",
                                   (unsigned)types, (unsigned)props, PDK_TRI_PROP_TYPES, PDK_TRI_PROPS);
    }
    uint32_t chunk = (uint32_t)pdk_tri_number(&pdk_tri_prop_header, "chunk_size", header);
    if (tag_at + chunk != end) {
        pdk_document_add_finding(
            document, PDK_WARNING, "tri.prop_header.chunk_size", PDK_TRI_SECTION_AT + 12, "tri.prop_header.chunk_size",
            "%u prop types and %u props need %llu bytes, but the header says %u; its value is ignored", (unsigned)types,
            (unsigned)props, (unsigned long long)(end - tag_at), (unsigned)chunk);
    }
    track->props_at = PDK_TRI_PROP_TYPES_AT + (uint64_t)types * pdk_tri_prop_type.size;
    track->type_count = whole(bytes, PDK_TRI_PROP_TYPES_AT, &pdk_tri_prop_type, types);
    track->prop_capacity = whole(bytes, track->props_at, &pdk_tri_prop, props);
    while (track->prop_count < track->prop_capacity &&
           pdk_tri_number(&pdk_tri_prop, "node", pdk_tri_prop_at(track, track->prop_count)) != -1) {
        track->prop_count++;
    }
    return PDK_OK;
}

static pdk_status read_records(pdk_document *document, pdk_tri_track *track, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    track->record_count = whole(bytes, PDK_TRI_RECORDS_AT, &pdk_tri_record, track->announced);
    for (uint32_t i = 0; i < track->record_count; i++) {
        const uint8_t *record = pdk_tri_record_at(track, i);
        uint64_t at = (uint64_t)(record - bytes.data);
        char where[32], hex[48];
        pdk_status status = PDK_OK;
        snprintf(where, sizeof where, "tri.record[%u]", (unsigned)i);
        if (!has_tag(bytes, at, "TRKD")) {
            pdk_hex(hex, record, 4);
            status = pdk_document_damage(
                document, error, PDK_E_CORRUPT, at, "tri.record.magic", where,
                "expected TRKD, found %s; some tracks that the game never used are different here", hex);
        } else if (pdk_tri_number(&pdk_tri_record, "length", record) != pdk_tri_record.size - 12) {
            status = pdk_document_damage(document, error, PDK_E_CORRUPT,
                                         at + pdk_record_field(&pdk_tri_record, "length")->offset, "tri.record.length",
                                         where, "expected a length of 276, found %u",
                                         (unsigned)pdk_tri_number(&pdk_tri_record, "length", record));
        }
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------- what a reader sees */

static void add_regions(pdk_document *document, const pdk_tri_track *track)
{
    pdk_bytes bytes = document->content;
    const struct {
        const char *name;
        const pdk_record *record;
        uint64_t at;
        uint32_t count;
    } zones[] = {
        { "header", &pdk_tri_header, 0, 1 },
        { "offset", &pdk_tri_offset, PDK_TRI_OFFSETS_AT, PDK_TRI_MAX_RECORDS },
        { "node", &pdk_tri_node, PDK_TRI_NODES_AT, PDK_TRI_MAX_NODES },
        { "speed", &pdk_tri_speed, PDK_TRI_SPEEDS_AT, PDK_TRI_MAX_RECORDS },
        { "prop_header", &pdk_tri_prop_header, PDK_TRI_SECTION_AT, 1 },
        { "prop_type", &pdk_tri_prop_type, PDK_TRI_PROP_TYPES_AT, track->type_count },
        { "prop", &pdk_tri_prop, track->props_at, track->prop_capacity },
        { "record", &pdk_tri_record, PDK_TRI_RECORDS_AT, track->record_count },
    };
    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++) {
        uint32_t count = whole(bytes, zones[i].at, zones[i].record, zones[i].count);
        if (count == 0) continue;
        pdk_document_add_region(document, zones[i].name, zones[i].record, zones[i].at, zones[i].record->size, count);
    }
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_tri_track *track = pdk_document_new_state(document, sizeof *track);
    if (track == NULL) return pdk_document_built(document, error);
    pdk_status status = read_header(document, track, error);
    if (status == PDK_OK) status = read_props(document, track, error);
    if (status == PDK_OK) status = read_records(document, track, error);
    if (status != PDK_OK) return status;
    pdk_bytes bytes = document->content;
    track->node_count = whole(bytes, PDK_TRI_NODES_AT, &pdk_tri_node, track->announced * PDK_TRI_ROWS);
    track->speed_count = whole(bytes, PDK_TRI_SPEEDS_AT, &pdk_tri_speed, track->announced);
    if (!pdk_tri_measure(track, &document->memory)) {
        return pdk_fail_memory(error, &document->memory, "the track's points");
    }

    pdk_document_set_dialect(document, track->closed ? "closed" : "open");
    pdk_document_add_evidence(document, track->closed ? "the header's loop record is not 0: a closed track"
                                                      : "the header's loop record is 0: an open road");
    pdk_document_add_evidence(
        document,
        "scenery points are read as chains of differences: only so do the two real tracks close, and are their "
        "tunnels boxes; in the published note they are relative to the node");
    pdk_document_add_evidence(
        document,
        "fences are drawn 1 m high, because the file does not store their height; props that are models of the FAM "
        "are in the table, not in the surface");
    add_regions(document, track);
    pdk_tri_add_properties(document, track);
    pdk_tri_add_tables(document, track);
    pdk_tri_add_lines(document, track);
    pdk_tri_add_surfaces(document, track);
    return pdk_document_built(document, error);
}

static const pdk_services services = { .scene = pdk_tri_make_scene };

const pdk_format pdk_format_tri = {
    .info = { .id = "tri",
              .title = "Need for Speed Special Edition track",
              .extensions = ".tri",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE | PDK_CAN_TRACK,
              .certainty = PDK_CONFIRMED,
              .basis =
                  "checked on two real tracks, one open (AL1) and one closed (TR1); tunnel roofs by mode and heights "
                  "of fences are as in public readers",
              .records = pdk_tri_records,
              .synth_options = "dialect points size",
              .synth_dialects = "open closed" },
    .probe = probe,
    .open = open_document,
    .check = pdk_tri_check,
    .synth = PDK_GENERATOR(pdk_tri_synth),
    .recompute = pdk_tri_recompute,
    .track = pdk_tri_edit_track,
    .services = &services,
};

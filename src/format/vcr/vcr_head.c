/* Banner, tag, texts, drivers and counters of a gMotor replay, under one candidate layout. Every count is checked for
 * plausibility before it is followed, because wrong candidates read nonsense here as a matter of course. */
#include "format/vcr/vcr_head.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "base/text.h"

enum {
    TAG_AT = 45,
    MAX_BANNER = 4096,   /* the tag is searched no further */
    LONG_TEXT = 1 << 20, /* a text longer than this is not one */
    MAX_CAMERAS = 10000
};

const char *pdk_vcr_dialect_name(uint32_t dialect)
{
    return dialect == PDK_VCR_R1 ? "R1" : dialect == PDK_VCR_L ? "L" : "R2";
}

uint64_t pdk_vcr_find_tag(pdk_bytes bytes)
{
    static const char tag[] = "\nIRSR";
    enum { LENGTH = sizeof tag - 1 };
    if (bytes.size >= TAG_AT + 4 && memcmp(bytes.data + TAG_AT, "IRSR", 4) == 0) return TAG_AT;
    size_t maximum = bytes.size < MAX_BANNER ? bytes.size : MAX_BANNER;
    for (size_t i = 0; i + LENGTH <= maximum; i++) {
        if (memcmp(bytes.data + i, tag, LENGTH) == 0) return i + 1;
    }
    return PDK_NO_OFFSET;
}

const pdk_place *pdk_vcr_place_of(const pdk_record *record, const pdk_place *places, const char *name)
{
    const pdk_field *field = pdk_record_field(record, name);
    return field != NULL ? &places[field - record->fields] : NULL;
}

static uint64_t number(const pdk_record *record, const uint8_t *bytes, const char *name)
{
    return (uint64_t)pdk_get_i64(pdk_record_field(record, name), 0, bytes);
}

static float number_f32(const pdk_record *record, const uint8_t *bytes, const char *name)
{
    return (float)pdk_get_f64(pdk_record_field(record, name), 0, bytes);
}

/* Room for a record of fixed size at `at`, or a failure named after it. */
static pdk_status need(pdk_bytes bytes, uint64_t at, const pdk_record *record, pdk_error *stop)
{
    if (at <= bytes.size && bytes.size - at >= record->size) return PDK_OK;
    char code[48];
    snprintf(code, sizeof code, "%s.truncated", record->name);
    return pdk_fail_where(stop, PDK_E_TRUNCATED, at < bytes.size ? at : bytes.size, code, record->name,
                          "%u bytes are needed here, but %llu are left", (unsigned)record->size,
                          (unsigned long long)(at < bytes.size ? bytes.size - at : 0));
}

static bool is_text(const pdk_field *field)
{
    return field->storage >= PDK_RAW_TEXT8 && field->storage <= PDK_RAW_TEXT32;
}

/* Readable to its end; a last NUL may be counted in. A padded field ends at its first NUL, whatever follows. */
static bool is_readable(pdk_bytes bytes, const pdk_field *field, const pdk_place *place)
{
    if (place->size > LONG_TEXT) return false;
    const uint8_t *text = bytes.data + place->offset;
    size_t length = pdk_text_length(text, (size_t)place->size);
    bool whole = place->size == 0 || (length > 0 && length + 1 >= place->size);
    return (whole || field->storage == PDK_RAW_CHARS) && pdk_is_printable(text, length);
}

/* ---------------------------------------------------------------------------------------------------- info */

static void score_info(const pdk_vcr_layout *layout, pdk_bytes bytes, pdk_vcr_head *head)
{
    for (uint32_t i = 0; i < layout->info->field_count; i++) {
        const pdk_place *place = &head->info[i];
        if (!is_text(&layout->info->fields[i]) || place->size == 0) continue;
        head->score += is_readable(bytes, &layout->info->fields[i], place) ? 2 : -6;
    }
    const uint8_t *byte = bytes.data + pdk_vcr_place_of(layout->info, head->info, "session_byte")->offset;
    const pdk_field *session = &layout->session->fields[0];
    head->score += pdk_field_label(session, pdk_get_i64(session, 0, byte)) != NULL ? 2 : -2;
}

static pdk_status read_info(const pdk_vcr_layout *layout, pdk_bytes bytes, pdk_vcr_head *head, pdk_error *stop)
{
    pdk_status status = pdk_record_place(layout->info, bytes, head->info_at, head->info, &head->info_end, stop);
    if (status != PDK_OK) return status;
    head->has_info = true;
    head->reached = head->info_end;
    score_info(layout, bytes, head);
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------- drivers */

pdk_status pdk_vcr_place_driver(const pdk_vcr_layout *layout, pdk_bytes bytes, uint64_t at,
                                pdk_place places[PDK_VCR_MAX_PLACES], uint64_t *next, pdk_error *error)
{
    return pdk_record_place(layout->driver, bytes, at, places, next, error);
}

static bool plausible_driver(const pdk_vcr_layout *layout, pdk_bytes bytes, const pdk_place *places)
{
    for (uint32_t i = 0; i < layout->driver->field_count; i++) {
        const pdk_field *field = &layout->driver->fields[i];
        const uint8_t *at = bytes.data + places[i].offset;
        if (field->storage == PDK_RAW_F32 && !isfinite(pdk_load_f32(at))) return false;
        if ((is_text(field) || field->storage == PDK_RAW_CHARS) && !is_readable(bytes, field, &places[i])) return false;
    }
    return pdk_vcr_place_of(layout->driver, places, "name")->size > 0;
}

static pdk_status read_drivers(const pdk_vcr_layout *layout, pdk_bytes bytes, uint64_t at, pdk_vcr_head *head,
                               pdk_error *stop)
{
    pdk_status status = need(bytes, at, layout->driver_count, stop);
    if (status != PDK_OK) return status;
    head->driver_count = number(layout->driver_count, bytes.data + at, "driver_count");
    head->drivers_at = at + layout->driver_count->size;
    if (head->driver_count > PDK_VCR_MAX_DRIVERS) {
        return pdk_fail_where(stop, PDK_E_CORRUPT, at, "vcr.driver_count", "vcr.driver_count",
                              "the file says it has %llu drivers; more than %d are not plausible",
                              (unsigned long long)head->driver_count, PDK_VCR_MAX_DRIVERS);
    }
    uint64_t plausible = 0, next = head->drivers_at;
    for (uint64_t i = 0; i < head->driver_count; i++) {
        pdk_place places[PDK_VCR_MAX_PLACES];
        if (i > 0 && layout->separator != NULL) {
            status = need(bytes, next, layout->separator, stop);
            if (status != PDK_OK) break;
            next += layout->separator->size;
        }
        status = pdk_vcr_place_driver(layout, bytes, next, places, &next, stop);
        if (status != PDK_OK) break;
        plausible += plausible_driver(layout, bytes, places);
        uint8_t slot = bytes.data[places[0].offset];
        head->slots_repeat |= head->slots[slot];
        head->slots[slot] = true;
        head->drivers_read++;
        head->reached = next;
    }
    if (head->drivers_read > 0) {
        head->score += (int)(40 * plausible / head->drivers_read) - 20;
    }
    if (status == PDK_OK && plausible * 2 < head->driver_count) {
        return pdk_fail_where(stop, PDK_E_CORRUPT, head->drivers_at, "vcr.drivers", layout->driver->name,
                              "only %llu of %llu drivers have readable names and times", (unsigned long long)plausible,
                              (unsigned long long)head->driver_count);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------ counters */

static void read_counters(const pdk_vcr_layout *layout, pdk_bytes bytes, uint64_t at, pdk_vcr_head *head)
{
    const uint8_t *counters = bytes.data + at;
    head->counters_at = at;
    head->slice_count = number(layout->counters, counters, "slice_count");
    head->event_count = number(layout->counters, counters, "event_count");
    head->start_time = number_f32(layout->counters, counters, "start_time");
    head->end_time = number_f32(layout->counters, counters, "end_time");
}

/* Are there bytes for that many slices and events? */
static bool has_room(const pdk_vcr_layout *layout, const pdk_vcr_head *head)
{
    uint64_t minimum = head->slice_count * layout->slice->size + head->event_count * layout->event->size;
    return minimum <= head->slices_end - head->slices_at;
}

static void score_counters(const pdk_vcr_layout *layout, pdk_vcr_head *head)
{
    head->counters_fit = has_room(layout, head);
    head->score += head->counters_fit ? 10 : -10;
    head->score += pdk_vcr_times_run(head->start_time, head->end_time) ? 5 : -5;
}

static pdk_status skip_cameras(pdk_bytes bytes, uint64_t *at, pdk_vcr_head *head, pdk_error *stop)
{
    pdk_status status = need(bytes, *at, &pdk_vcr_r1_playback, stop);
    if (status != PDK_OK) return status;
    bool has_cameras = number(&pdk_vcr_r1_playback, bytes.data + *at, "has_cameras") != 0;
    *at += pdk_vcr_r1_playback.size;
    if (!has_cameras) return PDK_OK;
    status = need(bytes, *at, &pdk_vcr_r1_camera_list, stop);
    if (status != PDK_OK) return status;
    head->camera_count = number(&pdk_vcr_r1_camera_list, bytes.data + *at, "camera_count");
    if (head->camera_count > MAX_CAMERAS) { /* a negative count is one of these */
        return pdk_fail_where(stop, PDK_E_CORRUPT,
                              *at + pdk_record_field(&pdk_vcr_r1_camera_list, "camera_count")->offset, "vcr.cameras",
                              "vcr.r1.camera_list.camera_count", "the number of cameras, %lld, is not plausible",
                              (long long)head->camera_count);
    }
    *at += pdk_vcr_r1_camera_list.size;
    head->cameras_at = *at;
    for (uint64_t i = 0; i < head->camera_count; i++) {
        pdk_place places[PDK_VCR_MAX_PLACES];
        status = pdk_record_place(&pdk_vcr_r1_camera, bytes, *at, places, at, stop);
        if (status != PDK_OK) return status;
        head->cameras_read++;
    }
    return PDK_OK;
}

/* Counters at `at`, and the slices right after them. */
static void take_leading_counters(const pdk_vcr_layout *layout, pdk_bytes bytes, uint64_t at, pdk_vcr_head *head)
{
    read_counters(layout, bytes, at, head);
    head->slices_at = at + layout->counters->size;
    head->slices_end = bytes.size;
    head->counters_fit = has_room(layout, head);
}

/* R1 and R2: the counters stand before the slices, which run to the end of the file. */
static pdk_status read_leading(const pdk_vcr_layout *layout, pdk_bytes bytes, pdk_vcr_head *head, pdk_error *stop)
{
    head->info_at = head->tag_at + pdk_vcr_tag.size;
    pdk_status status = read_info(layout, bytes, head, stop);
    if (status == PDK_OK) status = read_drivers(layout, bytes, head->info_end, head, stop);
    if (status != PDK_OK) return status;
    uint64_t at = head->reached > head->drivers_at ? head->reached : head->drivers_at;
    if (layout->dialect == PDK_VCR_R1) status = skip_cameras(bytes, &at, head, stop);
    if (status == PDK_OK) status = need(bytes, at, layout->counters, stop);
    if (status != PDK_OK) return status;
    take_leading_counters(layout, bytes, at, head);
    if (!head->counters_fit) { /* perhaps there is something before them that is not described */
        uint64_t found = pdk_vcr_search_counters(layout, bytes, at);
        if (found != PDK_NO_OFFSET) {
            head->gap = found - at;
            take_leading_counters(layout, bytes, found, head);
        }
    }
    score_counters(layout, head);
    head->reached = head->slices_at;
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------- L: metadata after */

static pdk_status find_metadata(pdk_bytes bytes, pdk_vcr_head *head, pdk_error *stop)
{
    uint64_t at = head->tag_at + pdk_vcr_tag.size;
    pdk_status status = need(bytes, at, &pdk_vcr_l_stream, stop);
    if (status != PDK_OK) return status;
    head->slices_at = at + pdk_vcr_l_stream.size;
    head->slices_end = bytes.size; /* until the metadata is found */
    head->reached = head->slices_at;
    uint64_t pointer = number(&pdk_vcr_l_stream, bytes.data + at, "metadata_offset");
    uint64_t minimum = pdk_vcr_l_trailer.size;
    if (pointer < head->slices_at || bytes.size < minimum || pointer > bytes.size - minimum) {
        bool says_l = number(&pdk_vcr_tag, bytes.data + head->tag_at, "format_word") >> 31 !=
                      0; /* otherwise the search is not worth its time */
        head->info_at = says_l ? pdk_vcr_search_metadata(bytes, head->slices_at) : PDK_NO_OFFSET;
        if (head->info_at == PDK_NO_OFFSET) {
            return pdk_fail_where(
                stop, pointer > bytes.size ? PDK_E_TRUNCATED : PDK_E_CORRUPT, at, "vcr.metadata",
                "vcr.l.stream.metadata_offset",
                "the metadata should be at 0x%llX, which is outside the slices of this file of %zu bytes, and are "
                "not found elsewhere",
                (unsigned long long)pointer, bytes.size);
        }
        head->metadata_searched = true;
        return PDK_OK;
    }
    head->info_at = pointer;
    return PDK_OK;
}

static pdk_status read_trailing(const pdk_vcr_layout *layout, pdk_bytes bytes, pdk_vcr_head *head, pdk_error *stop)
{
    pdk_status status = find_metadata(bytes, head, stop);
    if (status != PDK_OK) return status;
    head->slices_end = head->info_at;
    status = read_info(layout, bytes, head, stop);
    if (status == PDK_OK) status = read_drivers(layout, bytes, head->info_end, head, stop);
    if (status != PDK_OK) return status;
    uint64_t behind = head->reached > head->drivers_at ? head->reached : head->drivers_at;
    status = need(bytes, behind, layout->counters, stop);
    if (status != PDK_OK) return status;
    head->gap = bytes.size - layout->counters->size - behind;
    if (head->gap > 64) head->score -= 5; /* more than a separator and a few numbers: not all drivers were seen */
    read_counters(layout, bytes, bytes.size - layout->counters->size, head);
    score_counters(layout, head);
    return PDK_OK;
}

pdk_status pdk_vcr_read_head(const pdk_vcr_layout *layout, pdk_bytes bytes, uint64_t tag_at, pdk_vcr_head *head,
                             pdk_error *stop)
{
    *head = (pdk_vcr_head){ .tag_at = tag_at,
                            .counters_at = PDK_NO_OFFSET,
                            .slices_at = bytes.size,
                            .slices_end = bytes.size,
                            .reached = tag_at };
    if (layout->dialect == PDK_VCR_L) return read_trailing(layout, bytes, head, stop);
    return read_leading(layout, bytes, head, stop);
}

/* Colours that are bytes. LAS has 16 bits for each of red, green and blue, and asks for values that use them all. Some
 * programs write 0 to 255: read as they stand, such a scan is black. */
#include "format/las/las.h"

#include "base/load.h"

/* A dark scan of 16 bits has some value above 255 among this many points. */
enum { FIRST = 1 << 14, SPREAD = 1 << 10 };

typedef struct color_range {
    bool any;             /* a value that is not 0 */
    uint64_t count;       /* points looked at */
    uint64_t above;       /* those with a value above 255 */
    uint64_t first_above; /* the number of the first */
} color_range;

static void note_color(const pdk_las *las, const uint8_t *record, uint64_t number, color_range *seen)
{
    const uint8_t *at = record + las->red->offset;
    uint16_t most = 0;
    for (size_t k = 0; k < 3; k++) {
        uint16_t value = pdk_load_u16(at + 2 * k);
        if (value > most) most = value;
    }
    seen->any = seen->any || most > 0;
    seen->count++;
    if (most > 255 && seen->above++ == 0) seen->first_above = number;
}

/* The points from the first on. Fails where they cannot be unpacked. */
static pdk_status note_colors(const pdk_las *las, uint64_t count, color_range *seen, pdk_error *error)
{
    for (uint64_t done = 0; done < count;) {
        pdk_las_run run;
        size_t some = count - done < FIRST ? (size_t)(count - done) : FIRST;
        pdk_status status = pdk_las_take_run(las, done, some, &run, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < run.count; i++) note_color(las, run.at + i * las->point_size, done + i, seen);
        done += run.count;
        pdk_las_give_back(las, &run);
    }
    return PDK_OK;
}

void pdk_las_look_at_colors(pdk_las *las)
{
    color_range seen = { .count = 0 };
    bool all = las->point_count <= FIRST;
    las->red = pdk_record_field(pdk_las_points[las->point_format], "red");
    if (las->red == NULL || note_colors(las, all ? las->point_count : FIRST, &seen, NULL) != PDK_OK) return;
    uint64_t known = pdk_las_known_count(las), step = known / SPREAD + 1;
    for (uint64_t i = 0; i < known && !all; i += step) note_color(las, pdk_las_known_record(las, i), i, &seen);
    las->colors_are_bytes = seen.any && seen.above == 0;
    if (!las->colors_are_bytes) return;
    pdk_document_add_finding(las->document, PDK_NOTE, "las.colors", las->points_offset, "las.point",
                             "red, green and blue are at most 255 in %s%llu points: they are taken as 8 bits, and "
                             "other formats get them times 257",
                             all ? "all " : "", (unsigned long long)seen.count);
}

static uint16_t widened(uint16_t value)
{
    return value > 255 ? UINT16_MAX : (uint16_t)(value * 257);
}

void pdk_las_take_colors(const pdk_las *las, const uint8_t *records, size_t count, uint16_t (*to)[3])
{
    const uint8_t *at = records + las->red->offset;
    for (size_t i = 0; i < count; i++, at += las->point_size) {
        for (size_t k = 0; k < 3; k++) {
            uint16_t value = pdk_load_u16(at + 2 * k);
            to[i][k] = las->colors_are_bytes ? widened(value) : value;
        }
    }
}

/* Every point, in a full check. */
pdk_status pdk_las_check_colors(const pdk_las *las, pdk_report *report, pdk_error *error)
{
    color_range seen = { .count = 0 };
    if (!las->colors_are_bytes || report->stopped) return PDK_OK;
    pdk_status status = note_colors(las, las->point_count, &seen, error);
    if (status == PDK_OK && seen.above > 0)
        pdk_report_finding(report, PDK_WARNING, "las.colors.above", PDK_NO_OFFSET, "las.point",
                           "%llu points, the first is number %llu, have colours above 255, though the points that were "
                           "looked at have not: these become white",
                           (unsigned long long)seen.above, (unsigned long long)seen.first_above);
    return status;
}

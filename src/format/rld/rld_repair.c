/* Repairing a surface: two sweeps decide what stays, a bit for each point and triangle; then it is written in one go.
 * When all stays and the frame is right, the same bytes come out. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/load.h"
#include "format/rld/rld_layout.h"
#include "format/rld/rld_repair.h"
#include "model/surface_scan.h"

enum { STRETCH = 1024, TAG = 4, TRIPLE = 12 };

static void add_change(pdk_rld_repair *repair, const char *code, uint64_t count, const char *what)
{
    pdk_repair_report *report = repair->report;
    if (count == 0 || report->count == PDK_REPAIR_CHANGES) return;
    report->changes[report->count++] = (pdk_repair_change){ code, count, what };
}

/* ----------------------------------------------------------------------------------------- bits that stay */

static bool keep_all(pdk_rld_repair *repair, pdk_rld_kept *kept, uint64_t total)
{
    uint64_t words = total / 64 + 1;
    *kept = (pdk_rld_kept){ .total = total, .count = total };
    kept->words = pdk_alloc_array(repair->memory, words, sizeof *kept->words);
    kept->before = pdk_alloc_array(repair->memory, words, sizeof *kept->before);
    if (kept->words == NULL || kept->before == NULL) return false;
    memset(kept->words, 0xFF, (size_t)(total / 64) * sizeof *kept->words);
    kept->words[total / 64] = (UINT64_C(1) << total % 64) - 1;
    return true;
}

static void count_kept(pdk_rld_kept *kept)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i <= kept->total / 64; i++) {
        kept->before[i] = (uint32_t)count;
        count += (uint64_t)__builtin_popcountll(kept->words[i]);
    }
    kept->count = count;
}

static void release(pdk_rld_repair *repair, pdk_rld_kept *kept)
{
    pdk_free(repair->memory, kept->words);
    pdk_free(repair->memory, kept->before);
}

/* -------------------------------------------------------------------------------------------- what goes */

static pdk_status sweep_points(pdk_rld_repair *repair, pdk_error *error)
{
    float buffer[3 * STRETCH];
    const pdk_rld *rld = repair->rld;
    pdk_bounds bounds = pdk_bounds_empty();
    for (uint64_t first = 0; first < rld->point_count; first += STRETCH) {
        size_t points = rld->point_count - first < STRETCH ? (size_t)(rld->point_count - first) : STRETCH;
        const float *positions = pdk_rld_floats(rld->points + TRIPLE * first, 3 * points, buffer);
        if (pdk_bounds_add(&bounds, positions, points) > 0) {
            for (size_t i = 0; i < 3 * points; i++) {
                if (!isfinite(positions[i])) pdk_rld_drop(&repair->points, first + i / 3);
            }
        }
        if (!pdk_rld_repair_step(repair, TRIPLE * points)) return pdk_fail_cancelled(error);
    }
    add_change(repair, "rld.repair.point", bounds.not_finite, "points dropped: a coordinate is not a finite number");
    return PDK_OK;
}

typedef struct counted {
    uint64_t bad_index, without_point, flat;
} counted;

/* Looks at one triangle more closely than a stretch is looked at. */
static void judge(pdk_rld_repair *repair, uint64_t triangle, const uint32_t corners[3], counted *gone)
{
    const pdk_rld *rld = repair->rld;
    uint64_t *reason = NULL;
    if (pdk_scan_first_beyond(corners, 3, rld->point_count) < 3) reason = &gone->bad_index;
    for (int i = 0; i < 3 && reason == NULL; i++) {
        if (!pdk_rld_is_kept(&repair->points, corners[i])) reason = &gone->without_point;
    }
    if (reason == NULL && repair->options->drop_degenerate && pdk_rld_is_flat(rld->points, corners))
        reason = &gone->flat;
    if (reason == NULL) return;
    (*reason)++;
    pdk_rld_drop(&repair->triangles, triangle);
}

static pdk_status sweep_triangles(pdk_rld_repair *repair, pdk_error *error)
{
    uint32_t buffer[3 * STRETCH];
    counted gone = { 0 };
    const pdk_rld *rld = repair->rld;
    bool closely = repair->options->drop_degenerate || repair->report->count > 0; /* points have been removed */
    for (uint64_t first = 0; first < rld->triangle_count; first += STRETCH) {
        size_t triangles = rld->triangle_count - first < STRETCH ? (size_t)(rld->triangle_count - first) : STRETCH;
        const uint32_t *numbers = pdk_rld_numbers(rld->triangles + TRIPLE * first, 3 * triangles, buffer);
        if (closely || pdk_scan_first_beyond(numbers, 3 * triangles, rld->point_count) < 3 * triangles) {
            for (size_t i = 0; i < triangles; i++) judge(repair, first + i, numbers + 3 * i, &gone);
        }
        if (!pdk_rld_repair_step(repair, TRIPLE * triangles)) return pdk_fail_cancelled(error);
    }
    add_change(repair, "rld.repair.index", gone.bad_index, "triangles dropped: they refer to points that do not exist");
    add_change(repair, "rld.repair.corner", gone.without_point, "triangles dropped: they use a point that was dropped");
    add_change(repair, "rld.repair.degenerate", gone.flat, "triangles dropped: they have no area");
    return PDK_OK;
}

/* Points in no triangle that stays; not of a cloud, which has no triangles at all. */
static pdk_status drop_unused(pdk_rld_repair *repair, pdk_error *error)
{
    const pdk_rld *rld = repair->rld;
    pdk_rld_kept *points = &repair->points;
    count_kept(&repair->triangles);
    if (repair->triangles.count == 0) return PDK_OK;
    uint64_t words = points->total / 64 + 1, dropped = 0;
    uint64_t *used = pdk_alloc_array(repair->memory, words, sizeof *used);
    if (used == NULL) return pdk_fail_memory(error, repair->memory, "the list of used points");
    repair->total += TRIPLE * rld->triangle_count;
    for (uint64_t i = 0; i < rld->triangle_count; i++) {
        if (i % STRETCH == 0 && !pdk_rld_repair_step(repair, TRIPLE * STRETCH)) {
            pdk_free(repair->memory, used);
            return pdk_fail_cancelled(error);
        }
        if (!pdk_rld_is_kept(&repair->triangles, i)) continue;
        for (int corner = 0; corner < 3; corner++) {
            uint32_t number = pdk_load_u32(rld->triangles + TRIPLE * i + 4 * corner);
            used[number / 64] |= UINT64_C(1) << number % 64;
        }
    }
    for (uint64_t i = 0; i < words; i++) {
        dropped += (uint64_t)__builtin_popcountll(points->words[i] & ~used[i]);
        points->words[i] &= used[i];
    }
    pdk_free(repair->memory, used);
    add_change(repair, "rld.repair.unused", dropped, "points dropped: they are in no triangle");
    return PDK_OK;
}

static pdk_status choose(pdk_rld_repair *repair, pdk_error *error)
{
    pdk_status status = sweep_points(repair, error);
    if (status == PDK_OK) status = sweep_triangles(repair, error);
    if (status == PDK_OK && repair->options->drop_duplicates && repair->rld->point_count > 0) {
        uint64_t dropped;
        status = pdk_rld_drop_duplicates(repair, &dropped, error);
        add_change(repair, "rld.repair.duplicate", dropped, "triangles dropped: they repeat an earlier one");
    }
    if (status == PDK_OK && repair->options->drop_unused) status = drop_unused(repair, error);
    count_kept(&repair->points);
    count_kept(&repair->triangles);
    return status;
}

/* ------------------------------------------------------------------------------------------- the frame */

/* Every point in one block, read as published. */
static bool blocks_are_sound(const pdk_rld *rld)
{
    if (rld->blocks_at == PDK_NO_OFFSET || rld->block_pairs || rld->block_count == 0) return false;
    uint64_t covered = 0;
    for (uint64_t i = 0; i < rld->block_count; i++) {
        uint64_t start = pdk_load_u32(rld->starts + 4 * i), count = pdk_load_u32(rld->counts + 4 * i);
        if (start + count > rld->point_count) return false;
        covered += count;
    }
    for (size_t i = 0; i < rld->spans.count; i++) {
        bool empty = i + 1 == rld->spans.count && rld->spans.items[i].first == rld->point_count;
        if (rld->spans.items[i].block < 0 && !empty) return false;
    }
    return covered == rld->point_count;
}

static bool has_tag(pdk_bytes bytes, uint64_t at, const char *tag)
{
    return bytes.size >= at + TAG && memcmp(bytes.data + at, tag, TAG) == 0;
}

/* Bytes of unknown meaning: between triangles and blocks, after them, or what is left of a cut record. */
static uint64_t unknown_bytes(const pdk_rld_repair *repair)
{
    const pdk_rld *rld = repair->rld;
    uint64_t size = repair->document->content.size, known = repair->triangles_end;
    if (rld->blocks_at != PDK_NO_OFFSET) known += pdk_rld_blocks.size + 8 * rld->block_count;
    return size > known ? size - known : 0;
}

static void plan_sections(pdk_rld_repair *repair)
{
    const pdk_rld *rld = repair->rld;
    pdk_bytes content = repair->document->content;
    repair->announced_points = (uint32_t)pdk_get_i64(pdk_record_field(&pdk_rld_header, "points"), 0, content.data);
    repair->announced_triangles =
        (uint32_t)pdk_get_i64(pdk_record_field(&pdk_rld_header, "triangles"), 0, content.data);
    uint64_t wrong = repair->announced_points != rld->point_count;
    wrong += repair->announced_triangles != rld->triangle_count;
    if (rld->displaced) { /* what is announced may be anything */
        repair->announced_points = rld->point_count;
        repair->announced_triangles = rld->triangle_count;
        add_change(repair, "rld.repair.counts", wrong, "counts set right: the sections have room for other numbers");
    }
    bool points_cut = rld->point_count < repair->announced_points;
    bool cut = points_cut || rld->triangle_count < repair->announced_triangles;
    uint64_t points_end = rld->points_at + TRIPLE * rld->point_count;
    repair->triangles_end = pdk_rld_header.size + TAG + TRIPLE * rld->point_count;
    if (!points_cut && content.size >= points_end + TAG) repair->triangles_end += TAG + TRIPLE * rld->triangle_count;
    repair->blocks_sound = blocks_are_sound(rld);
    uint64_t tags = !has_tag(content, TAG, "HEAD");
    tags += !has_tag(content, rld->points_at - TAG, "VERT");
    if (!points_cut) tags += !has_tag(content, points_end, "TRIS");
    bool all_kept = repair->points.count == rld->point_count && repair->triangles.count == rld->triangle_count;
    repair->keeps_unknown = all_kept && !cut && !rld->displaced && rld->blocks_at != PDK_NO_OFFSET;
    uint64_t header = rld->points_at - TAG, right = pdk_rld_header.size;
    if (rld->displaced) {
        add_change(repair, "rld.repair.displaced", header > right ? header - right : right - header,
                   "bytes too many or too few before the points: the sections were found by their tags");
    }

    add_change(repair, "rld.repair.points_missing", repair->announced_points - rld->point_count,
               "points missing: the header counts them, but the file does not have them; the count is corrected");
    add_change(repair, "rld.repair.triangles_missing", repair->announced_triangles - rld->triangle_count,
               "triangles missing: the header counts them, but the file does not have them; the count is corrected");
    add_change(repair, "rld.repair.tag", tags, "section tags rewritten");
    if (!repair->blocks_sound || repair->points.count != rld->point_count) {
        add_change(repair, "rld.repair.blocks", pdk_rld_new_block_count(repair), "blocks rewritten");
    }
    if (repair->report->count > 0 && !repair->keeps_unknown) {
        add_change(repair, "rld.repair.unknown", unknown_bytes(repair),
                   "bytes left out: they are not documented, or belong to a truncated record");
    }
}

static pdk_status copy(pdk_rld_repair *repair, pdk_output *output, pdk_error *error)
{
    enum { PART = 1 << 20 };
    pdk_bytes content = repair->document->content;
    for (size_t at = 0; at < content.size; at += PART) {
        size_t size = content.size - at < PART ? content.size - at : PART;
        pdk_status status = pdk_output_write(output, content.data + at, size, error);
        if (status != PDK_OK) return status;
        if (!pdk_rld_repair_step(repair, size)) return pdk_fail_cancelled(error);
    }
    return PDK_OK;
}

/* Records that are shifted look like others: right and wrong ones cannot be distinguished. */
static pdk_status fail_displaced(const pdk_rld_repair *repair, pdk_error *error)
{
    const pdk_rld *rld = repair->rld;
    pdk_bytes content = repair->document->content;
    return pdk_fail_where(
        error, PDK_E_CORRUPT, rld->points_at - TAG, "rld.repair.displaced", "rld",
        "bytes were inserted or lost somewhere within a section, so points or triangles after that point are shifted, "
        "and no repair can determine which: by its tags the file of %zu bytes has room for %" PRIu64
        " points and %" PRIu64 " triangles",
        content.size, rld->point_count, rld->triangle_count);
}

static pdk_status run(pdk_rld_repair *repair, pdk_output *output, pdk_error *error)
{
    const pdk_rld *rld = repair->rld;
    if (rld->unsure) return fail_displaced(repair, error);
    if (!keep_all(repair, &repair->points, rld->point_count) ||
        !keep_all(repair, &repair->triangles, rld->triangle_count)) {
        return pdk_fail_memory(error, repair->memory, "the list of what stays");
    }
    pdk_status status = choose(repair, error);
    if (status != PDK_OK) return status;
    plan_sections(repair);
    return repair->report->count == 0 ? copy(repair, output, error) : pdk_rld_rewrite(repair, output, error);
}

pdk_status pdk_rld_repair_surface(const pdk_document *document, const pdk_repair_options *options,
                                  pdk_repair_report *report, pdk_output *output, pdk_error *error)
{
    const pdk_rld *rld = document->state;
    pdk_memory *memory = (pdk_memory *)(uintptr_t)&document->memory; /* locked within; the document stays as it is */
    pdk_rld_repair repair = { .document = document,
                              .rld = rld,
                              .options = options,
                              .report = report,
                              .memory = memory,
                              .total = 2 * (uint64_t)document->content.size };
    pdk_status status = run(&repair, output, error);
    release(&repair, &repair.points);
    release(&repair, &repair.triangles);
    return status;
}

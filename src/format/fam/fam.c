/* The two formats of this folder: families of containers (wwww: FAM, CFM) and sets of pictures (SHPI: FSH, QFS). */
#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"
#include "format/fam/fam_reshape.h"
#include "format/fam/fam_resize.h"
#include "format/fam/fam_scene.h"
#include "format/fam/fam_synth.h"
#include "format/format.h"
#include "text/shown_text.h"

/* ------------------------------------------------------------------------------------------------- probes */

static bool has_extension(const pdk_probe *probe, const char *extensions)
{
    const char *found = probe->extension[0] != '\0' ? strstr(extensions, probe->extension) : NULL;
    if (found == NULL) return false;
    char after = found[strlen(probe->extension)];
    return after == '\0' || after == ' ';
}

static bool has_tag(pdk_bytes bytes, const char *tag)
{
    return bytes.size >= 4 && memcmp(bytes.data, tag, 4) == 0;
}

static int fail_probe(const pdk_probe *probe, const char *extensions, const char *tag, char *reason, size_t capacity)
{
    if (!has_extension(probe, extensions)) return 0;
    snprintf(reason, capacity, "the name ends in %s, but the tag %s is missing", probe->extension, tag);
    return PDK_SCORE_EXTENSION;
}

static int probe_wwww(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (!has_tag(bytes, "wwww")) return fail_probe(probe, ".fam .cfm", "wwww", reason, capacity);
    snprintf(reason, capacity, "the tag wwww at 0");
    if (bytes.size < 12) return PDK_SCORE_MAGIC;
    uint64_t count = pdk_load_u32(bytes.data + PDK_WWWW_CHILD_COUNT),
             first = pdk_load_u32(bytes.data + pdk_wwww_header.size);
    if (count == 0 || count > (bytes.size - 8) / 4 || first < 8 + 4 * count || first + 4 > bytes.size)
        return PDK_SCORE_MAGIC;
    pdk_bytes child = { bytes.data + first, (size_t)(bytes.size - first) };
    if (!has_tag(child, "wwww") && !has_tag(child, "SHPI") && !has_tag(child, "ORIP")) return PDK_SCORE_MAGIC;
    snprintf(reason, capacity, "the tag wwww at 0; the first of %llu children is %.4s at 0x%llX",
             (unsigned long long)count, (const char *)child.data, (unsigned long long)first);
    return PDK_SCORE_CERTAIN;
}

static int probe_shpi(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (!has_tag(bytes, "SHPI")) return fail_probe(probe, ".fsh .qfs", "SHPI", reason, capacity);
    snprintf(reason, capacity, "the tag SHPI at 0");
    if (bytes.size < 16 || pdk_load_u32(bytes.data + PDK_SHPI_LENGTH) != bytes.size) return PDK_SCORE_MAGIC;
    snprintf(reason, capacity, "the tag SHPI at 0; its length is the file's");
    return PDK_SCORE_CERTAIN;
}

/* ----------------------------------------------------------------------------------------------- dialects */

enum { TOP_CHILDREN = 4 };

/* The kinds of the file's own children; returns how many there are. */
static uint32_t top_kinds(const pdk_fam *fam, const pdk_fam_part *children[TOP_CHILDREN])
{
    uint32_t count = 0;
    for (size_t i = 1; i < fam->parts.count; i++) {
        const pdk_fam_part *part = pdk_fam_part_at(fam, i);
        if (part->depth != 1) continue;
        if (count < TOP_CHILDREN) children[count] = part;
        count++;
    }
    return count;
}

static bool is_car(const pdk_fam_part *const *children)
{
    for (uint32_t i = 0; i < TOP_CHILDREN; i++) {
        if (children[i]->kind != (i % 2 == 0 ? PDK_FAM_ORIP : PDK_FAM_SHPI)) return false;
    }
    return true;
}

static bool holds_pictures(const pdk_fam_part *part)
{
    return part->kind == PDK_FAM_WWWW || part->kind == PDK_FAM_SHPI;
}

static bool is_track(const pdk_fam_part *const *children)
{
    return holds_pictures(children[0]) && holds_pictures(children[1]) && children[2]->kind == PDK_FAM_SHPI &&
           children[3]->kind == PDK_FAM_WWWW;
}

static void set_track_family(pdk_document *document, const pdk_fam_part *terrain)
{
    pdk_document_set_dialect(document, "track family");
    pdk_document_add_evidence(
        document,
        "its children are terrain pictures, scenery pictures, one SHPI (the horizon) and a wwww of 3D parts: this is "
        "a track family");
    bool open_road = terrain->kind == PDK_FAM_WWWW && terrain->children > 1;
    const char *road = open_road ? "open" : "closed";
    pdk_document_add_text(document, "kind", road, strlen(road), "decides how terrain and scenery pictures are named",
                          open_road ? PDK_CONFIRMED : PDK_LIKELY);
    if (open_road) {
        pdk_document_add_evidence(document,
                                  "child 0 has %u sets of pictures: an open road; texture n is entry A000, B000 or "
                                  "C000 (n modulo 3) of set n / 3",
                                  (unsigned)terrain->children);
    } else {
        pdk_document_add_evidence(
            document,
            "child 0 has one set of pictures: a closed track; no real file of that kind has confirmed how the names "
            "are read");
    }
}

static void find_dialect(pdk_document *document)
{
    const pdk_fam_part *children[TOP_CHILDREN] = { NULL };
    uint32_t count = top_kinds(document->state, children);
    if (count == TOP_CHILDREN && is_track(children)) {
        set_track_family(document, children[0]);
    } else if (count == TOP_CHILDREN && is_car(children)) {
        pdk_document_set_dialect(document, "car");
        pdk_document_add_evidence(
            document, "its children are a 3D part, its pictures, a simpler 3D part and its pictures: this is a car");
    } else {
        pdk_document_set_dialect(document, "family");
        pdk_document_add_evidence(
            document,
            "%u children in no known order: neither a track nor a car; whether its 3D parts are in 1/128 m or 1/16 m "
            "is a guess",
            (unsigned)count);
    }
}

/* --------------------------------------------------------------------------------------------------- open */

static pdk_status check_tag(const pdk_document *document, const char *tag, const char *code, pdk_error *error)
{
    char hex[48];
    pdk_bytes bytes = document->content;
    if (has_tag(bytes, tag)) return PDK_OK;
    pdk_hex(hex, bytes.data, bytes.size < 4 ? bytes.size : 4);
    return pdk_fail(error, PDK_E_CORRUPT, 0, code, "expected the tag %s, found %s", tag,
                    bytes.size > 0 ? hex : "nothing");
}

static void add_counts(pdk_document *document)
{
    const pdk_fam *fam = document->state;
    uint64_t bitmaps = 0, listed = 0, unlisted = 0, sets = 0, models = 0;
    for (size_t i = 0; i < fam->parts.count; i++) {
        sets += pdk_fam_part_at(fam, i)->kind == PDK_FAM_SHPI;
        models += pdk_fam_part_at(fam, i)->kind == PDK_FAM_ORIP;
    }
    for (size_t i = 0; i < fam->entries.count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(fam, i);
        bitmaps += entry->use == PDK_FAM_BITMAP;
        if (entry->use != PDK_FAM_PALETTE) continue;
        listed += entry->number != PDK_FAM_NONE;
        unlisted += entry->number == PDK_FAM_NONE;
    }
    pdk_document_add_count(document, "picture_sets", sets, "SHPI directories");
    pdk_document_add_count(document, "bitmaps", bitmaps, "in all sets");
    pdk_document_add_count(document, "palettes", listed, "that a directory lists");
    pdk_document_add_count(document, "unlisted_palettes", unlisted,
                           "in gaps and attachments of bitmaps, listed in no directory");
    pdk_document_add_count(document, "models", models, "3D parts (ORIP)");
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_status status = pdk_fam_walk(document, error);
    if (status != PDK_OK) return status;
    add_counts(document);
    pdk_fam_add_tables(document);
    pdk_fam_add_regions(document);
    pdk_fam_add_images(document);
    pdk_fam_add_surfaces(document);
    return pdk_document_built(document, error);
}

static pdk_status open_wwww(pdk_document *document, pdk_error *error)
{
    pdk_status status = check_tag(document, "wwww", "wwww.magic", error);
    if (status == PDK_OK) status = open_document(document, error);
    if (status != PDK_OK) return status;
    find_dialect(document);
    return pdk_document_built(document, error);
}

static pdk_status open_shpi(pdk_document *document, pdk_error *error)
{
    pdk_status status = check_tag(document, "SHPI", "shpi.magic", error);
    if (status == PDK_OK) status = open_document(document, error);
    if (status != PDK_OK) return status;
    const pdk_fam_part *set = pdk_fam_part_at(document->state, 0);
    char shown[16];
    pdk_document_set_dialect(document, "%s", pdk_text_show(shown, sizeof shown, set->name.data, set->name.size));
    pdk_document_add_evidence(document, "the directory calls itself %s; it is read like any other", shown);
    return pdk_document_built(document, error);
}

static const pdk_services family_services = { .picture_entry = pdk_fam_find_entry, .scene = pdk_fam_make_scene };
static const pdk_services set_services = { .picture_entry = pdk_fam_find_entry };

const pdk_format pdk_format_wwww = {
    .info = { .id = "wwww",
              .title = "Need for Speed family of pictures and 3D parts (FAM, CFM)",
              .extensions = ".fam .cfm",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis = "checked on one open track's family and on cars of Special Edition; no family of a closed track "
                       "was available",
              .records = pdk_wwww_records,
              .synth_options = "dialect size",
              .synth_dialects = "open closed car" },
    .probe = probe_wwww,
    .open = open_wwww,
    .check = pdk_fam_check,
    .resize = pdk_fam_resize,
    .synth = PDK_GENERATOR(pdk_fam_synth_wwww),
    .set_corners = pdk_fam_set_corners,
    .services = &family_services,
};

const pdk_format pdk_format_shpi = {
    .info = { .id = "shpi",
              .title = "Need for Speed set of pictures (FSH, QFS)",
              .extensions = ".fsh .qfs",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK | PDK_GENERATES | PDK_CAN_WRITE,
              .certainty = PDK_CONFIRMED,
              .basis = "checked on FSH and QFS files of Special Edition and four later games; 4-bit, 4444 and packed "
                       "pixels were never seen",
              .records = pdk_shpi_records,
              .synth_options = "dialect size",
              .synth_dialects = "LN32" },
    .probe = probe_shpi,
    .open = open_shpi,
    .check = pdk_fam_check,
    .resize = pdk_fam_resize,
    .synth = PDK_GENERATOR(pdk_fam_synth_shpi),
    .services = &set_services,
};

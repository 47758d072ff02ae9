#include "convert/left_out.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "mesh/stated_place.h"

/* Why something is left out. */
typedef enum reason { KEPT, NO_PLACE, AXES, TRIANGLES, ORDER, REASONS } reason;

/* The target's id in capitals. */
static const char *target_name(const pdk_exporter *exporter, char buffer[16])
{
    size_t i = 0;
    for (; exporter->info.id[i] != '\0' && i < 15; i++) buffer[i] = (char)toupper((unsigned char)exporter->info.id[i]);
    buffer[i] = '\0';
    return buffer;
}

static void note(const pdk_exporter *exporter, pdk_export *job, reason why, const char *kind, const char *what)
{
    char buffer[16], code[48];
    snprintf(code, sizeof code, "convert.left_out.%s", kind);
    job->report->left_out++;
    switch (why) {
    case AXES: pdk_export_note(job, PDK_NOTE, code, "%s: left out, because axes or scale change", what); break;
    case TRIANGLES:
        pdk_export_note(job, PDK_NOTE, code, "%s: left out, because the triangles of the source are left out", what);
        break;
    case ORDER:
        pdk_export_note(job, PDK_NOTE, code, "%s: left out, because blocks change the order of the points", what);
        break;
    default:
        pdk_export_note(job, PDK_NOTE, code, "%s: left out, because %s has no field for it", what,
                        target_name(exporter, buffer));
        break;
    }
}

/* ----------------------------------------------------------------------------------------------- attributes */

static const char *const role_kinds[PDK_ATTRIBUTE_ROLES] = { [PDK_ATTRIBUTE_OTHER] = "attributes",
                                                             [PDK_ATTRIBUTE_COLOR] = "color",
                                                             [PDK_ATTRIBUTE_INTENSITY] = "intensity",
                                                             [PDK_ATTRIBUTE_CLASSIFICATION] = "classification",
                                                             [PDK_ATTRIBUTE_RETURN_NUMBER] = "return_number",
                                                             [PDK_ATTRIBUTE_RETURNS] = "returns",
                                                             [PDK_ATTRIBUTE_SCAN_ANGLE] = "scan_angle",
                                                             [PDK_ATTRIBUTE_TIME] = "time",
                                                             [PDK_ATTRIBUTE_MATERIAL] = "materials" };

static reason judge(const pdk_exporter *exporter, const pdk_export *job, const pdk_attribute *attribute)
{
    bool placed = pdk_turn_is_none(job->turn) && job->scale >= 1 && job->scale <= 1;
    if (exporter->holds == NULL || !exporter->holds(job, attribute)) return NO_PLACE;
    if (attribute->fixed_axes && !placed) return AXES;
    if (attribute->of_triangles && job->options->triangulate) return TRIANGLES;
    return job->options->rld->block_size > 0 ? ORDER : KEPT;
}

/* "colours of the triangles", "attributes of the points (radius, quality)". */
static void note_role(const pdk_exporter *exporter, pdk_export *job, const pdk_mesh *source, const uint8_t *reasons,
                      reason why, bool of_triangles, pdk_attribute_role role)
{
    char what[200];
    size_t fill = 0, found = 0;
    for (size_t i = 0; i < source->attribute_count; i++) {
        const pdk_attribute *attribute = &source->attributes[i];
        if (reasons[i] != why || attribute->of_triangles != of_triangles || attribute->role != role) continue;
        if (found++ == 0)
            fill = (size_t)snprintf(what, sizeof what, "%s of the %s", pdk_attribute_role_text(role),
                                    of_triangles ? "triangles" : "points");
        if (role != PDK_ATTRIBUTE_OTHER) continue;
        bool fits = fill + strlen(attribute->name) + 16 < sizeof what;
        if (fits)
            fill +=
                (size_t)snprintf(what + fill, sizeof what - fill, "%s%s", found == 1 ? " (" : ", ", attribute->name);
        else if (what[fill - 1] != '.') fill += (size_t)snprintf(what + fill, sizeof what - fill, ", ...");
    }
    if (found == 0) return;
    if (role == PDK_ATTRIBUTE_OTHER) snprintf(what + fill, sizeof what - fill, ")");
    note(exporter, job, why, role_kinds[role], what);
}

static pdk_status leave_attributes(const pdk_exporter *exporter, pdk_export *job, pdk_mesh *source, pdk_error *error)
{
    size_t count = source->attribute_count, kept = 0;
    if (count == 0) return PDK_OK;
    pdk_attribute *attributes = pdk_alloc_array(job->memory, count, sizeof *attributes);
    uint8_t *reasons = pdk_alloc(job->memory, count);
    if (attributes == NULL || reasons == NULL) return pdk_fail_memory(error, job->memory, "a conversion");
    for (size_t i = 0; i < count; i++) {
        reasons[i] = (uint8_t)judge(exporter, job, &source->attributes[i]);
        if (reasons[i] == KEPT) attributes[kept++] = source->attributes[i];
    }
    for (int n = 0; n < 2 * PDK_ATTRIBUTE_ROLES; n++) {
        for (reason why = NO_PLACE; why < REASONS; why++)
            note_role(exporter, job, source, reasons, why, n % 2 != 0, (pdk_attribute_role)(n / 2));
    }
    pdk_free(job->memory, reasons);
    source->attributes = attributes;
    source->attribute_count = kept;
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------- facts */

static const struct {
    const char *kind;
    bool counted;
} facts[] = { [PDK_FACT_COMMENT] = { "comments", true },
              [PDK_FACT_TITLE] = { "title", false },
              [PDK_FACT_COORDINATE_SYSTEM] = { "coordinate_system", false },
              [PDK_FACT_RECORD] = { "records", true },
              [PDK_FACT_OTHER] = { "other", true } };

static bool same_kind(const pdk_mesh_fact *a, const pdk_mesh_fact *b)
{
    return a->kind == b->kind && strcmp(a->name, b->name) == 0;
}

/* One note for those of the kind of number `number` that are left out for this reason, once. */
static void note_fact(const pdk_exporter *exporter, pdk_export *job, const pdk_mesh *source, const uint8_t *reasons,
                      size_t number)
{
    const pdk_mesh_fact *fact = &source->facts[number];
    uint64_t count = 0;
    char what[160];
    for (size_t i = 0; i < source->fact_count; i++) {
        if (reasons[i] != reasons[number] || !same_kind(&source->facts[i], fact)) continue;
        if (i < number) return;
        count += fact->kind == PDK_FACT_OTHER ? source->facts[i].count : 1;
    }
    if (facts[fact->kind].counted && count > 0)
        snprintf(what, sizeof what, "%s (%llu)", fact->name, (unsigned long long)count);
    else if (fact->kind == PDK_FACT_COORDINATE_SYSTEM && exporter->states_place && pdk_export_place(job).epsg != 0)
        snprintf(what, sizeof what, "the text of the %s, whose number is kept", fact->name);
    else snprintf(what, sizeof what, "%s", fact->name);
    note(exporter, job, (reason)reasons[number], facts[fact->kind].kind, what);
}

static pdk_status leave_facts(const pdk_exporter *exporter, pdk_export *job, pdk_mesh *source, pdk_error *error)
{
    size_t count = source->fact_count, kept = 0;
    bool placed = pdk_turn_is_none(job->turn) && job->scale >= 1 && job->scale <= 1;
    if (count == 0) return PDK_OK;
    pdk_mesh_fact *kept_facts = pdk_alloc_array(job->memory, count, sizeof *kept_facts);
    uint8_t *reasons = pdk_alloc(job->memory, count);
    if (kept_facts == NULL || reasons == NULL) return pdk_fail_memory(error, job->memory, "a conversion");
    for (size_t i = 0; i < count; i++) {
        const pdk_mesh_fact *fact = &source->facts[i];
        bool place = exporter->holds_fact != NULL && exporter->holds_fact(job, fact);
        reasons[i] = (uint8_t)(!place ? NO_PLACE : fact->fixed_axes && !placed ? AXES : KEPT);
        if (reasons[i] == KEPT) kept_facts[kept++] = *fact;
    }
    for (size_t i = 0; i < count; i++) {
        if (reasons[i] != KEPT) note_fact(exporter, job, source, reasons, i);
    }
    pdk_free(job->memory, reasons);
    source->facts = kept_facts;
    source->fact_count = kept;
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- the rest */

static bool has_names(const pdk_mesh *mesh)
{
    for (size_t i = 0; i < mesh->group_count; i++) {
        if (mesh->groups[i].name != NULL && mesh->groups[i].name[0] != '\0') return true;
    }
    return false;
}

static void leave_groups(const pdk_exporter *exporter, pdk_export *job, pdk_mesh *source)
{
    reason why = !exporter->groups ? NO_PLACE : job->options->triangulate ? TRIANGLES : KEPT;
    if (why == KEPT && job->options->rld->block_size > 0) why = ORDER;
    if (why == KEPT || source->group_count == 0) return;
    if (source->group_count > 1 || has_names(source)) note(exporter, job, why, "groups", "groups of triangles");
    source->groups = NULL;
    source->group_count = 0;
}

pdk_status pdk_export_leave_out(const pdk_exporter *exporter, pdk_export *job, pdk_mesh *source, pdk_error *error)
{
    if (source->read_normals != NULL && !exporter->normals)
        note(exporter, job, NO_PLACE, "normals", "normals of the points");
    if (source->read_coordinates != NULL && !exporter->coordinates)
        note(exporter, job, NO_PLACE, "coordinates", "texture coordinates of the points");
    leave_groups(exporter, job, source);
    pdk_status status = leave_attributes(exporter, job, source, error);
    return status == PDK_OK ? leave_facts(exporter, job, source, error) : status;
}

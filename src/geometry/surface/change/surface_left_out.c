/* What a changed surface keeps of the coordinate system, and what it no longer has, as findings of its document, which
 * conversions show. */
#include <string.h>

#include "mesh/stated_place.h"
#include "model/frame.h"
#include "surface/change/merge_attributes.h"

/* Has the new surface values of this kind? */
static bool is_kept(const pdk_mesh *made, const pdk_attribute *attribute)
{
    for (size_t i = 0; i < made->attribute_count; i++) {
        if (pdk_attributes_are_alike(&made->attributes[i], attribute)) return true;
    }
    return false;
}

/* Merging keeps what all have, so that is the reason there; nothing else keeps any. */
static void note_role(pdk_document *made, const pdk_document *const *sources, size_t count, pdk_attribute_role role,
                      bool of_triangles)
{
    bool any = false, mergeable = count > 1 && !of_triangles;
    for (size_t i = 0; i < count; i++) {
        const pdk_mesh *mesh = sources[i]->mesh;
        for (size_t k = 0; mesh != NULL && k < mesh->attribute_count; k++) {
            const pdk_attribute *attribute = &mesh->attributes[k];
            if (attribute->role != role || attribute->of_triangles != of_triangles || is_kept(made->mesh, attribute))
                continue;
            any = true;
            mergeable = mergeable && !attribute->fixed_axes;
        }
    }
    if (!any) return;
    pdk_document_add_finding(
        made, PDK_NOTE, "surface.left_out", PDK_NO_OFFSET, "", "%s of the %s: left out, because %s",
        pdk_attribute_role_text(role), of_triangles ? "triangles" : "points",
        mergeable ? "not all of the surfaces have them, or not in the same type" : "changed surfaces cannot hold this");
}

/* Was a fact of this name met before number `fact` of source `source`? */
static bool is_known(const pdk_document *const *sources, size_t source, size_t fact, const char *name)
{
    for (size_t i = 0; i <= source; i++) {
        const pdk_mesh *mesh = sources[i]->mesh;
        size_t facts = mesh == NULL ? 0 : i < source ? mesh->fact_count : fact;
        for (size_t k = 0; k < facts; k++) {
            if (strcmp(mesh->facts[k].name, name) == 0) return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------------------- the coordinate system */

static bool is_system(const pdk_mesh_fact *fact)
{
    return fact->kind == PDK_FACT_COORDINATE_SYSTEM;
}

static size_t count_systems(const pdk_mesh *mesh)
{
    size_t count = 0;
    for (size_t i = 0; mesh != NULL && i < mesh->fact_count; i++) count += is_system(&mesh->facts[i]);
    return count;
}

/* Record by record in the same order, byte by byte. */
static bool same_systems(const pdk_mesh *a, const pdk_mesh *b)
{
    size_t k = 0;
    if (count_systems(a) != count_systems(b)) return false;
    for (size_t i = 0; i < a->fact_count; i++) {
        if (!is_system(&a->facts[i])) continue;
        while (!is_system(&b->facts[k])) k++;
        const pdk_mesh_fact *first = &a->facts[i], *second = &b->facts[k++];
        if (strcmp(first->format, second->format) != 0 || first->bytes.size != second->bytes.size ||
            memcmp(first->bytes.data, second->bytes.data, first->bytes.size) != 0)
            return false;
    }
    return true;
}

/* The same in all, and still true: coordinates are as in the sources, not turned, and in their units. */
static bool systems_stay(const pdk_document *made, const pdk_document *const *sources, size_t count)
{
    const pdk_mesh *first = sources[0]->mesh;
    if (first == NULL || made->mesh == NULL || count_systems(first) == 0) return false;
    for (size_t i = 0; i < count; i++) {
        const pdk_mesh *mesh = sources[i]->mesh;
        if (mesh == NULL || !same_systems(first, mesh) || mesh->frame != made->mesh->frame) return false;
    }
    return true;
}

static pdk_status keep_systems(pdk_document *made, const pdk_mesh *from, pdk_error *error)
{
    pdk_mesh *mesh = (pdk_mesh *)made->mesh; /* only the builder has it so far */
    size_t count = count_systems(from), kept = 0;
    pdk_mesh_fact *facts = pdk_alloc_array(&made->memory, count, sizeof *facts);
    if (facts == NULL) return pdk_fail_memory(error, &made->memory, "a coordinate system");
    for (size_t i = 0; i < from->fact_count; i++) {
        if (!is_system(&from->facts[i])) continue;
        pdk_mesh_fact *fact = &facts[kept++];
        *fact = from->facts[i];
        uint8_t *bytes = pdk_alloc_raw(&made->memory, fact->bytes.size);
        fact->name = pdk_keep(&made->memory, fact->name);
        if (bytes == NULL || fact->name == NULL) return pdk_fail_memory(error, &made->memory, "a coordinate system");
        memcpy(bytes, fact->bytes.data, fact->bytes.size);
        fact->bytes.data = bytes;
    }
    mesh->facts = facts;
    mesh->fact_count = count;
    mesh->units = from->units;
    if (from->units.text == NULL) return PDK_OK;
    mesh->units.text = pdk_keep(&made->memory, from->units.text);
    return mesh->units.text != NULL ? PDK_OK : pdk_fail_memory(error, &made->memory, "a coordinate system");
}

/* -------------------------------------------------------------------------------------------------- what is not kept
 */

static bool has_system(const pdk_document *const *sources, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (count_systems(sources[i]->mesh) > 0) return true;
    }
    return false;
}

static void note_facts(pdk_document *made, const pdk_document *const *sources, size_t source)
{
    enum { MAX_FACTS = 1000 };
    const pdk_mesh *mesh = sources[source]->mesh;
    for (size_t k = 0; mesh != NULL && k < mesh->fact_count && k < MAX_FACTS; k++) {
        const char *name = mesh->facts[k].name;
        bool kept = strcmp(name, "names of objects") == 0; /* they are those of blocks */
        if (kept || is_system(&mesh->facts[k]) || is_known(sources, source, k, name)) continue;
        pdk_document_add_finding(made, PDK_NOTE, "surface.left_out", PDK_NO_OFFSET, "",
                                 "%s: left out, because changed surfaces cannot hold this", name);
    }
}

/* The origin and the coordinate system that the sources state: those of the first, to whose origin all points were
 * moved, in the axes of what is made. */
static void take_place(pdk_document *made, const pdk_document *const *sources, size_t count)
{
    pdk_stated_place place = pdk_document_stated_place(sources[0]);
    for (size_t i = 1; i < count; i++) {
        if (pdk_document_stated_place(sources[i]).epsg != place.epsg) place.epsg = 0;
    }
    const pdk_surface_info *from = pdk_document_surface_at(sources[0], 0), *to = pdk_document_surface_at(made, 0);
    if (from != NULL && to != NULL) {
        double own[3];
        memcpy(own, place.origin, sizeof own);
        pdk_turn_point(pdk_frame_turn(from->frame, to->frame), own, place.origin);
    }
    pdk_document_add_place(made, &place);
}

pdk_status pdk_surface_take_facts(pdk_document *made, const pdk_document *const *sources, size_t count,
                                  pdk_error *error)
{
    bool groups = false;
    take_place(made, sources, count);
    for (int n = 0; n < 2 * PDK_ATTRIBUTE_ROLES; n++)
        note_role(made, sources, count, (pdk_attribute_role)(n / 2), n % 2 != 0);
    for (size_t i = 0; i < count; i++) {
        groups = groups || (sources[i]->mesh != NULL && sources[i]->mesh->group_count > 0);
        note_facts(made, sources, i);
    }
    if (groups) {
        pdk_document_add_finding(made, PDK_NOTE, "surface.left_out", PDK_NO_OFFSET, "",
                                 "groups of triangles: left out, because changed surfaces cannot hold this");
    }
    if (systems_stay(made, sources, count)) return keep_systems(made, sources[0]->mesh, error);
    if (has_system(sources, count)) {
        pdk_document_add_finding(made, PDK_NOTE, "surface.left_out", PDK_NO_OFFSET, "",
                                 "the coordinate system: left out, because %s",
                                 count > 1 ? "not all of the surfaces have the same one" : "the axes change");
    }
    return PDK_OK;
}

/* What a changed surface no longer has, as findings of its document, which conversions tell. */
#include <string.h>

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

void pdk_surface_note_left_out(pdk_document *made, const pdk_document *const *sources, size_t count)
{
    enum { MAX_FACTS = 1000 };
    bool groups = false;
    for (int n = 0; n < 2 * PDK_ATTRIBUTE_ROLES; n++)
        note_role(made, sources, count, (pdk_attribute_role)(n / 2), n % 2 != 0);
    for (size_t i = 0; i < count; i++) {
        const pdk_mesh *mesh = sources[i]->mesh;
        groups = groups || (mesh != NULL && mesh->group_count > 0);
        for (size_t k = 0; mesh != NULL && k < mesh->fact_count && k < MAX_FACTS; k++) {
            const char *name = mesh->facts[k].name;
            bool kept = strcmp(name, "names of objects") == 0; /* they are those of blocks */
            if (kept || is_known(sources, i, k, name)) continue;
            pdk_document_add_finding(made, PDK_NOTE, "surface.left_out", PDK_NO_OFFSET, "",
                                     "%s: left out, because changed surfaces cannot hold this", name);
        }
    }
    if (groups) {
        pdk_document_add_finding(made, PDK_NOTE, "surface.left_out", PDK_NO_OFFSET, "",
                                 "groups of triangles: left out, because changed surfaces cannot hold this");
    }
}

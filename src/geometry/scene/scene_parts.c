/* One mesh as a scene: a node for each of its named blocks, runs of triangles that share a material or a group. */
#include <string.h>

#include "scene/scene_build.h"
#include "scene/scene_slice.h"

enum { RUN = 1024, MAX_RUNS = 1 << 16 };

typedef struct parts_job {
    pdk_scene *scene;
    const pdk_document *document;
    const pdk_mesh *content;
    const pdk_attribute *material; /* of the triangles; NULL = none */
    size_t first_material, plain;  /* numbers in the scene; plain: PDK_SCENE_NONE until some run needs it */
    pdk_scene_range *ranges;       /* of each block; NULL = blocks share points: all is one part */
    size_t *nodes;                 /* of each block in the scene */
    pdk_vector runs;               /* pdk_scene_run, of all triangles */
} parts_job;

static pdk_status no_memory(const parts_job *job, pdk_error *error)
{
    return pdk_fail_memory(error, job->scene->memory, "a scene");
}

static bool has_names(const pdk_mesh *mesh)
{
    for (size_t i = 0; i < mesh->block_count; i++) {
        if (mesh->blocks[i].name != NULL) return true;
    }
    return false;
}

/* -------------------------------------------------------------------------------------------------------- blocks */

/* The block of a point, from `from` on. */
static size_t block_of(const pdk_mesh *mesh, size_t from, uint32_t point)
{
    while (from < mesh->block_count && point >= mesh->blocks[from].first_point + mesh->blocks[from].point_count) from++;
    return from < mesh->block_count && point >= mesh->blocks[from].first_point ? from : mesh->block_count;
}

/* Are the corners of each triangle in one block, and do triangles come in the order of the blocks? Then each is a part.
 */
static pdk_status find_ranges(parts_job *job, bool *apart, pdk_error *error)
{
    const pdk_mesh *mesh = job->content;
    uint32_t corners[RUN][3];
    size_t block = 0;
    *apart = true;
    for (size_t i = 0; i < mesh->block_count; i++) {
        job->ranges[i] =
            (pdk_scene_range){ .first_point = mesh->blocks[i].first_point, .point_count = mesh->blocks[i].point_count };
    }
    for (uint64_t at = 0; at < mesh->triangle_count && *apart; at += RUN) {
        size_t count = mesh->triangle_count - at < RUN ? (size_t)(mesh->triangle_count - at) : RUN;
        pdk_status status = mesh->read_triangles(mesh, at, count, corners, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count && *apart; i++) {
            block = block_of(mesh, block, corners[i][0]);
            *apart = block < mesh->block_count && block_of(mesh, block, corners[i][1]) == block &&
                     block_of(mesh, block, corners[i][2]) == block;
            if (!*apart) break;
            if (job->ranges[block].triangle_count++ == 0) job->ranges[block].first_triangle = at + i;
        }
    }
    return PDK_OK;
}

/* Blocks must cover all points, without a gap. */
static bool is_covered(const pdk_mesh *mesh)
{
    uint64_t end = 0;
    for (size_t i = 0; i < mesh->block_count; i++) {
        if (mesh->blocks[i].first_point != end) return false;
        end += mesh->blocks[i].point_count;
    }
    return end == mesh->point_count;
}

/* ------------------------------------------------------------------------------------------------- materials, runs */

static pdk_status add_materials(parts_job *job, pdk_error *error)
{
    const pdk_mesh *mesh = job->content;
    pdk_scene_album album;
    job->first_material = job->scene->materials.count;
    job->plain = PDK_SCENE_NONE;
    if (job->material == NULL) return PDK_OK;
    if (!pdk_scene_open_album(job->scene, job->document, &album)) return no_memory(job, error);
    for (size_t i = 0; i < mesh->material_count; i++) {
        const pdk_mesh_material *from = &mesh->materials[i];
        pdk_scene_material *to = pdk_scene_add_material(job->scene);
        if (to == NULL) return no_memory(job, error);
        to->source = from;
        to->name = from->name != NULL ? from->name : pdk_text_printf(job->scene->memory, "material %zu", i);
        for (int k = 0; k < 3; k++) to->color[k] = from->color[k];
        to->two_sided = from->two_sided;
        to->prelit = from->unlit;
        bool found =
            from->image >= album.count || pdk_scene_take_texture(job->scene, &album, from->image, &to->texture);
        if (to->name == NULL || !found) return no_memory(job, error);
    }
    return PDK_OK;
}

static bool use_plain(parts_job *job, size_t *number)
{
    static const double gray = 0.5; /* that shows shapes */
    if (job->plain == PDK_SCENE_NONE) {
        pdk_scene_material *material = pdk_scene_add_material(job->scene);
        if (material == NULL) return false;
        material->name = "surface";
        for (int k = 0; k < 3; k++) material->color[k] = gray;
        job->plain = job->scene->materials.count - 1;
    }
    *number = job->plain;
    return true;
}

/* `last` is the run before, NULL at the beginning. */
static bool add_triangle(parts_job *job, uint64_t triangle, uint32_t material, const pdk_mesh_group *group, bool begins)
{
    size_t number;
    pdk_scene_run *last = job->runs.count > 0 ? (pdk_scene_run *)job->runs.items + job->runs.count - 1 : NULL;
    if (material > 0 && material <= job->content->material_count) number = job->first_material + material - 1;
    else if (!use_plain(job, &number)) return false;
    const char *name = group != NULL ? group->name : NULL;
    if (last != NULL && !begins && last->material == number && last->name == name) {
        last->triangle_count++;
        return true;
    }
    pdk_scene_run *run = pdk_vector_push(&job->runs);
    if (run != NULL) *run = (pdk_scene_run){ triangle, 1, number, name };
    return run != NULL;
}

/* Runs end where the part, the group or the material changes. */
static pdk_status add_runs(parts_job *job, pdk_error *error)
{
    const pdk_mesh *mesh = job->content;
    uint32_t materials[RUN];
    size_t group = 0, part = 0;
    if (job->ranges == NULL && job->material == NULL && mesh->group_count == 0) { /* no need to look at each */
        pdk_scene_run *run = mesh->triangle_count > 0 ? pdk_vector_push(&job->runs) : NULL;
        if (run != NULL) *run = (pdk_scene_run){ 0, mesh->triangle_count, 0, NULL };
        return mesh->triangle_count == 0 || (run != NULL && use_plain(job, &run->material)) ? PDK_OK
                                                                                            : no_memory(job, error);
    }
    for (uint64_t at = 0; at < mesh->triangle_count; at += RUN) {
        size_t count = mesh->triangle_count - at < RUN ? (size_t)(mesh->triangle_count - at) : RUN;
        pdk_status status = PDK_OK;
        memset(materials, 0, sizeof materials);
        if (job->material != NULL) status = job->material->read(job->material, at, count, materials, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) {
            uint64_t triangle = at + i;
            bool begins = false;
            while (group < mesh->group_count &&
                   triangle >= mesh->groups[group].first_triangle + mesh->groups[group].triangle_count)
                group++;
            while (job->ranges != NULL && part < mesh->block_count &&
                   triangle >= job->ranges[part].first_triangle + job->ranges[part].triangle_count)
                part++, begins = true;
            bool inside = group < mesh->group_count && triangle >= mesh->groups[group].first_triangle;
            if (!add_triangle(job, triangle, materials[i], inside ? &mesh->groups[group] : NULL, begins))
                return no_memory(job, error);
        }
        if (job->runs.count <= MAX_RUNS) continue;
        job->material = NULL;
        return PDK_OK;
    }
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------------ nodes */

/* The tree of the source, with a node more for a block whose node has children: a mesh there is placed separately. */
static pdk_status add_tree(parts_job *job, pdk_error *error)
{
    const pdk_mesh *mesh = job->content;
    size_t first = job->scene->nodes.count;
    bool *has_children = pdk_alloc_array(job->scene->memory, mesh->node_count, sizeof *has_children);
    if (has_children == NULL) return no_memory(job, error);
    for (size_t i = 0; i < mesh->node_count; i++) {
        const pdk_mesh_node *from = &mesh->nodes[i];
        if (from->parent < i) has_children[from->parent] = true;
    }
    for (size_t i = 0; i < mesh->node_count; i++) {
        const pdk_mesh_node *from = &mesh->nodes[i];
        size_t parent = from->parent < i ? first + from->parent : PDK_SCENE_NONE;
        if (pdk_scene_add_node(job->scene, from->name != NULL ? from->name : "", parent) == NULL)
            return no_memory(job, error);
        if (from->block < mesh->block_count && !has_children[i]) job->nodes[from->block] = first + i;
    }
    for (size_t i = 0; i < mesh->node_count; i++) {
        size_t block = mesh->nodes[i].block;
        if (block >= mesh->block_count || !has_children[i]) continue;
        const char *name = mesh->blocks[block].name;
        if (pdk_scene_add_node(job->scene, name != NULL ? name : "", first + i) == NULL) return no_memory(job, error);
        job->nodes[block] = job->scene->nodes.count - 1;
    }
    return PDK_OK;
}

static pdk_status add_block_nodes(parts_job *job, pdk_error *error)
{
    const pdk_mesh *mesh = job->content;
    job->nodes = pdk_alloc_array(job->scene->memory, mesh->block_count, sizeof *job->nodes);
    if (job->nodes == NULL) return no_memory(job, error);
    for (size_t i = 0; i < mesh->block_count; i++) job->nodes[i] = PDK_SCENE_NONE;
    pdk_status status = mesh->node_count > 0 ? add_tree(job, error) : PDK_OK;
    for (size_t i = 0; i < mesh->block_count && status == PDK_OK; i++) {
        const char *name = mesh->blocks[i].name != NULL ? mesh->blocks[i].name : "";
        if (job->nodes[i] != PDK_SCENE_NONE || mesh->blocks[i].point_count == 0) continue;
        if (pdk_scene_add_node(job->scene, name, PDK_SCENE_NONE) == NULL) return no_memory(job, error);
        job->nodes[i] = job->scene->nodes.count - 1;
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------- meshes */

/* The runs of a range, *next being the first that may be in it. Points alone have one without triangles. */
static pdk_status take_runs(parts_job *job, const pdk_scene_range *range, size_t *next, pdk_scene_mesh *mesh,
                            pdk_error *error)
{
    const pdk_scene_run *all = job->runs.items;
    size_t first = *next;
    uint64_t end = range->first_triangle + range->triangle_count;
    while (*next < job->runs.count && all[*next].first_triangle < end && range->triangle_count > 0) ++*next;
    size_t count = *next - first;
    pdk_scene_run *runs = pdk_alloc_array(job->scene->memory, count > 0 ? count : 1, sizeof *runs);
    if (runs == NULL) return no_memory(job, error);
    for (size_t i = 0; i < count; i++) {
        runs[i] = all[first + i];
        runs[i].first_triangle -= range->first_triangle;
    }
    if (count == 0 && !use_plain(job, &runs[0].material)) return no_memory(job, error);
    mesh->runs = runs;
    mesh->run_count = count > 0 ? count : 1;
    return PDK_OK;
}

static pdk_status add_part(parts_job *job, const pdk_scene_range *range, const char *name, size_t node, size_t *next,
                           pdk_error *error)
{
    pdk_scene_mesh made = { .name = name, .rows_up = !job->content->rows_down };
    bool whole = range->point_count == job->content->point_count;
    made.mesh = *job->content;
    pdk_status status = whole ? PDK_OK : pdk_scene_slice(job->scene->memory, job->content, range, &made.mesh, error);
    if (status == PDK_OK) status = take_runs(job, range, next, &made, error);
    if (status == PDK_OK) status = pdk_scene_shade(job->scene, job->document, &made, error);
    if (status != PDK_OK) return status;
    pdk_scene_mesh *mesh = pdk_scene_add_mesh(job->scene);
    if (mesh == NULL) return no_memory(job, error);
    *mesh = made;
    ((pdk_scene_node *)job->scene->nodes.items + node)->mesh = job->scene->meshes.count - 1;
    return PDK_OK;
}

static pdk_status add_all_parts(parts_job *job, pdk_error *error)
{
    const pdk_mesh *mesh = job->content;
    size_t next = 0;
    if (job->ranges != NULL) {
        pdk_status status = add_block_nodes(job, error);
        for (size_t i = 0; i < mesh->block_count && status == PDK_OK; i++) {
            const char *name = mesh->blocks[i].name != NULL ? mesh->blocks[i].name : "";
            if (job->ranges[i].point_count > 0)
                status = add_part(job, &job->ranges[i], name, job->nodes[i], &next, error);
        }
        return status;
    }
    const char *name = pdk_document_surface_at(job->document, 0)->name;
    pdk_scene_range all = { 0, mesh->point_count, 0, mesh->triangle_count };
    if (pdk_scene_add_node(job->scene, name, PDK_SCENE_NONE) == NULL) return no_memory(job, error);
    return add_part(job, &all, name, job->scene->nodes.count - 1, &next, error);
}

static const pdk_attribute *find_material(const pdk_mesh *mesh)
{
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        if (mesh->attributes[i].role == PDK_ATTRIBUTE_MATERIAL) return &mesh->attributes[i];
    }
    return NULL;
}

pdk_status pdk_scene_add_content(pdk_scene *scene, const pdk_document *document, const pdk_mesh *content,
                                 pdk_error *error)
{
    parts_job job = { .scene = scene,
                      .document = document,
                      .content = content,
                      .material = find_material(content),
                      .runs = pdk_vector_of(scene->memory, sizeof(pdk_scene_run)) };
    pdk_status status = PDK_OK;
    if (has_names(content) && is_covered(content)) {
        bool apart;
        job.ranges = pdk_alloc_array(scene->memory, content->block_count, sizeof *job.ranges);
        if (job.ranges == NULL) return no_memory(&job, error);
        status = find_ranges(&job, &apart, error);
        if (!apart) job.ranges = NULL;
    }
    if (status == PDK_OK) status = add_materials(&job, error);
    if (status == PDK_OK) status = add_runs(&job, error);
    if (status == PDK_OK && job.runs.count > MAX_RUNS) {
        pdk_scene_note(scene, PDK_WARNING, "scene.runs",
                       "materials or groups change more than %d times: everything has one material", MAX_RUNS);
        scene->dropped++;
        pdk_mesh *bare = pdk_alloc(scene->memory, sizeof *bare);
        if (bare == NULL) return no_memory(&job, error);
        *bare = *content;
        bare->group_count = 0;
        job.content = bare;
        job.runs.count = 0;
        status = add_runs(&job, error);
    }
    return status == PDK_OK ? add_all_parts(&job, error) : status;
}

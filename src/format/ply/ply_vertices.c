/* Vertices: which property is what, and reading them in runs. */
#include "format/ply/ply.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/parallel.h"
#include "base/read_number.h"

/* Roles that follow each other: x, y, z. */
typedef struct role_range {
    int first, count;
} role_range;

/* Names in use for the same thing; the first that is there counts. */
static const char *const role_names[PDK_PLY_ROLES][5] = {
    [PDK_PLY_X] = { "x" },
    [PDK_PLY_Y] = { "y" },
    [PDK_PLY_Z] = { "z" },
    [PDK_PLY_NX] = { "nx", "normal_x" },
    [PDK_PLY_NY] = { "ny", "normal_y" },
    [PDK_PLY_NZ] = { "nz", "normal_z" },
    [PDK_PLY_U] = { "s", "u", "texture_u", "texture_s" },
    [PDK_PLY_V] = { "t", "v", "texture_v", "texture_t" },
};

static int find_property(const pdk_ply_element *element, const char *const *names)
{
    for (; *names != NULL; names++) {
        for (size_t i = 0; i < element->property_count; i++) {
            const pdk_ply_property *property = &element->properties[i];
            if (property->counts == PDK_SCALAR_NONE && strcmp(property->name, *names) == 0) return (int)i;
        }
    }
    return -1;
}

static bool has_roles(const pdk_ply *ply, int first, int count)
{
    for (int i = first; i < first + count; i++) {
        if (ply->property_of[i] < 0) return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- reading */

static inline const char *behind_blanks(const char *at, const char *end)
{
    while (at < end && pdk_is_blank(*at)) at++;
    return at;
}

static inline const char *behind_word(const char *at, const char *end)
{
    while (at < end && !pdk_is_blank(*at)) at++;
    return at;
}

/* Behind the length of a list; NULL when it is none. */
static const char *read_length(const pdk_ply *ply, const pdk_ply_property *property, const char *at, const char *end,
                               uint64_t *count)
{
    pdk_line rest = { at, end };
    const uint8_t *items;
    return pdk_ply_list(ply, property, NULL, &rest, count, &items) ? rest.at : NULL;
}

/* The wanted roles of a line, each word looked at once; false when a word is missing or no number. `*rest` gets what
 * follows the last property looked at. With `sound` all properties are looked at: it gets whether they are numbers that
 * their types hold, which those that are not wanted need not be. */
static bool parse_line(const pdk_ply *ply, pdk_line line, unsigned wanted, bool *sound, double values[PDK_PLY_ROLES],
                       const char **rest)
{
    const pdk_ply_element *element = ply->vertices;
    const char *at = line.at, *end = line.end;
    for (size_t i = 0; i < element->property_count && (wanted != 0 || sound != NULL); i++) {
        const pdk_ply_property *property = &element->properties[i];
        uint64_t count = 1;
        if (property->counts != PDK_SCALAR_NONE && (at = read_length(ply, property, at, end, &count)) == NULL)
            return false;
        int role = ply->roles[i];
        bool takes = role >= 0 && (wanted >> role & 1) != 0;
        for (uint64_t n = 0; n < count; n++) {
            at = behind_blanks(at, end);
            if (at == end) return false;
            if (!takes) {
                pdk_line word = { at, behind_word(at, end) };
                double value;
                at = word.end;
                if (sound != NULL && !pdk_ply_read_word(property, &word, &value)) *sound = false;
                continue;
            }
            if (!pdk_read_double(&at, end, &values[role]) || (at < end && !pdk_is_blank(*at))) return false;
            if (property->type == PDK_SCALAR_F32) values[role] = (double)(float)values[role];
            wanted &= ~(1U << role);
        }
    }
    *rest = at;
    return wanted == 0;
}

/* Every role the vertices have, as bits. */
static unsigned all_roles(const pdk_ply *ply)
{
    unsigned roles = 0;
    for (int i = 0; i < PDK_PLY_ROLES; i++) roles |= (ply->property_of[i] >= 0 ? 1U : 0) << i;
    return roles;
}

static pdk_status fail_vertex(pdk_error *error, const pdk_ply *ply, const pdk_ply_walk *walk, uint64_t number)
{
    char where[64];
    snprintf(where, sizeof where, "ply.vertex[%" PRIu64 "]", number);
    uint64_t offset = (uint64_t)((const uint8_t *)walk->line.at - ply->document->content.data);
    return pdk_fail_where(error, PDK_E_CORRUPT, offset, "ply.vertex", where, "expected %zu numbers in a line",
                          ply->vertices->property_count);
}

/* Little-endian floats x, y and z one after the other, whatever else a vertex has. */
static bool is_usual(const pdk_ply *ply)
{
    const pdk_ply_property *x = &ply->vertices->properties[ply->property_of[PDK_PLY_X]];
    bool usual = ply->encoding == PDK_PLY_LITTLE;
    for (int k = 0; k < 3; k++)
        usual = usual && ply->property_of[k] == ply->property_of[PDK_PLY_X] + k && x[k].type == PDK_SCALAR_F32;
    return usual;
}

static void gather_usual(const uint8_t *from, uint64_t stride, size_t count, double *to)
{
    for (size_t i = 0; i < count; i++, from += stride) {
        for (size_t k = 0; k < 3; k++) to[3 * i + k] = (double)pdk_load_f32(from + 4 * k);
    }
}

/* `roles` roles from `first` on, of `count` vertices. */
static pdk_status read_roles(const pdk_ply *ply, role_range roles, uint64_t first, size_t count, double *to,
                             pdk_error *error)
{
    const pdk_ply_element *element = ply->vertices;
    bool big = ply->encoding == PDK_PLY_BIG;
    if (element->stride > 0) {
        const uint8_t *from = ply->document->content.data + element->begin + first * element->stride;
        if (roles.first == PDK_PLY_X && is_usual(ply)) {
            gather_usual(from + element->properties[ply->property_of[PDK_PLY_X]].offset, element->stride, count, to);
            return PDK_OK;
        }
        for (int k = 0; k < roles.count; k++) {
            const pdk_ply_property *property = &element->properties[ply->property_of[roles.first + k]];
            pdk_scalar_gather((pdk_scalar_run){ from + property->offset, property->type, big, element->stride }, count,
                              to + k, (size_t)roles.count);
        }
        return PDK_OK;
    }
    pdk_ply_walk walk = pdk_ply_walk_at(ply, element, first);
    unsigned wanted = ((1U << roles.count) - 1) << roles.first;
    for (size_t i = 0; i < count; i++) {
        double values[PDK_PLY_ROLES] = { 0 };
        const uint8_t *at = pdk_ply_walk_next(&walk);
        if (at == NULL) return fail_vertex(error, ply, &walk, first + i);
        if (ply->encoding == PDK_PLY_TEXT) {
            const char *rest;
            if (!parse_line(ply, walk.line, wanted, NULL, values, &rest))
                return fail_vertex(error, ply, &walk, first + i);
        } else {
            for (int k = roles.first; k < roles.first + roles.count; k++) {
                size_t number = (size_t)ply->property_of[k];
                const uint8_t *value = pdk_ply_property_at(ply, element, number, at, NULL);
                values[k] = pdk_scalar_load(value, element->properties[number].type, big);
            }
        }
        memcpy(to + i * (size_t)roles.count, values + roles.first, (size_t)roles.count * sizeof *to);
    }
    return PDK_OK;
}

pdk_status pdk_ply_read_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3],
                               pdk_error *error)
{
    const pdk_ply *ply = mesh->state;
    if (count == 0) return PDK_OK;
    if (ply->points != NULL) {
        memcpy(points, ply->points + first, count * sizeof *points);
        return PDK_OK;
    }
    return read_roles(ply, (role_range){ PDK_PLY_X, 3 }, first, count, points[0], error);
}

static pdk_status read_floats(const pdk_ply *ply, role_range roles, uint64_t first, size_t count, float *to,
                              pdk_error *error)
{
    enum { RUN = 512 };
    double run[RUN * 3];
    for (size_t at = 0; at < count; at += RUN) {
        size_t some = count - at < RUN ? count - at : RUN;
        pdk_status status = read_roles(ply, (role_range){ roles.first, roles.count }, first + at, some, run, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some * (size_t)roles.count; i++) to[at * (size_t)roles.count + i] = (float)run[i];
    }
    return PDK_OK;
}

static pdk_status read_normals(const pdk_mesh *mesh, uint64_t first, size_t count, float (*normals)[3],
                               pdk_error *error)
{
    const pdk_ply *ply = mesh->state;
    if (ply->normals != NULL) {
        if (count > 0) memcpy(normals, ply->normals + first, count * sizeof *normals);
        return PDK_OK;
    }
    return count > 0 ? read_floats(mesh->state, (role_range){ PDK_PLY_NX, 3 }, first, count, normals[0], error)
                     : PDK_OK;
}

static pdk_status read_coordinates(const pdk_mesh *mesh, uint64_t first, size_t count, float (*to)[2], pdk_error *error)
{
    const pdk_ply *ply = mesh->state;
    if (ply->coordinates != NULL) {
        if (count > 0) memcpy(to, ply->coordinates + first, count * sizeof *to);
        return PDK_OK;
    }
    return count > 0 ? read_floats(mesh->state, (role_range){ PDK_PLY_U, 2 }, first, count, to[0], error) : PDK_OK;
}

/* ------------------------------------------------------------------------------------------- lines checked */

typedef struct line_job {
    pdk_ply *ply;
    unsigned roles;
    bool looks; /* the lines have not been looked at: all of them are read, whole */
    double (*points)[3];
    float (*normals)[3], (*coordinates)[2]; /* what is kept; NULL = not */
    uint64_t bad[PDK_MAX_THREADS];          /* the first that is not whole */
    uint64_t offset[PDK_MAX_THREADS];
    pdk_line_faults surplus[PDK_MAX_THREADS], words[PDK_MAX_THREADS];
    pdk_extent extent[PDK_MAX_THREADS];
} line_job;

static void keep_values(const line_job *job, uint64_t number, const double values[PDK_PLY_ROLES])
{
    if (job->points != NULL) memcpy(job->points[number], values + PDK_PLY_X, sizeof *job->points);
    for (int k = 0; k < 3 && job->normals != NULL; k++) job->normals[number][k] = (float)values[PDK_PLY_NX + k];
    for (int k = 0; k < 2 && job->coordinates != NULL; k++) job->coordinates[number][k] = (float)values[PDK_PLY_U + k];
}

static void do_lines(void *user, size_t thread, uint64_t first, uint64_t count)
{
    line_job *job = user;
    const pdk_ply *ply = job->ply;
    pdk_ply_walk walk = pdk_ply_walk_at(ply, ply->vertices, first);
    for (uint64_t i = first; i < first + count; i++) {
        const uint8_t *at = pdk_ply_walk_next(&walk);
        if (at == NULL) return;
        double values[PDK_PLY_ROLES];
        const char *rest;
        bool sound = true;
        uint64_t offset = (uint64_t)(at - ply->document->content.data);
        if (!parse_line(ply, walk.line, job->roles, job->looks ? &sound : NULL, values, &rest)) {
            if (i < job->bad[thread]) {
                job->bad[thread] = i;
                job->offset[thread] = offset;
            }
            return;
        }
        keep_values(job, i, values);
        if (!job->looks) continue;
        pdk_extent_add(&job->extent[thread], values + PDK_PLY_X);
        pdk_line_faults here = { 1, offset };
        if (!sound) pdk_line_faults_join(&job->words[thread], here);
        if (behind_blanks(rest, walk.line.end) < walk.line.end) pdk_line_faults_join(&job->surplus[thread], here);
    }
    if (first >> 20 != (first + count) >> 20) pdk_trim(ply->document); /* some 50 MB */
}

static pdk_status run_lines(line_job *job, pdk_error *error)
{
    for (int t = 0; t < PDK_MAX_THREADS; t++) {
        job->bad[t] = UINT64_MAX;
        job->extent[t] = pdk_extent_none();
    }
    const pdk_document *document = job->ply->document;
    pdk_parallel run = { .count = job->ply->vertices->count,
                         .piece = 4096,
                         .work = do_lines,
                         .user = job,
                         .progress = document->progress,
                         .progress_user = document->progress_user };
    return pdk_parallel_run(&run) ? PDK_OK : pdk_fail_cancelled(error);
}

bool pdk_ply_keeps(const pdk_ply *ply, uint64_t count, size_t size, void **kept)
{
    static const uint64_t maximum = UINT64_C(192) << 20;
    uint64_t limit = ply->document->limits.memory;
    bool fits = count <= maximum / size && (limit == 0 || count * size <= limit / 8);
    *kept = fits && count > 0 ? pdk_alloc_raw(&ply->document->memory, (size_t)count * size) : NULL;
    return !fits || count == 0 || *kept != NULL;
}

/* Memory for the values of all lines, as far as they may be kept. */
static bool keep_lines(pdk_ply *ply, uint64_t count)
{
    void *points = NULL, *normals = NULL, *coordinates = NULL;
    bool fine = pdk_ply_keeps(ply, count, sizeof *ply->points, &points);
    if (has_roles(ply, PDK_PLY_NX, 3)) fine = fine && pdk_ply_keeps(ply, count, sizeof *ply->normals, &normals);
    if (has_roles(ply, PDK_PLY_U, 2)) fine = fine && pdk_ply_keeps(ply, count, sizeof *ply->coordinates, &coordinates);
    ply->points = points;
    ply->normals = normals;
    ply->coordinates = coordinates;
    return fine;
}

/* In text every line is looked at: a word that is not a number must not be found halfway through a conversion. What was
 * read is kept where it is not too large. With `partial` the vertices end where the first bad one is, as those after
 * would get other numbers. */
static pdk_status check_lines(pdk_ply *ply, pdk_ply_element *vertices, pdk_error *error)
{
    if (!keep_lines(ply, vertices->count)) return pdk_fail_memory(error, &ply->document->memory, "points");
    line_job job = { .ply = ply,
                     .roles = all_roles(ply),
                     .looks = true,
                     .points = ply->points,
                     .normals = ply->normals,
                     .coordinates = ply->coordinates };
    pdk_status status = run_lines(&job, error);
    if (status != PDK_OK) return status;
    int first = 0;
    for (int t = 1; t < PDK_MAX_THREADS; t++) {
        if (job.bad[t] < job.bad[first]) first = t;
    }
    for (int t = 0; t < PDK_MAX_THREADS; t++) {
        pdk_line_faults_join(&ply->surplus, job.surplus[t]);
        pdk_line_faults_join(&ply->words, job.words[t]);
    }
    if (job.bad[first] == UINT64_MAX) {
        ply->mesh.measured = true;
        ply->mesh.extent = pdk_extent_none();
        for (int t = 0; t < PDK_MAX_THREADS; t++) pdk_extent_join(&ply->mesh.extent, &job.extent[t]);
        return PDK_OK;
    }
    char where[64];
    snprintf(where, sizeof where, "ply.vertex[%" PRIu64 "]", job.bad[first]);
    vertices->count = job.bad[first];
    return pdk_document_damage(
        ply->document, error, PDK_E_CORRUPT, job.offset[first], "ply.vertex", where,
        "expected a line with the %zu properties of a vertex, all numbers; the vertices end here",
        vertices->property_count);
}

pdk_status pdk_ply_keep_points(pdk_ply *ply, pdk_error *error)
{
    if (ply->points != NULL) return PDK_OK;
    line_job job = { .ply = ply, .roles = 7 };
    job.points = pdk_alloc_array(&ply->document->memory, ply->vertices->count, sizeof *job.points);
    if (job.points == NULL) return pdk_fail_memory(error, &ply->document->memory, "points");
    pdk_status status = run_lines(&job, error);
    ply->points = job.points;
    return status;
}

/* ---------------------------------------------------------------------------------------------------- open */

pdk_status pdk_ply_open_vertices(pdk_ply *ply, pdk_error *error)
{
    pdk_ply_element *vertices = NULL;
    for (size_t i = 0; i < ply->element_count && vertices == NULL; i++) {
        if (strcmp(ply->elements[i].name, "vertex") == 0) vertices = &ply->elements[i];
    }
    if (vertices == NULL)
        return pdk_fail(error, PDK_E_UNSUPPORTED, ply->body, "ply.vertex", "the file has no element \"vertex\"");
    ply->vertices = vertices;
    ply->roles = pdk_alloc(&ply->document->memory, vertices->property_count);
    if (ply->roles == NULL) return pdk_fail_memory(error, &ply->document->memory, "properties");
    memset(ply->roles, -1, vertices->property_count);
    for (int i = 0; i < PDK_PLY_ROLES; i++) {
        ply->property_of[i] = find_property(vertices, role_names[i]);
        if (ply->property_of[i] >= 0) ply->roles[ply->property_of[i]] = (int8_t)i;
    }
    if (!has_roles(ply, PDK_PLY_X, 3)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, ply->body, "ply.vertex", "vertices have no properties x, y and z");
    }
    if (vertices->count >= UINT32_MAX) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, ply->body, "ply.vertex",
                        "%" PRIu64 " vertices are too many: at most 4294967295 can be read", vertices->count);
    }
    bool single = true;
    for (int i = 0; i < 3; i++) {
        pdk_scalar type = vertices->properties[ply->property_of[i]].type;
        single = single && type != PDK_SCALAR_F64 && type != PDK_SCALAR_I32 && type != PDK_SCALAR_U32;
    }
    pdk_status status = ply->encoding == PDK_PLY_TEXT ? check_lines(ply, vertices, error) : PDK_OK;
    ply->mesh.point_count = vertices->count;
    ply->mesh.single = single;
    ply->mesh.read_points = pdk_ply_read_points;
    if (has_roles(ply, PDK_PLY_NX, 3)) ply->mesh.read_normals = read_normals;
    if (has_roles(ply, PDK_PLY_U, 2)) ply->mesh.read_coordinates = read_coordinates;
    return status;
}

/* --------------------------------------------------------------------------------------------------- table */

static void locate_vertices(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_ply *ply = table->state;
    pdk_ply_walk walk = pdk_ply_walk_at(ply, ply->vertices, first);
    for (size_t i = 0; i < count; i++) {
        rows[i].at = pdk_ply_walk_next(&walk);
        rows[i].context = (uint64_t)(uintptr_t)walk.line.end;
    }
}

static pdk_status compute_property(const pdk_batch *batch, void *values)
{
    const pdk_ply *ply = batch->table->state;
    const pdk_ply_property *property = &ply->vertices->properties[batch->column->number];
    for (size_t i = 0; i < batch->count; i++) {
        double value = NAN;
        pdk_line line = { (const char *)batch->rows[i].at, (const char *)(uintptr_t)batch->rows[i].context };
        const uint8_t *at =
            batch->rows[i].at != NULL
                ? pdk_ply_property_at(ply, ply->vertices, (size_t)batch->column->number, batch->rows[i].at, &line)
                : NULL;
        if (at != NULL && ply->encoding != PDK_PLY_TEXT) {
            value = pdk_scalar_load(at, property->type, ply->encoding == PDK_PLY_BIG);
        } else if (at != NULL && !pdk_ply_read_word(property, &line, &value)) {
            value = NAN;
            if (batch->validity != NULL) pdk_batch_miss(batch, i);
        }
        pdk_attribute_store(value, batch->column->info.type, values, i);
    }
    return PDK_OK;
}

void pdk_ply_add_points_table(pdk_ply *ply)
{
    const pdk_ply_element *element = ply->vertices;
    pdk_table *table =
        pdk_document_add_table(ply->document, "points", "a row for each vertex, with all its properties except lists",
                               element->count, element->property_count);
    pdk_table_set_located(table, locate_vertices, ply);
    for (size_t i = 0; i < element->property_count; i++) {
        const pdk_ply_property *property = &element->properties[i];
        if (property->counts != PDK_SCALAR_NONE) continue;
        bool twice = false;
        for (size_t k = 0; k < i; k++) twice = twice || strcmp(element->properties[k].name, property->name) == 0;
        if (twice) continue;
        pdk_column_info info = { .name = property->name,
                                 .type = pdk_scalar_column(property->type),
                                 .nullable = ply->words.count > 0,
                                 .certainty = PDK_CONFIRMED };
        pdk_table_add_computed(table, info, compute_property, NULL, i);
    }
}

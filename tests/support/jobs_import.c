/* Meshes of other programs: opened and converted, in one go. */
#include <string.h>

#include "jobs.h"

static pdk_status import(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                         pdk_output *output, pdk_error *error)
{
    (void)document;
    pdk_open_options opening = PDK_OPEN_OPTIONS_INIT;
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    opening.allocator = options.allocator = job_allocator(allocator);
    opening.format = job->path;
    pdk_document *mesh = NULL;
    pdk_status status = pdk_open_memory(job->data, job->size, &opening, &mesh, error);
    if (status == PDK_OK) status = pdk_convert(mesh, "rld", &options, NULL, output, error);
    pdk_close(mesh);
    return status;
}

static uint8_t *convert(const uint8_t *surface, size_t size, const char *target, bool other, size_t *made)
{
    pdk_document *document = open_bytes_or_fail(surface, size);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    const pdk_ply_options ply = { .struct_size = sizeof ply, .ascii = true };
    const pdk_crg_options crg = { .struct_size = sizeof crg, .ascii = true };
    const pdk_glb_options glb = { .struct_size = sizeof glb, .compress = true };
    if (other && strcmp(target, "ply") == 0) options.ply = &ply;
    if (other && strcmp(target, "crg") == 0) options.crg = &crg;
    if (other && strcmp(target, "glb") == 0) options.glb = &glb;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_status status = pdk_convert(document, target, &options, NULL, output, &error);
    pdk_close(document);
    if (status != PDK_E_UNSUPPORTED) {
        assert_ok(status, error);
        return take_bytes(output, made);
    }
    pdk_output_close(output);
    return NULL;
}

static bool opens(const char *target)
{
    for (size_t i = 0; i < pdk_format_count(); i++) {
        if (strcmp(pdk_format_at(i)->id, target) == 0) return strcmp(target, "rld") != 0;
    }
    return false;
}

void job_add_imports(jobs *all, const uint8_t *surface, size_t size)
{
    static const char scene[] =
        "*3DSMAX_ASCIIEXPORT 200\n*GEOMOBJECT {\n*NODE_NAME \"a\"\n*MESH {\n*TIMEVALUE 0\n*MESH_NUMVERTEX 3\n"
        "*MESH_NUMFACES 1\n*MESH_VERTEX_LIST {\n*MESH_VERTEX 0 0 0 0\n*MESH_VERTEX 1 1 0 0\n*MESH_VERTEX 2 0 1 0\n}\n"
        "*MESH_FACE_LIST {\n*MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1 BC: 1 CA: 1 *MESH_SMOOTHING *MESH_MTLID 0\n}\n}\n}\n";
    for (size_t i = 0; i < pdk_target_count(); i++) {
        const char *target = pdk_target_at(i)->id;
        for (int other = 0; opens(target) && other < 2; other++) {
            bool two = size < 100000 &&
                       (strcmp(target, "ply") == 0 || strcmp(target, "crg") == 0 || strcmp(target, "glb") == 0);
            size_t made;
            uint8_t *bytes = other == 0 || two ? convert(surface, size, target, other != 0, &made) : NULL;
            if (bytes == NULL) continue;
            writing_job *place =
                job_add(all, import, other == 0 ? "import" : "import other", target, job_keep(all, bytes), made);
            place->path = target;
            place->takes_allocator = true;
            job_drop_unsupported(all);
        }
    }
    writing_job *place = job_add(all, import, "import", "ase", (const uint8_t *)scene, sizeof scene - 1);
    place->path = "ase";
    place->takes_allocator = true;
}

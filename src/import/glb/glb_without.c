/* glTF in builds without a reader of JSON: known by name, and refused. */
#include "import/glb/glb_probe.h"
#include "import/imported.h"

static pdk_status open(pdk_document *document, pdk_error *error)
{
    (void)document;
    return pdk_fail(error, PDK_E_UNSUPPORTED, 0, "glb.build", "this build cannot read JSON, and so no glTF: it was made without jansson");
}

const pdk_format pdk_format_glb = {
    .info = { .id = "glb",
              .title = "glTF scene",
              .extensions = ".glb .gltf",
              .certainty = PDK_LIKELY,
              .basis = "not in this build: it was made without jansson",
              .records = pdk_no_records },
    .probe = pdk_glb_probe,
    .open = open,
};

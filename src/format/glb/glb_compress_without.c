/* What stands for packing meshes in a Paddock without meshoptimizer. */
#include "format/glb/glb_export.h"

pdk_status pdk_glb_compress(pdk_glb *glb, pdk_error *error)
{
    (void)glb;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "glb.compress",
                    "this Paddock was built without meshoptimizer, which packs meshes");
}

bool pdk_has_meshoptimizer(void)
{
    return false;
}

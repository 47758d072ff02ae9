/* What stands for building in a Paddock without jansson. */
#include "twin/twin.h"

pdk_status pdk_build(pdk_pull pull, void *user, const pdk_build_options *options, pdk_output *output, pdk_error *error)
{
    (void)pull;
    (void)user;
    (void)options;
    (void)output;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "build.absent",
                    "this Paddock was built without jansson, which reads JSON");
}

pdk_status pdk_build_text(const void *text, size_t size, const pdk_build_options *options, pdk_output *output,
                          pdk_error *error)
{
    (void)text;
    (void)size;
    return pdk_build(NULL, NULL, options, output, error);
}

bool pdk_has_json(void) { return false; }

/* Without meshoptimizer. */
#include "base/error.h"

pdk_status pdk_surface_simplify(const pdk_document *document, const pdk_surface_options *options,
                                const pdk_simplify_options *how, pdk_document **made, pdk_surface_report *report,
                                pdk_error *error)
{
    (void)document;
    (void)options;
    (void)how;
    (void)report;
    if (made != NULL) *made = NULL;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "simplify.without",
                    "this Paddock was built without meshoptimizer and cannot simplify");
}

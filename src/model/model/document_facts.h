/* What a document is, as members of JSON in the words of json/contract.def: for `info --json`, the packages and the
 * page. `details`: all that is known; otherwise members that say nothing are left out, and meanings and certainties
 * too. */
#ifndef PADDOCK_MODEL_DOCUMENT_FACTS_H
#define PADDOCK_MODEL_DOCUMENT_FACTS_H

#include "json/json.h"
#include "paddock/image.h"
#include "paddock/surface.h"
#include "paddock/table.h"

/* Members of an object that is open: what it is; then what it says about itself. Between them comes `evidence`, a list
 * of what pdk_put_evidence puts. */
void pdk_put_format(pdk_json *json, const pdk_document *document, bool details);
void pdk_put_evidence(pdk_json *json, const pdk_document *document);
void pdk_put_file(pdk_json *json, const pdk_document *document);
void pdk_put_properties(pdk_json *json, const pdk_document *document, bool details);
void pdk_put_surfaces(pdk_json *json, const pdk_document *document, bool details);
/* One object. */
void pdk_put_image(pdk_json *json, const pdk_image_info *image, bool details);
/* Members of an object that is open. */
void pdk_put_table(pdk_json *json, const pdk_table *table, bool computed, bool details);

#endif

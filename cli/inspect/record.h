/* The fields of a record, printed. */
#ifndef PADDOCK_CLI_RECORD_H
#define PADDOCK_CLI_RECORD_H

#include "json/json.h"
#include "output.h"
#include "paddock/paddock.h"

/* The fields of a record, or only one of them. */
void cli_put_record_text(cli_out *out, const pdk_record *record, const pdk_field *only);
/* The table between the markers in docs/formats. */
void cli_put_record_markdown(cli_out *out, const pdk_record *record, const pdk_field *only);
void cli_put_record_json(pdk_json *json, const pdk_record *record, const pdk_field *only);

#endif

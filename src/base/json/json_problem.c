#include "json/contract.h"
#include "json/json.h"

static void put_place(pdk_json *json, uint64_t offset, const char *where)
{
    if (offset != PDK_NO_OFFSET) pdk_member_natural(json, PDK_KEY_OF(finding, offset), offset);
    else pdk_member_text(json, PDK_KEY_OF(finding, offset), NULL);
    pdk_member_text(json, PDK_KEY_OF(finding, where), where);
}

void pdk_json_finding(pdk_json *json, const pdk_finding *finding)
{
    pdk_json_begin(json, '{');
    pdk_member_text(json, PDK_KEY_OF(finding, severity), pdk_severity_name(finding->severity));
    pdk_member_text(json, PDK_KEY_OF(finding, code), finding->code);
    put_place(json, finding->offset, finding->where);
    pdk_member_text(json, PDK_KEY_OF(finding, message), finding->message);
    pdk_json_end(json, '}');
}

void pdk_member_error(pdk_json *json, const pdk_error *error)
{
    pdk_member_begin(json, "error", '{');
    pdk_member_text(json, "status", pdk_status_name(error->status));
    pdk_member_text(json, PDK_KEY_OF(finding, code), error->code);
    put_place(json, error->offset, error->where);
    pdk_member_text(json, PDK_KEY_OF(finding, message), error->message);
    pdk_json_end(json, '}');
}

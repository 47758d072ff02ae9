/* Findings as JSON. */
#include <stdlib.h>

#include "shim.h"

#include "json/json.h"

struct pdk_wasm_findings {
    pdk_json json;
};

pdk_wasm_findings *pdk_wasm_findings_begin(pdk_wasm_channel channel)
{
    pdk_wasm_findings *findings = calloc(1, sizeof *findings);
    if (findings == NULL) {
        pdk_wasm_error = (pdk_error){ .status = PDK_E_MEMORY,
                                      .offset = PDK_NO_OFFSET,
                                      .code = "memory",
                                      .message = "there is no memory for findings" };
        return NULL;
    }
    findings->json.output = pdk_wasm_output(channel);
    if (findings->json.output == NULL) {
        free(findings);
        return NULL;
    }
    pdk_json_begin(&findings->json, '[');
    return findings;
}

bool pdk_wasm_findings_add(void *findings, const pdk_finding *finding)
{
    pdk_json_finding(&((pdk_wasm_findings *)findings)->json, finding);
    return true;
}

pdk_status pdk_wasm_findings_end(pdk_wasm_findings *findings, pdk_status status)
{
    pdk_json_end(&findings->json, ']');
    status = pdk_wasm_finish(findings->json.output, status);
    free(findings);
    return status;
}

static uint64_t total;

/* Findings go to the result; how many there are in all: check_total. */
PDK_EXPORT(pdk_status, document_check, const pdk_document *document, pdk_check_level level)
{
    pdk_wasm_findings *findings = pdk_wasm_findings_begin(PDK_WASM_RESULT);
    if (findings == NULL) return pdk_wasm_error.status;
    total = 0;
    pdk_status status = pdk_check(document, level, pdk_wasm_findings_add, findings, &total, &pdk_wasm_error);
    return pdk_wasm_findings_end(findings, status);
}

PDK_EXPORT(double, check_total, void)
{
    return (double)total;
}

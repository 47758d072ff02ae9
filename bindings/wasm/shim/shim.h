/* The public header for JavaScript: functions of numbers and pointers, nothing else. Counts and offsets of 64 bits are
 * doubles, texts end with NUL, JSON and files go out in pieces. What a call says went wrong stays until the next that
 * fails (error.c). JavaScript's side is beside this folder. */
#ifndef PADDOCK_WASM_SHIM_H
#define PADDOCK_WASM_SHIM_H

#include "paddock/paddock.h"

/* PDK_EXPORT(type, name, arguments...): declares the function pdk_wasm_name, exports it as `name`, and begins it. */
#define PDK_EXPORT(type, name, ...)                                        \
    __attribute__((export_name(#name))) type pdk_wasm_##name(__VA_ARGS__); \
    type pdk_wasm_##name(__VA_ARGS__)

#define PDK_IMPORT(name) __attribute__((import_module("paddock"), import_name(#name)))

/* --- error.c --- */

/* Where every call puts its failure. */
extern pdk_error pdk_wasm_error;

/* --- output.c --- */

/* What a piece of output belongs to. */
typedef enum pdk_wasm_channel { PDK_WASM_RESULT = 0, PDK_WASM_NOTES = 1 } pdk_wasm_channel;

/* An output whose pieces JavaScript gets; NULL after a failure. */
pdk_output *pdk_wasm_output(pdk_wasm_channel channel);
/* Finishes and closes it; the first failure counts. */
pdk_status pdk_wasm_finish(pdk_output *output, pdk_status status);
/* NULL while JavaScript does not want to hear of progress. */
pdk_progress pdk_wasm_progress(void);

/* --- findings.c --- */

/* Findings as a JSON array, in a channel. */
typedef struct pdk_wasm_findings pdk_wasm_findings;
pdk_wasm_findings *pdk_wasm_findings_begin(pdk_wasm_channel channel);
bool pdk_wasm_findings_add(void *findings, const pdk_finding *finding);
pdk_status pdk_wasm_findings_end(pdk_wasm_findings *findings, pdk_status status);

#endif

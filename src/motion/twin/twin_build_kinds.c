/* What several parts of reading a twin need: refusals with a place, kinds of records by name. */
#include "twin/twin_build.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

pdk_status pdk_twin_refuse(pdk_error *error, const pdk_json_part *part, const char *code, const char *path,
                           const char *format, ...)
{
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return pdk_fail_where(error, PDK_E_CORRUPT, part->offset, code, path, "line %llu: %s %s",
                          (unsigned long long)part->line, path, what);
}

pdk_twin_kind *pdk_twin_kind_of(pdk_twin_build *build, const char *name)
{
    for (size_t i = 0; i < build->kind_count; i++) { /* from the last found on: parts come in turns */
        size_t at = (build->last_kind + i) % build->kind_count;
        if (strcmp(build->kinds[at].base->name, name) != 0) continue;
        build->last_kind = at;
        return &build->kinds[at];
    }
    return NULL;
}

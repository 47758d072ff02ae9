/* Where the written file says that it is. */
#include <string.h>

#include "mesh/stated_place.h"
#include "target/exporter.h"
#include "target/text_buffer.h"

pdk_stated_place pdk_export_place(const pdk_export *job)
{
    pdk_stated_place place = { .has_origin = job->report->moved };
    memcpy(place.origin, job->report->origin, sizeof place.origin);
    if (job->options->epsg != 0) place.epsg = (uint32_t)job->options->epsg;
    else if (job->scale >= 1 && job->scale <= 1) place.epsg = pdk_document_stated_place(job->document).epsg;
    return place;
}

void pdk_export_put_place(const pdk_export *job, pdk_text_buffer *text, const char *comment)
{
    pdk_stated_place place = pdk_export_place(job);
    char lines[2][PDK_PLACE_LINE];
    pdk_place_origin_line(&place, lines[0]);
    pdk_place_system_line(&place, lines[1]);
    for (int i = 0; i < 2; i++)
        if (lines[i][0] != '\0') pdk_text_buffer_printf(text, "%s%s\n", comment, lines[i]);
}

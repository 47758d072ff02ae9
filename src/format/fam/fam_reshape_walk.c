/* A 3D part whose corners have gone elsewhere: its polygons, and what is said about it. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"
#include "format/fam/fam_reshape.h"
#include "text/shown_text.h"

pdk_status pdk_fam_reshape_fail(const pdk_fam_reshape *job, const char *code, const char *format, ...)
{
    char message[200], where[PDK_FAM_WHERE], name[40] = "";
    va_list arguments;
    va_start(arguments, format);
    pdk_print_message(message, sizeof message, format, arguments);
    va_end(arguments);
    pdk_text_show(name, sizeof name, job->part->name.data, job->part->name.size);
    return pdk_fail_where(job->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, code, pdk_fam_where(where, job->part),
                          "part %.40s%s%s%s: %s", job->part->path, name[0] != '\0' ? " (" : "", name,
                          name[0] != '\0' ? ")" : "", message);
}

double pdk_fam_float_steps(double a, double b)
{
    static const double float_step = 1.0 / (1 << 23);
    return 4 * float_step * fmax(fabs(a), fabs(b));
}

bool pdk_fam_reshape_next(const pdk_fam_reshape *job, pdk_fam_reshape_walk *walk)
{
    for (; walk->next < job->part->polygons; walk->next++) {
        walk->polygon = pdk_fam_read_polygon(job->document, job->part, walk->next);
        if (!walk->polygon.drawn) continue;
        walk->number = walk->next++;
        walk->first += walk->count;
        walk->count = 0;
        while (walk->first + walk->count < job->count &&
               job->corners[walk->first + walk->count]->polygon == walk->number)
            walk->count++;
        return true;
    }
    return false;
}

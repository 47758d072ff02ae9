/* Lines of OBJ and MTL. */
#include <string.h>

#include "format/obj/obj_export.h"

void pdk_obj_put(pdk_obj_export *obj, const char *text)
{
    pdk_text_buffer_put(&obj->lines, text, strlen(text));
}

void pdk_obj_put_name(pdk_obj_export *obj, const char *prefix, const char *name)
{
    pdk_obj_put(obj, prefix);
    for (; *name != '\0'; name++) {
        bool plain = (unsigned char)*name > ' ' && *name != '/' && *name != '\\' && *name != '#' && *name != 127;
        pdk_text_buffer_put(&obj->lines, plain ? name : "_", 1);
    }
}

pdk_status pdk_obj_flush(pdk_obj_export *obj, pdk_output *output, pdk_error *error)
{
    if (obj->lines.failed) return pdk_fail_memory(error, obj->job->memory, "lines of an OBJ");
    pdk_status status = pdk_output_write(output, obj->lines.buffer, (size_t)(obj->lines.at - obj->lines.buffer), error);
    obj->lines.at = obj->lines.buffer;
    return status;
}

#include "model/compound.h"

#include <string.h>

#include "base/text.h"

bool pdk_compound_text(pdk_memory *memory, const pdk_text wheels[4], pdk_text *compound)
{
    *compound = (pdk_text){ NULL, 0 };
    for (int i = 0; i < 4; i++) {
        if (wheels[i].data == NULL || wheels[i].size == 0) return true;
    }
    bool axles = pdk_same_text(wheels[0], wheels[1]) && pdk_same_text(wheels[2], wheels[3]);
    bool all = axles && pdk_same_text(wheels[0], wheels[2]);
    size_t size = 0, count = all ? 1 : axles ? 2 : 4, step = axles ? 2 : 1;
    for (size_t i = 0; i < count; i++) size += wheels[i * step].size + 1;
    char *text = pdk_keep_room(memory, size), *to = text;
    if (text == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        const pdk_text *wheel = &wheels[i * step];
        if (i > 0) *to++ = '/';
        to = (char *)memcpy(to, wheel->data, wheel->size) + wheel->size;
    }
    *to = '\0';
    *compound = (pdk_text){ text, (size_t)(to - text) };
    return true;
}

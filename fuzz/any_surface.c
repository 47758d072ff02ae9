#include "any_surface.h"

#include <math.h>
#include <string.h>

#include "surface/change/surface_builder.h"
#include "explore.h"

const pdk_surface_options any_surface_options = { .struct_size = sizeof(pdk_surface_options),
                                                  .limits = { .memory = UINT64_C(256) << 20 },
                                                  .threads = 1 };

void any_take(any_bytes *from, void *to, size_t size)
{
    size_t there = from->size - from->at < size ? from->size - from->at : size;
    memset(to, 0, size);
    memcpy(to, from->data + from->at, there);
    from->at += there;
}

float any_coordinate(any_bytes *from, unsigned kind)
{
    int8_t small;
    int16_t fine;
    float any;
    switch (kind) {
    case 0: any_take(from, &small, sizeof small); return (float)small;
    case 1: any_take(from, &fine, sizeof fine); return (float)fine / 100;
    case 2: any_take(from, &fine, sizeof fine); return 300000 + (float)fine / 100;
    default: any_take(from, &any, sizeof any); return any;
    }
}

bool any_choose(any_bytes *from, any_choices *chosen)
{
    uint8_t head[8];
    if (from->size < sizeof head) return false;
    any_take(from, head, sizeof head);
    *chosen = (any_choices){ .points = head[0] % (ANY_MAX_POINTS + 1u),
                             .triangles = head[1] % (ANY_MAX_TRIANGLES + 1u),
                             .coordinates = head[2] % 4,
                             .upright = head[2] / 4 % 4 == 1,
                             .size = head[3],
                             .pixels = head[4],
                             .error = head[5],
                             .weld = head[6],
                             .spare = head[7] };
    return true;
}

pdk_document *any_surface(any_bytes *from, const any_choices *chosen)
{
    pdk_surface_source like = { .frame = chosen->upright ? PDK_FRAME_Y_UP : PDK_FRAME_ROAD };
    pdk_surface_builder made;
    pdk_document *document = NULL;
    require(pdk_surface_builder_begin(&made, &like, &any_surface_options,
                                      (pdk_surface_size){ chosen->points, chosen->triangles, false, false, 1 },
                                      NULL) == PDK_OK);
    for (size_t i = 0; i < 3 * chosen->triangles; i++) {
        uint8_t number;
        any_take(from, &number, 1);
        made.triangles[i] = number == 0xFF ? UINT32_MAX : number % (ANY_MAX_POINTS + 8u);
    }
    for (size_t i = 0; i < 3 * chosen->points; i++) made.positions[i] = any_coordinate(from, chosen->coordinates);
    pdk_surface_builder_add_block(&made, "all", 0, chosen->points);
    require(pdk_surface_builder_end(&made, &document, NULL) == PDK_OK);
    return document;
}

bool any_surface_is_sound(const pdk_surface *surface, uint64_t triangle)
{
    for (int i = 0; i < 3; i++) {
        uint32_t number = surface->triangles[3 * triangle + (uint64_t)i];
        if (number >= surface->vertex_count) return false;
        for (uint64_t axis = 0; axis < 3; axis++) {
            if (!isfinite(surface->positions[3 * (uint64_t)number + axis])) return false;
        }
    }
    return true;
}

uint64_t any_surface_sound_triangles(const pdk_surface *surface)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < surface->triangle_count; i++) count += any_surface_is_sound(surface, i);
    return count;
}

/* Numbers found again: open addressing, twice as many places as keys. */
#include "analysis/incident/number_map.h"

#include <string.h>

static size_t find(const pdk_number_map *map, uint64_t key)
{
    size_t at = (size_t)pdk_number_mix(key) & (map->places - 1);
    while (map->values[at] != PDK_NUMBER_NONE && map->keys[at] != key) at = (at + 1) & (map->places - 1);
    return at;
}

static bool grow(pdk_number_map *map)
{
    pdk_number_map larger = { .memory = map->memory, .places = map->places == 0 ? 256 : 2 * map->places };
    larger.keys = pdk_alloc_array(map->memory, larger.places, sizeof *larger.keys);
    larger.values = pdk_alloc_array(map->memory, larger.places, sizeof *larger.values);
    if (larger.keys == NULL || larger.values == NULL) return false;
    memset(larger.values, 0xFF, larger.places * sizeof *larger.values);
    for (size_t i = 0; i < map->places; i++) {
        if (map->values[i] == PDK_NUMBER_NONE) continue;
        size_t at = find(&larger, map->keys[i]);
        larger.keys[at] = map->keys[i];
        larger.values[at] = map->values[i];
        larger.used++;
    }
    pdk_free(map->memory, map->keys);
    pdk_free(map->memory, map->values);
    *map = larger;
    return true;
}

uint32_t *pdk_number_map_at(pdk_number_map *map, uint64_t key, uint32_t fresh)
{
    if (2 * (map->used + 1) > map->places && !grow(map)) return NULL;
    size_t at = find(map, key);
    if (map->values[at] == PDK_NUMBER_NONE) {
        map->keys[at] = key;
        map->values[at] = fresh;
        map->used++;
    }
    return &map->values[at];
}

uint32_t pdk_number_map_find(const pdk_number_map *map, uint64_t key)
{
    return map->places > 0 ? map->values[find(map, key)] : PDK_NUMBER_NONE;
}

#include "analysis/surface/places.h"

static void add(pdk_place_list *list, pdk_spot place)
{
    bool full = list->count == PDK_PLACES_SHOWN;
    if (full && list->items[list->count - 1].key <= place.key) return;
    size_t at = full ? list->count - 1 : list->count++;
    for (; at > 0 && list->items[at - 1].key > place.key; at--) list->items[at] = list->items[at - 1];
    list->items[at] = place;
}

void pdk_places_add(pdk_places *places, size_t thread, pdk_place_kind kind, uint64_t key, uint64_t other)
{
    if (places != NULL) add(&places->lists[thread][kind], (pdk_spot){ key, other });
}

void pdk_places_gather(pdk_places *places)
{
    for (size_t thread = 1; thread < PDK_MOST_THREADS; thread++) {
        for (int kind = 0; kind < PDK_PLACE_KINDS; kind++) {
            const pdk_place_list *list = &places->lists[thread][kind];
            for (size_t i = 0; i < list->count; i++) add(&places->lists[0][kind], list->items[i]);
        }
    }
}

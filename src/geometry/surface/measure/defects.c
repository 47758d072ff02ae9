#include "surface/measure/defects.h"

static void add(pdk_defect_list *list, pdk_defect place)
{
    bool full = list->count == PDK_DEFECTS_SHOWN;
    if (full && list->items[list->count - 1].key <= place.key) return;
    size_t at = full ? list->count - 1 : list->count++;
    for (; at > 0 && list->items[at - 1].key > place.key; at--) list->items[at] = list->items[at - 1];
    list->items[at] = place;
}

void pdk_defects_add(pdk_defects *places, size_t thread, pdk_defect_kind kind, uint64_t key, uint64_t other)
{
    if (places != NULL) add(&places->lists[thread][kind], (pdk_defect){ key, other });
}

void pdk_defects_gather(pdk_defects *places)
{
    for (size_t thread = 1; thread < PDK_MAX_THREADS; thread++) {
        for (int kind = 0; kind < PDK_DEFECT_KINDS; kind++) {
            const pdk_defect_list *list = &places->lists[thread][kind];
            for (size_t i = 0; i < list->count; i++) add(&places->lists[0][kind], list->items[i]);
        }
    }
}

/* Items: room for their models, and the rare ones. */
#include "format/las/laz/laz_items.h"

#include "format/las/las_layout.h"

/* ----------------------------------------------------------------------------------------------------- time */

void pdk_laz_times_place(pdk_laz_time_models *models, bool layered, pdk_laz_room *room)
{
    enum { MULTIPLES = 516 };
    pdk_laz_model_place(&models->same, PDK_LAZ_TIME_SAME + !layered, PDK_LAZ_SMALL, room);
    pdk_laz_model_place(&models->multiple, MULTIPLES - layered, PDK_LAZ_WIDE, room);
    pdk_laz_number_place(&models->number, 32, PDK_LAZ_TIME_CONTEXTS, room);
}

void pdk_laz_times_begin(pdk_laz_time_models *models, pdk_laz_times *times, uint64_t first, uint32_t age)
{
    pdk_laz_model_begin(&models->same, age);
    pdk_laz_model_begin(&models->multiple, age);
    pdk_laz_number_begin(&models->number);
    *times = (pdk_laz_times){ .last = { first } };
}

/* -------------------------------------------------------------------------------------------------- colours */

void pdk_laz_color_place(pdk_laz_color_models *models, pdk_laz_room *room)
{
    pdk_laz_model_place(&models->used, 128, PDK_LAZ_MIDDLE, room);
    pdk_laz_models_place(models->halves, PDK_LAZ_COLOR_HALVES, 256, PDK_LAZ_MIDDLE, room);
}

void pdk_laz_color_begin(pdk_laz_color_models *models, uint32_t age)
{
    pdk_laz_model_begin(&models->used, age);
}

/* -------------------------------------------------------------------------------------------- wave packets */

void pdk_laz_wave_place(pdk_laz_wave_models *models, pdk_laz_room *room)
{
    pdk_laz_model_place(&models->index, 256, PDK_LAZ_MIDDLE, room);
    pdk_laz_models_place(models->kinds, PDK_LAZ_WAVE_KINDS, PDK_LAZ_WAVE_KINDS, PDK_LAZ_SMALL, room);
    pdk_laz_number_place(&models->offset, 32, 1, room);
    pdk_laz_number_place(&models->size, 32, 1, room);
    pdk_laz_number_place(&models->point, 32, 1, room);
    pdk_laz_number_place(&models->xyz, 32, 3, room);
}

void pdk_laz_wave_begin(pdk_laz_wave_models *models, uint32_t age)
{
    pdk_laz_model_begin(&models->index, age);
    models->kind = models->difference = 0;
    pdk_laz_number *const numbers[] = { &models->offset, &models->size, &models->point, &models->xyz };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) pdk_laz_number_begin(numbers[i]);
}

pdk_laz_wave pdk_laz_wave_load(const uint8_t *record)
{
    pdk_laz_wave wave = { .index = record[0],
                          .offset = pdk_load_u64(record + PDK_LAS_WAVE_OFFSET),
                          .size = pdk_load_u32(record + PDK_LAS_WAVE_BYTES),
                          .point = pdk_load_u32(record + PDK_LAS_WAVE_POINT) };
    for (size_t k = 0; k < 3; k++) wave.xyz[k] = pdk_load_u32(record + PDK_LAS_WAVE_DIRECTION + 4 * k);
    return wave;
}

void pdk_laz_wave_store(const pdk_laz_wave *wave, uint8_t *record)
{
    record[0] = wave->index;
    pdk_store_u64(record + PDK_LAS_WAVE_OFFSET, wave->offset);
    pdk_store_u32(record + PDK_LAS_WAVE_BYTES, wave->size);
    pdk_store_u32(record + PDK_LAS_WAVE_POINT, wave->point);
    for (size_t k = 0; k < 3; k++) pdk_store_u32(record + PDK_LAS_WAVE_DIRECTION + 4 * k, wave->xyz[k]);
}

void pdk_laz_wave_decode(pdk_laz_coder *coder, pdk_laz_wave_models *models, pdk_laz_wave *wave, uint32_t age)
{
    enum { SAME, BEHIND, NEAR };
    wave->index = (uint8_t)pdk_laz_symbol(coder, &models->index, PDK_LAZ_MIDDLE);
    models->kind = pdk_laz_rare_symbol(coder, &models->kinds[models->kind], PDK_LAZ_SMALL, age);
    if (models->kind == BEHIND) {
        wave->offset += wave->size;
    } else if (models->kind == NEAR) {
        models->difference = pdk_laz_get(coder, &models->offset, models->difference, 0, 32, age);
        wave->offset += (uint64_t)(int64_t)(int32_t)models->difference;
    } else if (models->kind != SAME) {
        wave->offset = pdk_laz_raw_long(coder);
    }
    wave->size = pdk_laz_get(coder, &models->size, wave->size, 0, 32, age);
    wave->point = pdk_laz_get(coder, &models->point, wave->point, 0, 32, age);
    for (uint32_t k = 0; k < 3; k++) wave->xyz[k] = pdk_laz_get(coder, &models->xyz, wave->xyz[k], k, 32, age);
}

/* Columns of the tables of answers: members of rows, in a line each. */
#ifndef PADDOCK_ANALYSIS_COLUMNS_H
#define PADDOCK_ANALYSIS_COLUMNS_H

#include <stddef.h>

#include "analysis/analysis.h"

#define PDK_COLUMN_OF(name_, type_, unit_, says, nullable_, role_, place) \
    {                                                                     \
        .info = { .name = name_,                                          \
                  .type = type_,                                          \
                  .unit = unit_,                                          \
                  .meaning = says,                                        \
                  .certainty = PDK_LIKELY,                                \
                  .nullable = nullable_,                                  \
                  .role = role_ },                                        \
        .offset = place, .computed = true                                 \
    }
/* Seconds, NaN where there are none. */
#define PDK_TIME_COLUMN(name, says, role, place) PDK_COLUMN_OF(name, PDK_FLOAT64, "s", says, true, role, place)
#define PDK_REAL_COLUMN(name, unit, says, place) \
    PDK_COLUMN_OF(name, PDK_FLOAT64, unit, says, true, PDK_ROLE_NONE, place)
/* x, y or z, m. */
#define PDK_PLACE_COLUMN(name_, says, nullable_, role_, place) \
    {                                                          \
        .info = { .name = name_,                               \
                  .type = PDK_FLOAT64,                         \
                  .unit = "m",                                 \
                  .meaning = says,                             \
                  .certainty = PDK_LIKELY,                     \
                  .nullable = nullable_,                       \
                  .role = role_,                               \
                  .frame = PDK_FRAME_Z_UP },                   \
        .offset = place, .computed = true                      \
    }
/* uint32_t, UINT32_MAX where there is none. */
#define PDK_COUNT_COLUMN(name, says, role, place) PDK_COLUMN_OF(name, PDK_UINT32, NULL, says, true, role, place)
/* pdk_text, data NULL where there is none. */
#define PDK_WORD_COLUMN(name, says, role, place) PDK_COLUMN_OF(name, PDK_TEXT, NULL, says, true, role, place)
#define PDK_FLAG_COLUMN(name, says, place) PDK_COLUMN_OF(name, PDK_BOOL, NULL, says, false, PDK_ROLE_NONE, place)
#define PDK_COLUMNS_END         \
    {                           \
        .info = {.name = NULL } \
    }
#define PDK_DRIVER_COLUMNS(driver_place, slot_place)                     \
    PDK_WORD_COLUMN("driver", NULL, PDK_ROLE_DRIVER_NAME, driver_place), \
        PDK_COUNT_COLUMN("slot", "the number that the file gives the driver", PDK_ROLE_DRIVER, slot_place)
/* As the car is entered; only some files have them. */
#define PDK_ENTRY_COLUMNS(co_driver_place, team_place, number_place, class_place)                   \
    PDK_WORD_COLUMN("co_driver", "the second driver in the list", PDK_ROLE_NONE, co_driver_place),  \
        PDK_WORD_COLUMN("team", NULL, PDK_ROLE_NONE, team_place),                                   \
        PDK_WORD_COLUMN("number", "of the car, a text: 007 is not 7", PDK_ROLE_NONE, number_place), \
        PDK_WORD_COLUMN("class", "of the car; no replay says it in a way that is known", PDK_ROLE_NONE, class_place)
#define PDK_COMPOUND_MEANING "of the tyres, front/rear where they differ; in replays its number in the car's tyre file"
#define PDK_WHO_MEANING \
    "the person at the wheel, several separated by \"; \"; null if the recording has no driver changes"

#endif

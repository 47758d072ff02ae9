/* The tables of a results file. */
#include "format/results_xml/results_xml.h"
#include "model/table_members.h"

#define COLUMN(name_, type_, unit_, role_, sure, place, says) \
    {                                                         \
        .info = { .name = name_,                              \
                  .type = type_,                              \
                  .unit = unit_,                              \
                  .meaning = says,                            \
                  .certainty = sure,                          \
                  .nullable = true,                           \
                  .role = role_ },                            \
        .offset = place                                       \
    }
#define TEXT(name, place, says) COLUMN(name, PDK_TEXT, NULL, PDK_ROLE_NONE, PDK_CONFIRMED, place, says)
#define COUNT(name, place, says) COLUMN(name, PDK_UINT32, NULL, PDK_ROLE_NONE, PDK_CONFIRMED, place, says)
#define FLAG(name, place, says) COLUMN(name, PDK_BOOL, NULL, PDK_ROLE_NONE, PDK_CONFIRMED, place, says)
#define SECONDS(name, place, says) COLUMN(name, PDK_FLOAT64, "s", PDK_ROLE_NONE, PDK_CONFIRMED, place, says)
#define NUMBER(name, place, says) COLUMN(name, PDK_FLOAT64, NULL, PDK_ROLE_NONE, PDK_CONFIRMED, place, says)
#define LAP(name, place, says) COLUMN(name, PDK_UINT32, NULL, PDK_ROLE_LAP, PDK_CONFIRMED, place, says)
/* Published, in no real file that was seen. */
#define LIKELY(name, type, place, says) COLUMN(name, type, NULL, PDK_ROLE_NONE, PDK_LIKELY, place, says)
#define END                     \
    {                           \
        .info = {.name = NULL } \
    }
#define NAME(type)                                                                                             \
    COLUMN("name", PDK_TEXT, NULL, PDK_ROLE_DRIVER_NAME, PDK_CONFIRMED, offsetof(type, name), "the driver's"), \
        COLUMN("driver", PDK_UINT32, NULL, PDK_ROLE_DRIVER, PDK_CONFIRMED, offsetof(type, slot),               \
               "number of the driver, as the stream has it; missing for drivers without a line there")
#define TIME(type)                                                                       \
    COLUMN("time", PDK_FLOAT64, "s", PDK_ROLE_TIME, PDK_CONFIRMED, offsetof(type, time), \
           "of the session's clock, to a tenth; up to 5 s before or after what happened in rFactor 2")

#define AT(member) offsetof(pdk_results_driver, member)
static const pdk_member driver_members[] = {
    COUNT("position", AT(position), "official; missing for drivers who had left, in some files"),
    NAME(pdk_results_driver),
    TEXT("class", AT(class_name), NULL),
    COUNT("class_position", AT(class_position), NULL),
    TEXT("number", AT(number), "of the car, a text: 007 is not 7"),
    TEXT("team", AT(team), NULL),
    TEXT("vehicle", AT(vehicle), "as the game lists it"),
    TEXT("car", AT(car), "its model"),
    TEXT("category", AT(category), NULL),
    COUNT("laps", AT(laps), "complete, as the file says"),
    SECONDS("finish_time", AT(finish_time), "of who finished a race, from the race's start"),
    SECONDS("best_lap_time", AT(best_lap_time), NULL),
    COUNT("grid_position", AT(grid_position), "of races"),
    COUNT("class_grid_position", AT(class_grid_position), "of races"),
    COUNT("pit_stops", AT(pit_stops), "as the file says; not the number of laps with a visit to the pits"),
    TEXT("finish_status", AT(finish_status), "Finished Normally, DNF, DQ, None (practice, or left)"),
    TEXT("retirement", AT(retirement), "why a driver did not finish: DNF, Accident, Suspension, Engine, Fuel"),
    NUMBER("points", AT(points), NULL),
    NUMBER("class_points", AT(class_points), NULL),
    COUNT("rank_with_left", AT(rank_with_left), "by laps, among all drivers, with those who had left"),
    FLAG("connected", AT(connected), "still there at the end"),
    FLAG("is_human", AT(is_human), "a person drives; one of the games' own drivers: false"),
    FLAG("is_server_scored", AT(is_server_scored), NULL),
    TEXT("vehicle_file", AT(vehicle_file), NULL),
    TEXT("upgrade_code", AT(upgrade_code), "parts that were chosen for the car, as hexadecimal words"),
    END,
};
#undef AT

#define AT(member) offsetof(pdk_results_lap, member)
#define OF(member, index) (offsetof(pdk_results_lap, member) + (index) * sizeof((pdk_results_lap *)NULL)->member[0])
#define TREAD(wheel, index) \
    COLUMN(wheel "_tread", PDK_FLOAT64, "1", PDK_ROLE_NONE, PDK_CONFIRMED, OF(tread, index), "left of the tyre, 0 to 1")
static const pdk_member lap_members[] = {
    NAME(pdk_results_lap),
    LAP("lap", AT(lap), "from 1"),
    COUNT("position", AT(position), "at the end of the lap, as the game has it"),
    COLUMN("start_time", PDK_FLOAT64, "s", PDK_ROLE_TIME, PDK_CONFIRMED, AT(start_time),
           "of the session's clock; missing where the lap did not begin at the line"),
    COLUMN("lap_time", PDK_FLOAT64, "s", PDK_ROLE_LAP_TIME, PDK_CONFIRMED, AT(lap_time),
           "missing where the game gave none: --.----"),
    SECONDS("sector_1_time", OF(sector_time, 0), NULL),
    SECONDS("sector_2_time", OF(sector_time, 1), NULL),
    SECONDS("sector_3_time", OF(sector_time, 2), NULL),
    FLAG("pits", AT(pits), "the lap went through the pit lane; missing where the file does not say so"),
    COLUMN("fuel", PDK_FLOAT64, "1", PDK_ROLE_NONE, PDK_CONFIRMED, AT(fuel), "left in the tank, 0 to 1"),
    TEXT("front_compound", AT(front_compound), "index,name"),
    TEXT("rear_compound", AT(rear_compound), "index,name"),
    COLUMN("top_speed", PDK_FLOAT64, "m/s", PDK_ROLE_NONE, PDK_LIKELY, AT(top_speed), "the file has km/h"),
    TREAD("front_left", 0),
    TREAD("front_right", 1),
    TREAD("rear_left", 2),
    TREAD("rear_right", 3),
    LIKELY("fuel_used", PDK_FLOAT64, AT(fuel_used), "in the lap, of a whole tank"),
    LIKELY("virtual_energy", PDK_FLOAT64, AT(virtual_energy), "left, 0 to 1"),
    LIKELY("virtual_energy_used", PDK_FLOAT64, AT(virtual_energy_used), "in the lap"),
    LIKELY("front_left_compound", PDK_TEXT, OF(compound, 0), "index,name"),
    LIKELY("front_right_compound", PDK_TEXT, OF(compound, 1), "index,name"),
    LIKELY("rear_left_compound", PDK_TEXT, OF(compound, 2), "index,name"),
    LIKELY("rear_right_compound", PDK_TEXT, OF(compound, 3), "index,name"),
    END,
};
#undef AT
#undef OF

#define AT(member) offsetof(pdk_results_span, member)
static const pdk_member swap_members[] = {
    NAME(pdk_results_span),
    TEXT("who", AT(text), "the person at the wheel; some files leave it empty"),
    LAP("first_lap", AT(first_lap), NULL),
    COUNT("last_lap", AT(last_lap), NULL),
    END,
};
static const pdk_member control_members[] = {
    NAME(pdk_results_span),
    TEXT("control", AT(text), "PlayerControl, AIControl or UnknownControl, then the aids that were used"),
    LAP("first_lap", AT(first_lap), NULL),
    COUNT("last_lap", AT(last_lap), NULL),
    END,
};
#undef AT

#define AT(member) offsetof(pdk_results_score, member)
static const pdk_member score_members[] = {
    TIME(pdk_results_score),
    NAME(pdk_results_score),
    SECONDS("lap_time", AT(lap_time), "since the lap began"),
    SECONDS("crossing_time", AT(crossing_time), "exact, of the session's clock"),
    LAP("lap", AT(lap), "laps complete: at the start line, with the one that ends there"),
    COLUMN("sector", PDK_UINT32, NULL, PDK_ROLE_SECTOR, PDK_CONFIRMED, AT(sector),
           "the sector that ends here; 0 = the start line"),
    END,
};
#undef AT

#define AT(member) offsetof(pdk_results_contact, member)
static const pdk_member contact_members[] = {
    TIME(pdk_results_contact),
    NAME(pdk_results_contact),
    TEXT("other_name", AT(other_name), "of the driver who was hit"),
    COUNT("other", AT(other), "the number of that driver"),
    TEXT("object", AT(object), "what was hit: Immovable, Wing, Part, Sign, Cone, Wheel, Track"),
    NUMBER("magnitude", AT(magnitude), "in the game's own unit: 0 to 1, in Le Mans Ultimate to 8,000 and more"),
    END,
};
#undef AT

#define AT(member) offsetof(pdk_results_penalty, member)
static const pdk_member penalty_members[] = {
    TIME(pdk_results_penalty),
    NAME(pdk_results_penalty),
    TEXT("kind", AT(kind), "drive_through, stop_and_go, other"),
    TEXT("step", AT(step), "given, served, or added to the time at the end"),
    SECONDS("seconds", AT(seconds), "to stand, or that were added"),
    NUMBER("laps", AT(laps), "in which it must be served, or that were taken away"),
    TEXT("reason", AT(reason), NULL),
    TEXT("text", AT(text), "as the game has it"),
    END,
};
#undef AT

#define AT(member) offsetof(pdk_results_limit, member)
static const pdk_member limit_members[] = {
    COLUMN("time", PDK_FLOAT64, "s", PDK_ROLE_TIME, PDK_LIKELY, AT(time), "of the session's clock"),
    COLUMN("name", PDK_TEXT, NULL, PDK_ROLE_DRIVER_NAME, PDK_LIKELY, AT(name), "the driver's"),
    COLUMN("driver", PDK_UINT32, NULL, PDK_ROLE_DRIVER, PDK_LIKELY, AT(slot), "number of the driver"),
    COLUMN("lap", PDK_UINT32, NULL, PDK_ROLE_LAP, PDK_LIKELY, AT(lap), "from 1; the file counts from 0"),
    LIKELY("warning_points", PDK_FLOAT64, AT(warning_points), "for this one"),
    LIKELY("current_points", PDK_FLOAT64, AT(current_points), "all so far"),
    LIKELY("resolution", PDK_TEXT, AT(resolution), "what the game decided"),
    LIKELY("text", PDK_TEXT, AT(text), NULL),
    END,
};
#undef AT

static const pdk_member best_members[] = {
    TIME(pdk_results_sector),
    NAME(pdk_results_sector),
    COLUMN("sector", PDK_UINT32, NULL, PDK_ROLE_SECTOR, PDK_CONFIRMED, offsetof(pdk_results_sector, sector), NULL),
    END,
};
static const pdk_member damage_members[] = {
    TIME(pdk_results_sector),
    NAME(pdk_results_sector),
    TEXT("part", offsetof(pdk_results_sector, part), "what is damaged: suspension"),
    END,
};
static const pdk_member line_members[] = {
    TIME(pdk_results_line),
    TEXT("kind", offsetof(pdk_results_line, kind), "the element's name"),
    TEXT("text", offsetof(pdk_results_line, text), "without addresses and numbers of accounts"),
    END,
};
static const pdk_member setting_members[] = {
    TEXT("setting", offsetof(pdk_results_setting, name), "the element's name"),
    TEXT("value", offsetof(pdk_results_setting, value), NULL),
    END,
};

pdk_status pdk_results_add_tables(pdk_results_file *file, pdk_error *error)
{
    const struct {
        const char *name, *meaning;
        const pdk_vector *rows;
        const pdk_member *members;
    } tables[] = {
        { "drivers", "a row for each driver: the official result", &file->drivers, driver_members },
        { "recorded_laps", "a row for each lap in the list of a driver", &file->laps, lap_members },
        { "checkpoints", "a row for each crossing of a sector line", &file->scores, score_members },
        { "contacts", "a row for each contact with a car or object", &file->contacts, contact_members },
        { "penalties", "a row for each penalty given, served or added", &file->penalties, penalty_members },
        { "track_limits", "a row for each decision on track limits", &file->limits, limit_members },
        { "damages", "a row for each report of damage", &file->damages, damage_members },
        { "best_sectors", "a row for each new best time of a sector", &file->bests, best_members },
        { "driver_changes", "a row for each person who drove a car", &file->swaps, swap_members },
        { "controls", "a row for each run of laps with the same aids", &file->controls, control_members },
        { "chat", "a row for each line of chat, and each vote", &file->chat, line_members },
        { "notices", "a row for each other line of the stream", &file->notices, line_members },
        { "settings", "a row for each element of the header", &file->settings, setting_members },
    };
    static const size_t sizes[] = { sizeof(pdk_results_driver),  sizeof(pdk_results_lap),     sizeof(pdk_results_score),
                                    sizeof(pdk_results_contact), sizeof(pdk_results_penalty), sizeof(pdk_results_limit),
                                    sizeof(pdk_results_sector),  sizeof(pdk_results_sector),  sizeof(pdk_results_span),
                                    sizeof(pdk_results_span),    sizeof(pdk_results_line),    sizeof(pdk_results_line),
                                    sizeof(pdk_results_setting) };
    pdk_document *document = file->document;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const pdk_member *members = tables[i].members;
        pdk_table *table = pdk_document_add_table(document, tables[i].name, tables[i].meaning, tables[i].rows->count,
                                                  pdk_member_count(members));
        if (table == NULL) return pdk_document_built(document, error);
        pdk_status status =
            pdk_table_add_members(table, tables[i].rows->items, sizes[i], members, &document->memory, error);
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

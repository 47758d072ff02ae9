/* Corners come from where a wheel is (static x and y), never from its place in the file: real files have both
 * RL RR FL FR (XF GTI) and FL FR RL RR (XR GT). */
#include "format/raf/raf_wheels.h"

#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/raf/raf_layout.h"

static const uint8_t *static_wheel(const pdk_document *document, uint32_t wheel)
{
    return document->content.data + pdk_raf_header.size + (size_t)wheel * pdk_raf_static_wheel.size;
}

/* "front_left" ...; wheels that share a corner with an earlier one (six-wheelers), or are in the middle, get their
 * number after it, so that names stay unique. */
static const char *corner_name(pdk_document *document, uint32_t wheel)
{
    char names[PDK_RAF_MAX_WHEELS][24];
    for (uint32_t i = 0; i <= wheel; i++) {
        float x = pdk_load_f32(static_wheel(document, i)),
              y = pdk_load_f32(static_wheel(document, i) + pdk_record_field(&pdk_raf_static_wheel, "y")->offset);
        bool known = (x < 0 || x > 0) && (y < 0 || y > 0);
        snprintf(names[i], sizeof names[i], "%s_%s", y > 0 ? "front" : "rear", x < 0 ? "left" : "right");
        if (!known) snprintf(names[i], sizeof names[i], "wheel_%u", (unsigned)i);
        for (uint32_t k = 0; known && k < i; k++) {
            if (strcmp(names[k], names[i]) != 0) continue;
            snprintf(names[i], sizeof names[i], "%s_%s_%u", y > 0 ? "front" : "rear", x < 0 ? "left" : "right",
                     (unsigned)i);
        }
    }
    char *name = pdk_strdup(&document->memory, names[wheel]);
    if (name == NULL) document->failed = true;
    return name;
}

static void add_wheel_columns(pdk_document *document, pdk_table *telemetry, const char *corner, uint64_t shift)
{
    for (uint32_t i = 0; i < pdk_raf_wheel.field_count; i++) {
        const pdk_field *field = &pdk_raf_wheel.fields[i];
        if (field->storage == PDK_RAW_OPAQUE) continue;
        char *name = pdk_text_printf(&document->memory, "%s_%s", corner, field->name);
        if (name == NULL) document->failed = true;
        else pdk_table_add_field(telemetry, name, field, 0, shift);
    }
}

/* The columns have one order in every file, whatever the order of its wheels. */
void pdk_raf_add_wheel_columns(pdk_document *document, pdk_table *telemetry, uint32_t wheel_offset, uint32_t wheel_size,
                               uint32_t wheel_count)
{
    static const char *const order[] = { "front_left", "front_right", "rear_left", "rear_right", "wheel" };
    for (size_t place = 0; place < sizeof order / sizeof order[0]; place++) {
        for (uint32_t wheel = 0; wheel < wheel_count && !document->failed; wheel++) {
            const char *corner = corner_name(document, wheel);
            if (corner == NULL || strncmp(corner, order[place], strlen(order[place])) != 0) continue;
            add_wheel_columns(document, telemetry, corner, wheel_offset + (uint64_t)wheel_size * wheel);
        }
    }
}

void pdk_raf_add_wheel_table(pdk_document *document, uint32_t wheel_count)
{
    pdk_table *table = pdk_document_add_table(document, "wheels", "a row for each wheel", wheel_count, 12);
    pdk_text *corners = pdk_alloc_array(&document->memory, wheel_count, sizeof *corners);
    if (table == NULL || corners == NULL) {
        document->failed = true;
        return;
    }
    for (uint32_t wheel = 0; wheel < wheel_count; wheel++) {
        const char *corner = corner_name(document, wheel);
        if (corner != NULL) corners[wheel] = (pdk_text){ corner, strlen(corner) };
    }
    pdk_table_set_strided(table, static_wheel(document, 0), pdk_raf_static_wheel.size);
    pdk_table_add_array(
        table,
        (pdk_column_info){
            .name = "corner", .type = PDK_TEXT, .meaning = "by where the wheel is", .certainty = PDK_CONFIRMED },
        corners);
    for (uint32_t i = 0; i < pdk_raf_static_wheel.field_count; i++) {
        const pdk_field *field = &pdk_raf_static_wheel.fields[i];
        if (field->storage != PDK_RAW_OPAQUE) pdk_table_add_field(table, NULL, field, 0, 0);
    }
    static const pdk_column_role roles[] = {
        { "x", PDK_ROLE_X, PDK_FRAME_TRACK },
        { "y", PDK_ROLE_Y, PDK_FRAME_TRACK },
        { "z", PDK_ROLE_Z, PDK_FRAME_TRACK },
        { NULL, PDK_ROLE_NONE, PDK_FRAME_NONE },
    };
    pdk_table_set_roles(table, roles);
}

static size_t wheel_column(const pdk_table *telemetry, const pdk_text *corner, const char *field)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s_%s", (int)corner->size, corner->data, field);
    return pdk_table_find_column(telemetry, name);
}

bool pdk_raf_find_wheel(const pdk_document *document, size_t index, pdk_wheel *wheel)
{
    const pdk_table *wheels = pdk_document_own_table(document, "wheels"),
                    *telemetry = pdk_document_own_table(document, "telemetry");
    if (wheels == NULL || telemetry == NULL || index >= pdk_table_rows(wheels)) return false;
    pdk_column_read reads[5] = {
        { .column = pdk_table_find_column(wheels, "corner"), .values = &wheel->name },
        { .column = pdk_table_find_column(wheels, "radius"), .type = PDK_FLOAT64, .values = &wheel->radius }
    };
    for (int axis = 0; axis < 3; axis++) {
        reads[2 + axis] = (pdk_column_read){ .column = pdk_table_find_role(wheels, (pdk_role)((int)PDK_ROLE_X + axis)),
                                             .type = PDK_FLOAT64,
                                             .values = &wheel->place[axis] };
    }
    if (pdk_table_read(wheels, index, 1, reads, 5, NULL) != PDK_OK) return false;
    wheel->columns = (pdk_wheel_columns){ .deflection = wheel_column(telemetry, &wheel->name, "deflection"),
                                          .steer = wheel_column(telemetry, &wheel->name, "steer"),
                                          .right_force = wheel_column(telemetry, &wheel->name, "x_force"),
                                          .forward_force = wheel_column(telemetry, &wheel->name, "y_force"),
                                          .load = wheel_column(telemetry, &wheel->name, "load"),
                                          .angular_velocity = wheel_column(telemetry, &wheel->name, "angular_velocity"),
                                          .lean = wheel_column(telemetry, &wheel->name, "lean"),
                                          .air_temperature = wheel_column(telemetry, &wheel->name, "air_temperature"),
                                          .slip_fraction = wheel_column(telemetry, &wheel->name, "slip_fraction") };
    return true;
}

#include "made_motion.h"

#include <stddef.h>

#include "model/document.h"

static const pdk_format_info info = { .id = "made", .title = "Made by a test" };
static const pdk_motion_tables tables = { .rows = "poses" };
static const pdk_services services = { .motion = &tables };

static void add(pdk_document *document, pdk_table *table, const char *name, pdk_role role, pdk_frame frame,
                const made_pose *poses, size_t count, size_t offset)
{
    double *values = pdk_alloc_array(&document->memory, count, sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i < count; i++) values[i] = *(const double *)(const void *)((const char *)&poses[i] + offset);
    pdk_table_add_array(table, (pdk_column_info){ .name = name, .type = PDK_FLOAT64 }, values);
    pdk_table_set_role(table, role, frame);
}

#define ADD(name, role, frame, member) \
    add(document, table, name, role, frame, poses, count, offsetof(made_pose, member))

pdk_document *make_motion(const made_pose *poses, size_t count, pdk_frame frame, unsigned columns)
{
    pdk_error error;
    pdk_document *document;
    assert_ok(pdk_document_make(&(pdk_limits){ 0 }, &(pdk_allocator){ 0 }, &info, &document, &error), error);
    document->services = &services;
    pdk_table *table = pdk_document_add_table(document, "poses", "made", count, 16);
    ADD("time", PDK_ROLE_TIME, PDK_FRAME_NONE, time);
    ADD("driver", PDK_ROLE_DRIVER, PDK_FRAME_NONE, driver);
    ADD("x", PDK_ROLE_X, frame, x);
    ADD("y", PDK_ROLE_Y, frame, y);
    ADD("z", PDK_ROLE_Z, frame, z);
    if (columns & MADE_YAW) ADD("yaw", PDK_ROLE_HEADING, frame, yaw);
    if (columns & MADE_VELOCITY) {
        ADD("velocity_x", PDK_ROLE_VELOCITY_X, frame, velocity[0]);
        ADD("velocity_y", PDK_ROLE_VELOCITY_Y, frame, velocity[1]);
        ADD("velocity_z", PDK_ROLE_VELOCITY_Z, frame, velocity[2]);
    }
    if (columns & MADE_SPEED) ADD("speed", PDK_ROLE_SPEED, PDK_FRAME_NONE, speed);
    if (columns & MADE_GEAR) ADD("gear", PDK_ROLE_GEAR, PDK_FRAME_NONE, gear);
    if (columns & MADE_PEDALS) {
        ADD("throttle", PDK_ROLE_THROTTLE, PDK_FRAME_NONE, throttle);
        ADD("brake", PDK_ROLE_BRAKE, PDK_FRAME_NONE, brake);
    }
    assert_ok(pdk_document_built(document, &error), error);
    return document;
}

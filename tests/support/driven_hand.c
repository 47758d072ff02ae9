#include "driven_hand.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "model/document.h"

static const pdk_format_info info = { .id = "hand", .title = "Written by hand" };
static const pdk_motion_tables tables = { .rows = "poses" };

static pdk_status read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session, pdk_error *error)
{
    (void)memory;
    (void)error;
    *session = *(const pdk_session *)document->state;
    return PDK_OK;
}

static const pdk_services services = { .motion = &tables,
                                       .session = read_session,
                                       .session_has =
                                           PDK_HAS_CROSSINGS | PDK_HAS_PITS | PDK_HAS_CONTACTS | PDK_HAS_PENALTIES };

void hand_add(hand_poses *poses, hand_pose pose)
{
    if (poses->count == poses->room) {
        poses->room = poses->room > 0 ? 2 * poses->room : 256;
        poses->list = realloc(poses->list, poses->room * sizeof *poses->list);
        assert(poses->list != NULL);
    }
    poses->list[poses->count++] = pose;
}

void hand_drive(hand_poses *poses, hand_pose from, double end, double velocity_x, double velocity_y)
{
    hand_pose pose = from;
    pose.heading = atan2(velocity_y, velocity_x);
    for (long i = 0; (pose.time = from.time + (double)i / 50) < end - 1e-9; i++) {
        pose.x = from.x + (double)i / 50 * velocity_x;
        pose.y = from.y + (double)i / 50 * velocity_y;
        hand_add(poses, pose);
    }
}

static int compare(const void *left, const void *right)
{
    const hand_pose *a = left, *b = right;
    if (a->time != b->time) return a->time < b->time ? -1 : 1;
    return a->slot < b->slot ? -1 : a->slot > b->slot;
}

void hand_sort(hand_poses *poses)
{
    qsort(poses->list, poses->count, sizeof *poses->list, compare);
}

void hand_forget(hand_poses *poses)
{
    free(poses->list);
    *poses = (hand_poses){ 0 };
}

typedef enum member { TIME, X, Y, Z, HEADING, MEMBERS } member;

static double member_of(const hand_pose *pose, member which)
{
    const double values[MEMBERS] = { pose->time, pose->x, pose->y, pose->z, pose->heading };
    return values[which];
}

pdk_document *hand_driven(const pdk_session *session, const hand_poses *poses)
{
    static const pdk_column_info columns[MEMBERS] = {
        { .name = "time", .type = PDK_FLOAT64, .role = PDK_ROLE_TIME },
        { .name = "x", .type = PDK_FLOAT64, .role = PDK_ROLE_X, .frame = PDK_FRAME_Z_UP },
        { .name = "y", .type = PDK_FLOAT64, .role = PDK_ROLE_Y, .frame = PDK_FRAME_Z_UP },
        { .name = "z", .type = PDK_FLOAT64, .role = PDK_ROLE_Z, .frame = PDK_FRAME_Z_UP },
        { .name = "heading", .type = PDK_FLOAT64, .role = PDK_ROLE_HEADING, .frame = PDK_FRAME_ROAD },
    };
    pdk_document *document;
    pdk_status status = pdk_document_make(&(pdk_limits){ 0 }, &(pdk_allocator){ 0 }, &info, &document, NULL);
    assert(status == PDK_OK);
    (void)status;
    document->services = &services;
    document->state = (void *)(uintptr_t)session;
    size_t count = poses->count;
    pdk_table *table = pdk_document_add_table(document, "poses", "where everyone is", count, MEMBERS + 2);
    for (int i = 0; i < MEMBERS; i++) {
        double *values = pdk_alloc_array(&document->memory, count, sizeof *values);
        assert(values != NULL);
        for (size_t row = 0; row < count; row++) values[row] = member_of(&poses->list[row], (member)i);
        pdk_table_add_array(table, columns[i], values);
    }
    uint32_t *slots = pdk_alloc_array(&document->memory, count, sizeof *slots);
    uint8_t *off = pdk_alloc_array(&document->memory, count, 1);
    assert(slots != NULL && off != NULL);
    for (size_t row = 0; row < count; row++) {
        slots[row] = poses->list[row].slot;
        off[row] = poses->list[row].off_track;
    }
    pdk_table_add_array(table, (pdk_column_info){ .name = "driver", .type = PDK_UINT32, .role = PDK_ROLE_DRIVER },
                        slots);
    if (poses->tells_off_track) {
        pdk_column_info told = { .name = "off_track", .type = PDK_BOOL, .role = PDK_ROLE_OFF_TRACK };
        pdk_table_add_array(table, told, off);
    }
    return document;
}

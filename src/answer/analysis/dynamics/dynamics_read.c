/* Rows of the motion's table into arrays: columns by role, wheels as the format has them. */
#include <math.h>

#include "analysis/dynamics/dynamics.h"

enum { SPAN = PDK_DYNAMICS_ROWS + 2 * PDK_DYNAMICS_MARGIN };

static const pdk_role roles[PDK_INPUTS] = { PDK_ROLE_TIME,
                                            PDK_ROLE_X,
                                            PDK_ROLE_Y,
                                            PDK_ROLE_Z,
                                            PDK_ROLE_DIRECTION_X,
                                            PDK_ROLE_DIRECTION_Y,
                                            PDK_ROLE_DIRECTION_Z,
                                            PDK_ROLE_RIGHT_X,
                                            PDK_ROLE_RIGHT_Y,
                                            PDK_ROLE_RIGHT_Z,
                                            PDK_ROLE_SPEED,
                                            PDK_ROLE_BRAKE,
                                            PDK_ROLE_ACCELERATION_LATERAL,
                                            PDK_ROLE_ACCELERATION_LONGITUDINAL,
                                            PDK_ROLE_DISTANCE };

static size_t wheel_column(const pdk_wheel_columns *columns, int input)
{
    const size_t all[PDK_WHEEL_INPUTS] = { columns->deflection,    columns->steer, columns->right_force,
                                           columns->forward_force, columns->load,  columns->angular_velocity,
                                           columns->lean };
    return all[input];
}

static double *span(pdk_memory *memory)
{
    return pdk_alloc_array(memory, SPAN, sizeof(double));
}

static bool open_wheels(const pdk_document *document, pdk_dynamics *dynamics)
{
    double front = 0, rear = 0;
    size_t fronts = 0, rears = 0;
    while (dynamics->wheel_count < PDK_DYNAMICS_WHEELS) {
        pdk_dynamics_wheel *wheel = &dynamics->wheels[dynamics->wheel_count];
        if (!document->services->wheel(document, dynamics->wheel_count, &wheel->wheel)) break;
        dynamics->wheel_count++;
        double along = wheel->wheel.place[1];
        if (along > 0) {
            front += along;
            fronts++;
        } else {
            rear += along;
            rears++;
        }
    }
    dynamics->wheelbase = fronts > 0 && rears > 0 ? front / (double)fronts - rear / (double)rears : NAN;
    return dynamics->wheel_count > 0;
}

static double property_of(const pdk_document *document, const char *name)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    return property != NULL && property->value.type == PDK_FLOAT32 ? property->value.as.number : NAN;
}

pdk_status pdk_dynamics_open(const pdk_answers *answers, pdk_dynamics *dynamics, pdk_dynamics_rows *rows,
                             pdk_error *error)
{
    const pdk_document *document = answers->source;
    pdk_memory *memory = answers->memory;
    dynamics->table = pdk_document_own_table(document, document->services->motion->rows);
    dynamics->count = pdk_table_rows(dynamics->table);
    dynamics->has_distance = pdk_table_find_role(dynamics->table, PDK_ROLE_DISTANCE) != PDK_NO_COLUMN;
    dynamics->mass = property_of(document, "mass");
    dynamics->sprung_mass = property_of(document, "sprung_mass");
    bool enough = open_wheels(document, dynamics);
    for (int i = 0; i < PDK_INPUTS && enough; i++) {
        rows->values[i] = span(memory);
        enough = rows->values[i] != NULL;
    }
    dynamics->time = enough ? pdk_alloc_array(memory, dynamics->count, sizeof *dynamics->time) : NULL;
    dynamics->distance = enough ? pdk_alloc_array(memory, dynamics->count, sizeof *dynamics->distance) : NULL;
    dynamics->turning = enough ? pdk_alloc_array(memory, dynamics->count, sizeof *dynamics->turning) : NULL;
    dynamics->leftward = enough ? pdk_alloc_array(memory, dynamics->count, sizeof *dynamics->leftward) : NULL;
    enough = enough && dynamics->time != NULL && dynamics->distance != NULL && dynamics->turning != NULL &&
             dynamics->leftward != NULL;
    for (int i = 0; i < PDK_BODY_CHANNELS && enough; i++) {
        dynamics->channels[i] = pdk_alloc_array(memory, dynamics->count, sizeof(float));
        enough = dynamics->channels[i] != NULL;
    }
    for (size_t w = 0; w < dynamics->wheel_count && enough; w++) {
        for (int i = 0; i < PDK_WHEEL_INPUTS && enough; i++) {
            rows->wheels[w][i] = span(memory);
            enough = rows->wheels[w][i] != NULL;
        }
        for (int i = 0; i < PDK_WHEEL_CHANNELS && enough; i++) {
            dynamics->wheels[w].channels[i] = pdk_alloc_array(memory, dynamics->count, sizeof(float));
            enough = dynamics->wheels[w].channels[i] != NULL;
        }
    }
    return enough ? PDK_OK : pdk_fail_memory(error, memory, "vehicle dynamics");
}

/* Where a column's values go: after the margin that is not there. */
static double *start_of(double *values, const pdk_dynamics_rows *rows)
{
    return values + PDK_DYNAMICS_MARGIN - rows->before;
}

pdk_status pdk_dynamics_read(const pdk_dynamics *dynamics, uint64_t first, pdk_dynamics_rows *rows, pdk_error *error)
{
    uint64_t left = dynamics->count - first;
    rows->first = first;
    rows->count = left < PDK_DYNAMICS_ROWS ? (size_t)left : PDK_DYNAMICS_ROWS;
    rows->before = first < PDK_DYNAMICS_MARGIN ? (size_t)first : PDK_DYNAMICS_MARGIN;
    uint64_t behind = left - rows->count;
    rows->behind = behind < PDK_DYNAMICS_MARGIN ? (size_t)behind : PDK_DYNAMICS_MARGIN;
    pdk_column_read reads[PDK_INPUTS + PDK_DYNAMICS_WHEELS * PDK_WHEEL_INPUTS];
    size_t count = 0;
    for (int i = 0; i < PDK_INPUTS; i++) {
        size_t column = pdk_table_find_role(dynamics->table, roles[i]);
        if (column == PDK_NO_COLUMN) { /* the distance, or accelerations that old files do not have */
            for (size_t row = 0; row < rows->before + rows->count + rows->behind; row++) {
                start_of(rows->values[i], rows)[row] = NAN;
            }
            continue;
        }
        reads[count++] =
            (pdk_column_read){ .column = column, .type = PDK_FLOAT64, .values = start_of(rows->values[i], rows) };
    }
    for (size_t w = 0; w < dynamics->wheel_count; w++) {
        for (int i = 0; i < PDK_WHEEL_INPUTS; i++) {
            reads[count++] = (pdk_column_read){ .column = wheel_column(&dynamics->wheels[w].wheel.columns, i),
                                                .type = PDK_FLOAT64,
                                                .values = start_of(rows->wheels[w][i], rows) };
        }
    }
    return pdk_table_read(dynamics->table, first - rows->before, rows->before + rows->count + rows->behind, reads,
                          count, error);
}

/* Everything that dynamics reads is there, with z up. */
pdk_status pdk_have_dynamics(const pdk_document *document, pdk_error *error)
{
    pdk_status status = pdk_answers_have_motion(document, error);
    if (status != PDK_OK) return status;
    const pdk_services *services = document->services;
    const pdk_table *table = pdk_document_own_table(document, services->motion->rows);
    pdk_wheel wheel;
    bool found = table != NULL && services->wheel != NULL && services->wheel(document, 0, &wheel);
    for (int i = 0; i < PDK_INPUT_LATERAL_G && found; i++)
        found = pdk_table_find_role(table, roles[i]) != PDK_NO_COLUMN;
    for (size_t w = 0; found && w < PDK_DYNAMICS_WHEELS && services->wheel(document, w, &wheel); w++) {
        for (int i = 0; i < PDK_WHEEL_INPUTS; i++) found &= wheel_column(&wheel.columns, i) != PDK_NO_COLUMN;
    }
    if (found) {
        pdk_frame frame = pdk_table_column_at(table, pdk_table_find_role(table, PDK_ROLE_X))->frame;
        found = frame == PDK_FRAME_Z_UP || frame == PDK_FRAME_TRACK;
    }
    if (found) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "analysis.wheels",
                    "%s files do not record the forces at the wheels", document->info->id);
}

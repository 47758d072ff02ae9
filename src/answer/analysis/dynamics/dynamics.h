/* Vehicle dynamics: what a car and its tyres do at each moment, from motion and the forces at its wheels.
 *
 * Signs and terms are those of ISO 8855: x forward, y left, z up; angles, yaw rate, lateral acceleration and slip
 * angles are positive to the left (anticlockwise seen from above). Forces of the file are in the car's axes, right and
 * forward. */
#ifndef PADDOCK_ANALYSIS_DYNAMICS_DYNAMICS_H
#define PADDOCK_ANALYSIS_DYNAMICS_DYNAMICS_H

#include "analysis/analysis.h"
#include "model/car_body.h"

enum { PDK_DYNAMICS_WHEELS = 16, PDK_DYNAMICS_ROWS = 256, PDK_DYNAMICS_MARGIN = 2 };

/* Channels of the car. */
typedef enum pdk_body_channel {
    PDK_BODY_SPEED = 0,
    PDK_BODY_SIDESLIP,
    PDK_BODY_YAW_RATE,
    PDK_BODY_CURVATURE,
    PDK_BODY_LONGITUDINAL_G,
    PDK_BODY_LATERAL_G,
    PDK_BODY_TOTAL_G,
    PDK_BODY_UNDERSTEER,
    PDK_BODY_FRONT_TRANSFER,
    PDK_BODY_REAR_TRANSFER,
    PDK_BODY_TRANSFER_SHARE,
    PDK_BODY_FRONT_LOAD_SHARE,
    PDK_BODY_BRAKE_BALANCE,
    PDK_BODY_CENTER_SIDESLIP, /* these need a car_info */
    PDK_BODY_YAW_MOMENT,
    PDK_BODY_YAW_MOMENT_NEEDED,
    PDK_BODY_AIR_DOWNFORCE,
    PDK_BODY_AIR_DRAG,
    PDK_BODY_MEASURED_DOWNFORCE, /* these do not */
    PDK_BODY_MEASURED_DRAG,
    PDK_BODY_CHANNELS
} pdk_body_channel;

/* Channels of each wheel. */
typedef enum pdk_wheel_channel {
    PDK_WHEEL_SLIP_ANGLE = 0,
    PDK_WHEEL_SLIP_RATIO,
    PDK_WHEEL_SLIP_POWER,
    PDK_WHEEL_SLIP_WORK,
    PDK_WHEEL_SUSPENSION_VELOCITY,
    PDK_WHEEL_CAMBER,
    PDK_WHEEL_CHANNELS
} pdk_wheel_channel;

/* What is read of the file for a run of rows, with a margin before and after for differences in time. */
typedef enum pdk_dynamics_input {
    PDK_INPUT_TIME = 0,
    PDK_INPUT_X,
    PDK_INPUT_Y,
    PDK_INPUT_Z,
    PDK_INPUT_FORWARD_X,
    PDK_INPUT_FORWARD_Y,
    PDK_INPUT_FORWARD_Z,
    PDK_INPUT_RIGHT_X,
    PDK_INPUT_RIGHT_Y,
    PDK_INPUT_RIGHT_Z,
    PDK_INPUT_SPEED,
    PDK_INPUT_BRAKE,
    PDK_INPUT_LATERAL_G, /* NaN where the file has none */
    PDK_INPUT_FORWARD_G,
    PDK_INPUT_DISTANCE, /* along the track; not in every file */
    PDK_INPUTS
} pdk_dynamics_input;

enum { PDK_WHEEL_INPUTS = 7 }; /* in the order of pdk_wheel_columns */

typedef struct pdk_dynamics_wheel {
    pdk_wheel wheel;
    float *channels[PDK_WHEEL_CHANNELS];
    double work; /* so far */
} pdk_dynamics_wheel;

/* The run of rows under way. values[input][PDK_DYNAMICS_MARGIN + i] is row first + i. */
typedef struct pdk_dynamics_rows {
    uint64_t first;
    size_t count, before, behind; /* rows of the margin that there are */
    double *values[PDK_INPUTS];
    double *wheels[PDK_DYNAMICS_WHEELS][PDK_WHEEL_INPUTS]; /* NULL = not recorded */
} pdk_dynamics_rows;

/* How the car moves at one row, in its own axes: forward and left. */
typedef struct pdk_body_motion {
    double forward, left; /* m/s; NaN where time does not go on */
    double yaw_rate;      /* rad/s */
} pdk_body_motion;

typedef struct pdk_dynamics {
    const pdk_table *table; /* of the motion */
    uint64_t count;
    double *time;
    float *distance; /* along the track; NaN where it is not recorded */
    float *channels[PDK_BODY_CHANNELS];
    pdk_dynamics_wheel wheels[PDK_DYNAMICS_WHEELS];
    size_t wheel_count;
    bool has_distance;
    double wheelbase;           /* m; NaN where there are not two axles */
    double mass, sprung_mass;   /* kg; NaN where they are not recorded */
    double *turning, *leftward; /* of all tyres' forces: moment about the reference point, N m, and sum, N */
    pdk_car_body car;           /* what options.car_info says */
    const char *car_setup;      /* whether its set-up is that of the recording; NULL = there is no such file */
} pdk_dynamics;
PDK_STEP_MAKES(dynamics, const pdk_dynamics)

/* --- dynamics_read.c --- */
/* Does such a file record what dynamics are made of? */
pdk_status pdk_have_dynamics(const pdk_document *document, pdk_error *error);
pdk_status pdk_dynamics_open(const pdk_answers *answers, pdk_dynamics *dynamics, pdk_dynamics_rows *rows,
                             pdk_error *error);
pdk_status pdk_dynamics_read(const pdk_dynamics *dynamics, uint64_t first, pdk_dynamics_rows *rows, pdk_error *error);
/* --- dynamics_car.c --- */
/* Fills what options.car_info says; "analysis.car_info" where it is of another car, with what differs. */
pdk_status pdk_dynamics_read_car(const pdk_answers *answers, pdk_dynamics *dynamics, pdk_error *error);
/* --- dynamics_body.c --- */
/* Fills the channels of the car that need no wheels, and motions[0..count). */
void pdk_dynamics_body(pdk_dynamics *dynamics, const pdk_dynamics_rows *rows, pdk_body_motion *motions);
/* --- dynamics_wheels.c --- */
void pdk_dynamics_wheels(pdk_dynamics *dynamics, const pdk_dynamics_rows *rows, const pdk_body_motion *motions);
/* --- dynamics_axles.c --- */
/* What front and rear do together: understeer, load transfer, brake balance. Wheels come first. */
void pdk_dynamics_axles(pdk_dynamics *dynamics, const pdk_dynamics_rows *rows, const pdk_body_motion *motions);
/* --- dynamics_forces.c --- */
/* What all wheels do together against what the car's mass needs: air, and moments. */
void pdk_dynamics_forces(pdk_dynamics *dynamics, const pdk_dynamics_rows *rows);
/* The moment that turning needs. All rows are there. */
void pdk_dynamics_turning(pdk_dynamics *dynamics);
/* At row i: the change of the yaw rate over `reach` rows before and after, rad/s^2; NaN where they are not there. */
double pdk_dynamics_yaw_acceleration(const pdk_dynamics *dynamics, uint64_t row, uint64_t reach);
/* How many rows such a time is: 1 to 10. */
uint64_t pdk_dynamics_reach(const pdk_dynamics *dynamics, double seconds);

/* A number over the whole recording. */
typedef struct pdk_handling {
    double understeer_gradient;                /* rad/g */
    double load_transfer_share, brake_balance; /* medians */
    double maximum_sideslip_angle;             /* rad, of the absolute value */
    double maximum_lateral_g, maximum_braking_g, maximum_acceleration_g;
    double slip_work;             /* J, of all tyres */
    double brake_balance_setting; /* as set; NaN = not recorded */
    /* Of a car_info; NaN, data NULL = there is none. */
    double gravity_height, load_transfer_ratio, yaw_inertia;
    uint64_t transferring; /* moments that the ratio is of */
    pdk_text drive, car_info;
    double gravity_forward, front_weight_share, car_brake_balance;
    double air_lift, air_drag, air_front_share, top_downforce, top_drag;
    pdk_car_wheel wheels[PDK_CAR_BODY_WHEELS]; /* front left, front right, rear left, rear right */
    /* Measured; NaN where it is not known. */
    double maximum_speed, front_load_share;
    double measured_lift, measured_drag;                    /* kg/m */
    double measured_inertia, measured_forward, turning_fit; /* kg m^2, m, correlation */
    uint64_t steady, braking, cornering;                    /* moments that the gradient and the two medians are of */
    uint64_t blown, turned;                                 /* and those of air and turning */
    pdk_text balance_source;                                /* whose the brake_balance_setting is */
    pdk_text sentence, reason;                              /* data NULL = nothing to say */
} pdk_handling;
/* --- dynamics_fit.c: slopes by least squares over the recording --- */
typedef struct pdk_slope_fit {
    double count, x, y, xx, xy;
} pdk_slope_fit;
void pdk_slope_fit_add(pdk_slope_fit *fit, double x, double y);
/* NaN if there are fewer points, or the x deviate less from their mean (standard deviation). */
double pdk_slope_fit_slope(const pdk_slope_fit *fit, double fewest, double least_deviation);
/* What the wheels' forces show about air and inertia. */
void pdk_dynamics_fit(const pdk_dynamics *dynamics, pdk_handling *handling);
/* --- dynamics_set.c: what the car info adds as it is --- */
void pdk_dynamics_set(const pdk_dynamics *dynamics, pdk_handling *handling);
/* --- dynamics_words.c: what was found, and on what evidence. False when out of memory. --- */
bool pdk_handling_words(pdk_handling *handling, pdk_memory *memory);

/* --- dynamics_handling.c --- */
pdk_status pdk_dynamics_handling(const pdk_dynamics *dynamics, pdk_memory *memory, pdk_handling *handling,
                                 pdk_error *error);

static inline bool pdk_is_front(const pdk_dynamics_wheel *wheel)
{
    return wheel->wheel.place[1] > 0;
}
static inline bool pdk_is_left(const pdk_dynamics_wheel *wheel)
{
    return wheel->wheel.place[0] < 0;
}

#endif

/* The other formats from nothing:  create_others FOLDER
 * create.c shows how arrays become many records at once; here a file is written record by record: replays of three
 * games, a track, a set of pictures and a family with a 3D part. Counts, sizes and offsets are fields like any other:
 * they are known before they are written, as the sizes of records are (`paddock fields` has them). Each file is opened
 * and checked when it is there. */
#include <stdio.h>
#include <string.h>

#include <paddock/paddock.h>

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* A file on its way; after a failure nothing more is written. */
typedef struct file {
    pdk_output *output;
    pdk_error error;
} file;

/* A field of one record: a number in its unit, or a text. */
typedef struct field {
    const char *name;
    double number;
    const char *text;
} field;

static field number(const char *name, double value)
{
    return (field){ name, value, NULL };
}
static field text(const char *name, const char *value)
{
    return (field){ name, 0, value };
}

static void put_fields(file *to, const char *record, const field *fields, size_t count)
{
    pdk_field_array arrays[40] = { 0 };
    for (size_t i = 0; i < count; i++) {
        arrays[i].field = fields[i].name;
        if (fields[i].text != NULL) arrays[i].texts = &fields[i].text;
        else arrays[i].values = &fields[i].number;
    }
    if (to->error.status == PDK_OK) pdk_write_records(record, 1, arrays, count, to->output, &to->error);
}

/* A record and its fields; a macro, as a function cannot count them. */
#define PUT(to, record, ...) \
    put_fields(to, record, (const field[]){ __VA_ARGS__ }, COUNT(((const field[]){ __VA_ARGS__ })))

/* What no record describes: tags without their own record, pixels. */
static void put_bytes(file *to, const void *bytes, size_t size)
{
    if (to->error.status == PDK_OK) pdk_output_write(to->output, bytes, size, &to->error);
}

/* -------------------------------------------------------------------------------------------------- Racer replay */

/* A frame: its head, then for each car "set car" and its state, which ends with three values a wheel and the engine's.
 */
static void write_racer(file *to)
{
    enum { FRAMES = 50, WHEELS = 4, SET_CAR = 2 + 2, STATE = 2 + 32 + 12 * WHEELS + 20 };
    const double speed = 20, radius = 0.3, turn = 6.283185;
    PUT(to, "rply.header", text("magic", "RPLY"), number("version_minor", 1), number("version_major", 2),
        text("track", "carlswood"), number("interval", 0.1), number("cars", 1));
    PUT(to, "rply.car_name", text("name", "dogger"));
    put_bytes(to, "DATA", 4);
    double turned = 0;
    for (int i = 0; i < FRAMES; i++, turned += 0.1 * speed / radius) {
        const double time = i * 0.1;
        if (turned >= turn) turned -= turn;
        PUT(to, "rply.frame", number("size", 6 + SET_CAR + STATE), number("time", time));
        PUT(to, "rply.command", text("id", "set car"));
        PUT(to, "rply.set_car", number("car", 0));
        PUT(to, "rply.command", text("id", "car state"));
        PUT(to, "rply.state", number("z", speed * time), number("y", radius), number("orientation[0]", 1));
        for (int wheel = 0; wheel < WHEELS; wheel++) PUT(to, "rply.wheel_y", number("wheel_y", 0.01));
        for (int wheel = 0; wheel < WHEELS; wheel++) PUT(to, "rply.wheel_angle", number("wheel_angle", turned));
        for (int wheel = 0; wheel < WHEELS; wheel++) PUT(to, "rply.wheel_speed", number("wheel_speed", speed / radius));
        PUT(to, "rply.state_end_2", number("engine_speed", 400), number("velocity_z", speed), number("gear", 3));
    }
}

/* ------------------------------------------------------------------------------------------------ gMotor replays */

enum { SLICES = 100, DRIVERS = 2, RACE = 10, RACE_R1 = 7 };
static const char *const names[DRIVERS] = { "A. Varga", "B. Okafor" };
static const double first_time = 60;
static double slice_time(int i)
{
    return first_time + 0.02 * i;
}

static void write_banner(file *to, field version)
{
    static const char banner[] = "//[[gMb1.002f (c)2016    ]] [[            ]]\n"; /* 44 bytes and a line feed */
    put_bytes(to, banner, sizeof banner - 1);
    const field tag[] = { text("magic", "IRSR"), version };
    put_fields(to, "vcr.tag", tag, COUNT(tag));
}

/* A slice is its time and its events: here where each car is. The type of such an event is the gear and 8. */
static void write_slices(file *to, double session, const char *event, const char *pose, double size)
{
    for (int i = 0; i < SLICES; i++) {
        PUT(to, "vcr.slice", number("time", slice_time(i)), number("event_count", DRIVERS));
        for (int driver = 0; driver < DRIVERS; driver++) {
            PUT(to, event, number("driver", driver), number("size", size), number("type", 8 + 3),
                text("class", "place"), number("session", session));
            PUT(to, pose, number("x", 40.0 * 0.02 * i), number("y", 0.5), number("z", 4.0 * driver),
                number("throttle", 1), number("engine_speed", 600));
        }
    }
}

static void write_rfactor2(file *to)
{
    write_banner(to, number("version", 1.08));
    PUT(to, "vcr.r2.info", text("rfm", "GT.rfm"), text("scn", "Oval.scn"), text("aiw", "Oval.aiw"),
        text("mod_name", "GT"), text("mod_version", "1.0"), text("track", "Oval"),
        number("session_byte.session", RACE));
    PUT(to, "vcr.driver_count", number("driver_count", DRIVERS));
    for (int driver = 0; driver < DRIVERS; driver++) {
        PUT(to, "vcr.r2.driver", number("slot", driver), text("name", names[driver]), text("vehicle", "GT"),
            text("vehicle_version", "1.0"), text("vehicle_file", "GT.VEH"), number("entry_time", first_time),
            number("exit_time", slice_time(SLICES - 1)));
    }
    PUT(to, "vcr.r2.counters", number("slice_count", SLICES), number("event_count", SLICES * DRIVERS),
        number("start_time", first_time), number("end_time", slice_time(SLICES - 1)));
    write_slices(to, RACE, "vcr.r2.event", "vcr.r2.pose", 63);
}

static void write_rfactor(file *to)
{
    write_banner(to, number("version", 1.02));
    PUT(to, "vcr.r1.info", text("rfm", "GT.rfm"), text("scn", "Oval.scn"), text("aiw", "Oval.aiw"),
        number("session_byte.session", RACE_R1));
    PUT(to, "vcr.driver_count", number("driver_count", DRIVERS));
    for (int driver = 0; driver < DRIVERS; driver++) {
        PUT(to, "vcr.r1.driver", number("slot", driver), text("name", names[driver]), text("vehicle_file", "GT.VEH"),
            text("skin_file", "GT.DDS"), number("entry_time", first_time), number("exit_time", slice_time(SLICES - 1)));
    }
    PUT(to, "vcr.r1.playback", number("has_cameras", 0));
    PUT(to, "vcr.r1.counters", number("slice_count", SLICES), number("event_count", SLICES * DRIVERS),
        number("start_time", first_time), number("end_time", slice_time(SLICES - 1)),
        number("duration", slice_time(SLICES - 1) - first_time));
    write_slices(to, RACE_R1, "vcr.r1.event", "vcr.r1.pose", 50);
}

/* Le Mans Ultimate has its slices first; the stream record points after them. */
static void write_le_mans(file *to)
{
    enum { BANNER = 45, TAG = 8, STREAM = 8, SLICE = 6, EVENT = 5, POSE = 65 };
    write_banner(to, number("format_word", 0x80000008));
    PUT(to, "vcr.l.stream",
        number("metadata_offset", BANNER + TAG + STREAM + SLICES * (SLICE + DRIVERS * (EVENT + POSE))));
    write_slices(to, RACE, "vcr.l.event", "vcr.l.pose", POSE);
    PUT(to, "vcr.l.info", text("event_info", "{\"sceneDesc\":\"Oval\",\"session\":\"RACE1\"}"), text("scn", "Oval.scn"),
        text("aiw", "Oval.aiw"), text("track", "Oval"), text("track_version", "1.0"),
        number("session_byte.session", RACE));
    PUT(to, "vcr.driver_count", number("driver_count", DRIVERS));
    for (int driver = 0; driver < DRIVERS; driver++) {
        if (driver > 0) PUT(to, "vcr.l.separator", text("unknown", "000000"));
        PUT(to, "vcr.l.driver", number("slot", driver), text("name", names[driver]), text("vehicle_id", "32_26_GT"),
            text("team", "Works"), text("car_number", "7"), number("entry_time", first_time),
            number("exit_time", slice_time(SLICES - 1)));
    }
    PUT(to, "vcr.l.trailer", number("slice_count", SLICES), number("event_count", SLICES * DRIVERS),
        number("start_time", first_time), number("end_time", slice_time(SLICES - 1)));
}

/* ---------------------------------------------------------------------------------------------------------- track */

/* A straight road north, level, with one prop. All tables have their full room; what is not used is zero. */
static void write_track(file *to)
{
    enum {
        RECORDS = 8,
        NODES = 4 * RECORDS,
        MOST_RECORDS = 600,
        TYPES = 64,
        PROPS = 1000,
        COLUMNS = 11,
        ROWS = 4,
        STEP = 6
    };
    PUT(to, "tri.header", number("version", 17), number("record_count", RECORDS), number("unknown_10", 6),
        number("scenery_size", 288 * RECORDS));
    for (int i = 0; i < MOST_RECORDS; i++) PUT(to, "tri.offset", number("offset", 288 * i));
    for (int i = 0; i < 4 * MOST_RECORDS; i++) {
        const double used = i < NODES;
        PUT(to, "tri.node", number("left_verge", 6 * used), number("right_verge", 6 * used),
            number("left_barrier", 10 * used), number("right_barrier", 10 * used), number("lanes", 1 * used),
            number("oncoming_lanes", 1 * used), number("left_surface", 2 * used), number("right_surface", 2 * used),
            number("mode", 3 * used), number("y", STEP * i * used),
            number("right_x", i == NODES ? -32766.0 / 32767 : used)); /* as the game's own after the last */
    }
    for (int i = 0; i < MOST_RECORDS; i++) {
        const double used = i < RECORDS; /* after the last the game's tracks have 20, 18, 16 */
        PUT(to, "tri.speed", number("opponent_speed", used ? 50 : 20), number("legal_speed", used ? 25 : 18),
            number("traffic_speed", used ? 20 : 16));
    }
    PUT(to, "tri.prop_header", number("prop_type_count", TYPES), number("prop_capacity", PROPS), text("magic", "SJBO"),
        number("chunk_size", 12 + 16 * TYPES + 16 * PROPS));
    for (int i = 0; i < TYPES; i++) {
        PUT(to, "tri.prop_bitmap", number("kind", 4), number("width", 3), number("frame_count", 1),
            number("height", 5));
    }
    for (int i = 0; i < PROPS; i++)
        PUT(to, "tri.prop", number("node", i == 0 ? 8 : -1), number("offset_x", i == 0 ? 15 : 0));
    for (int i = 0; i < RECORDS; i++) {
        /* Of four rows each: point 0 from the node, 1 to 5 to the right and 6 to 10 to the left of it, each from the
         * one before. */
        static char points[ROWS * COLUMNS][24];
        pdk_field_array arrays[2 + ROWS * COLUMNS];
        static const double length = 276, right = 4, left = -4;
        static const char *const magic = "TRKD";
        size_t count = 0;
        arrays[count++] = (pdk_field_array){ "magic", NULL, &magic };
        arrays[count++] = (pdk_field_array){ "length", &length, NULL };
        for (int point = 0; point < ROWS * COLUMNS; point++) {
            if (point % COLUMNS == 0) continue;
            snprintf(points[point], sizeof points[point], "points[%d].x", point);
            arrays[count++] = (pdk_field_array){ points[point], point % COLUMNS < 6 ? &right : &left, NULL };
        }
        if (to->error.status == PDK_OK) pdk_write_records("tri.record", 1, arrays, count, to->output, &to->error);
    }
}

/* ------------------------------------------------------------------------------------------------------- pictures */

enum {
    SIDE = 16,
    COLOURS = 256,
    SET_HEAD = 16,
    LINE = 8,
    ENTRY = 16,
    PIXELS = SIDE * SIDE,
    PALETTE = ENTRY + 3 * COLOURS,
    SET = SET_HEAD + 2 * LINE + PALETTE + ENTRY + PIXELS
};

/* A palette for the whole set, and a bitmap of one byte a pixel. Offsets count from the tag. */
static void write_pictures(file *to)
{
    PUT(to, "shpi.header", text("magic", "SHPI"), number("length", SET), number("entry_count", 2),
        text("directory", "LN32"));
    PUT(to, "shpi.directory", text("name", "!pal"), number("offset", SET_HEAD + 2 * LINE));
    PUT(to, "shpi.directory", text("name", "road"), number("offset", SET_HEAD + 2 * LINE + PALETTE));
    PUT(to, "shpi.entry", text("code", "palette RGB 666"), number("width", COLOURS), number("height", 3),
        number("pivot_x", COLOURS));
    for (int i = 0; i < COLOURS; i++)
        PUT(to, "shpi.color_666", number("red", i / 4), number("green", i / 4), number("blue", i / 4));
    PUT(to, "shpi.entry", text("code", "8-bit indexed"), number("width", SIDE), number("height", SIDE));
    unsigned char pixels[PIXELS];
    for (int i = 0; i < PIXELS; i++) pixels[i] = (unsigned char)i;
    put_bytes(to, pixels, sizeof pixels);
}

/* A container of two children: a 3D part, a triangle, and the set its texture is in. */
static void write_family(file *to)
{
    enum {
        HEAD = 8 + 2 * 4,
        PART_HEAD = 112,
        POLYGON = 12,
        VERTEX = 12,
        UV = 8,
        TEXTURE = 20,
        NUMBER = 4,
        CORNERS = 3
    };
    enum {
        POLYGONS_AT = PART_HEAD,
        VERTICES_AT = POLYGONS_AT + POLYGON,
        UVS_AT = VERTICES_AT + CORNERS * VERTEX,
        TEXTURES_AT = UVS_AT + CORNERS * UV,
        NUMBERS_AT = TEXTURES_AT + TEXTURE,
        PART = NUMBERS_AT + 2 * CORNERS * NUMBER
    };
    static const double x[CORNERS] = { 0, 64, 0 }, z[CORNERS] = { 0, 0, 64 }, corners[CORNERS] = { 0, 1, 2 };
    PUT(to, "wwww.header", text("magic", "wwww"), number("child_count", 2));
    PUT(to, "wwww.child", number("offset", HEAD));
    PUT(to, "wwww.child", number("offset", HEAD + PART));
    PUT(to, "orip.header", text("magic", "ORIP"), number("size", PART), number("unknown_8", 0x2BC),
        number("vertex_count", CORNERS), number("unknown_20", CORNERS), number("vertex_offset", VERTICES_AT),
        number("uv_count", CORNERS), number("uv_offset", UVS_AT), number("polygon_count", 1),
        number("polygon_offset", POLYGONS_AT), text("name", "flag"), number("texture_count", 1),
        number("texture_offset", TEXTURES_AT), number("hinge_offset", NUMBERS_AT), number("group_offset", NUMBERS_AT),
        number("index_offset", NUMBERS_AT), number("label_offset", NUMBERS_AT), number("swap_offset", NUMBERS_AT),
        number("unknown_100[1]", 0x70));
    PUT(to, "orip.polygon", number("corners", CORNERS), number("flags", 16), number("vertices", 0),
        number("uvs", CORNERS));
    const pdk_field_array vertices[] = { { "x", x, NULL }, { "z", z, NULL } },
                          uvs[] = { { "u", x, NULL }, { "v", z, NULL } };
    const pdk_field_array numbers[] = { { "number", corners, NULL } };
    if (to->error.status == PDK_OK)
        pdk_write_records("orip.vertex", CORNERS, vertices, COUNT(vertices), to->output, &to->error);
    if (to->error.status == PDK_OK) pdk_write_records("orip.uv", CORNERS, uvs, COUNT(uvs), to->output, &to->error);
    PUT(to, "orip.texture", text("entry", "road"));
    for (int i = 0; i < 2 && to->error.status == PDK_OK;
         i++) { /* the corners' vertices, then their texture coordinates */
        pdk_write_records("orip.index", CORNERS, numbers, COUNT(numbers), to->output, &to->error);
    }
    write_pictures(to);
}

/* ---------------------------------------------------------------------------------------------------------------- */

static bool print_finding(void *user, const pdk_finding *finding)
{
    printf("%s: %s: %s: %s (%s)\n", (const char *)user, pdk_severity_name(finding->severity), finding->where,
           finding->message, finding->code);
    return true;
}

static pdk_status create(const char *folder, const char *name, void (*write)(file *to), pdk_error *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file to = { .error = { .status = PDK_OK } };
    pdk_status status = pdk_output_file(path, &to.output, error);
    if (status != PDK_OK) return status;
    write(&to);
    status = to.error.status;
    if (status != PDK_OK) *error = to.error;
    if (status == PDK_OK) status = pdk_output_finish(to.output, error);
    pdk_output_close(to.output);
    pdk_document *document = NULL;
    uint64_t findings = 0;
    if (status == PDK_OK) status = pdk_open_file(path, NULL, &document, error);
    if (status == PDK_OK)
        status = pdk_check(document, PDK_CHECK_FULL, print_finding, (void *)(uintptr_t)name, &findings, error);
    if (status == PDK_OK) {
        printf("%s: %s, %s, %llu findings\n", name, pdk_document_format(document)->id, pdk_document_dialect(document),
               (unsigned long long)findings);
    }
    pdk_close(document);
    return status;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*write)(file *to);
    } files[] = { { "racer.rpl", write_racer },    { "rfactor.vcr", write_rfactor }, { "rfactor2.vcr", write_rfactor2 },
                  { "lemans.vcr", write_le_mans }, { "track.tri", write_track },     { "pictures.fsh", write_pictures },
                  { "family.fam", write_family } };
    if (argc != 2) {
        fprintf(stderr, "usage: create_others FOLDER\n");
        return 2;
    }
    for (size_t i = 0; i < COUNT(files); i++) {
        pdk_error error;
        if (create(argv[1], files[i].name, files[i].write, &error) == PDK_OK) continue;
        fprintf(stderr, "%s: %s (%s) %s\n", files[i].name, error.message, error.code, error.where);
        return 3;
    }
    return 0;
}

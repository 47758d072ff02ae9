/* Generated 3D parts and their pictures. */
#include "format/fam/fam_paint.h"
#include "format/fam/fam_plan.h"

size_t pdk_fam_plan_picture(const pdk_fam_plan *plan, int theme, uint32_t number, uint32_t width, uint32_t height)
{
    pdk_fam_picture picture = { .code = 0x7B,
                                .theme = theme,
                                .width = width * plan->detail,
                                .height = height * plan->detail,
                                .seed = plan->seed * 1000003 + number };
    return pdk_fam_put_bitmap(plan->writer, &picture);
}

/* Pictures of a 3D part: one palette in front, to which every bitmap leads back. */
static void put_wrap(const pdk_fam_plan *plan, uint8_t palette_code, const char *const *names, const int *themes)
{
    uint32_t count = 0;
    while (names[count] != NULL) count++;
    size_t set = pdk_fam_begin_set(plan->writer, "WRAP", count + 1);
    pdk_fam_line(plan->writer, set, 0, "!PAL");
    size_t palette = pdk_fam_put_palette(plan->writer, palette_code);
    for (uint32_t i = 0; i < count; i++) {
        pdk_fam_line(plan->writer, set, i + 1, names[i]);
        pdk_fam_attach(plan->writer, pdk_fam_plan_picture(plan, themes[i], 300 + i, PDK_FAM_SIDE, PDK_FAM_SIDE),
                       palette);
    }
    pdk_fam_end_set(plan->writer, set);
}

/* An arch over the road: two posts and a beam, seen from both sides. */
void pdk_fam_plan_arch(const pdk_fam_plan *plan)
{
    static const double vertices[][3] = { { 0, 0, 0 },  { 1, 0, 0 },  { 1, 0, 7 },  { 0, 0, 7 }, { 15, 0, 0 },
                                          { 16, 0, 0 }, { 16, 0, 7 }, { 15, 0, 7 }, { 0, 0, 9 }, { 16, 0, 9 } };
    static const pdk_fam_quad quads[] = {
        { { 3, 0, 1, 2 }, 1, 17 },
        { { 7, 4, 5, 6 }, 1, 17 },
        { { 8, 3, 6, 9 }, 0, 17 },
    };
    static const char *const names[] = { "J000", "J001", NULL };
    static const int themes[] = { PDK_PAINT_BANNER, PDK_PAINT_WALL };
    pdk_fam_shape shape = { .name = "_ARCH",
                            .unit = 1.0 / 16,
                            .vertices = vertices,
                            .vertex_count = 10,
                            .quads = quads,
                            .quad_count = 3,
                            .textures = names,
                            .width = PDK_FAM_SIDE * plan->detail,
                            .height = PDK_FAM_SIDE * plan->detail };
    size_t family = pdk_fam_begin_family(plan->writer, 1);
    pdk_fam_child(plan->writer, family, 0);
    size_t model = pdk_fam_begin_family(plan->writer, 2);
    pdk_fam_child(plan->writer, model, 0);
    pdk_fam_put_model(plan->writer, &shape);
    pdk_fam_child(plan->writer, model, 1);
    put_wrap(plan, 0x22, names, themes);
}

static const char *const car_pictures[] = { "frnt", "rear", "side", "top", NULL };

/* A box of a car, 1.8 m x 4.4 m x 1.3 m. The right side is the left one turned over, as in the game. */
static void put_car(const pdk_fam_plan *plan, bool simple)
{
    static const double vertices[][3] = {
        { -0.9, 2.2, 0.2 }, { 0.9, 2.2, 0.2 }, { 0.9, -2.2, 0.2 }, { -0.9, -2.2, 0.2 },
        { -0.9, 2.1, 0.8 }, { 0.9, 2.1, 0.8 }, { 0.9, -2.1, 0.9 }, { -0.9, -2.1, 0.9 },
        { -0.7, 0.6, 1.3 }, { 0.7, 0.6, 1.3 }, { 0.7, -1.2, 1.3 }, { -0.7, -1.2, 1.3 },
    };
    enum { FLIPPED = 18, PLAIN = 16 };
    static const pdk_fam_quad detailed[] = {
        { { 5, 1, 0, 4 }, 0, PLAIN },   { { 7, 3, 2, 6 }, 1, PLAIN },    { { 4, 0, 3, 7 }, 2, PLAIN },
        { { 5, 1, 2, 6 }, 2, FLIPPED }, { { 9, 5, 4, 8 }, 3, PLAIN },    { { 11, 7, 6, 10 }, 3, PLAIN },
        { { 8, 4, 7, 11 }, 3, PLAIN },  { { 9, 5, 6, 10 }, 3, FLIPPED }, { { 8, 11, 10, 9 }, 3, PLAIN },
    };
    static const pdk_fam_quad rough[] = {
        { { 9, 8, 0, 1 }, 0, 2 },
        { { 11, 10, 2, 3 }, 1, 2 },
        { { 8, 11, 3, 0 }, 2, 2 },
        { { 9, 10, 2, 1 }, 2, 0 },
    };
    pdk_fam_shape shape = { .name = simple ? "_TINYBOX" : "_box",
                            .unit = 1.0 / 128,
                            .vertices = vertices,
                            .vertex_count = 12,
                            .quads = simple ? rough : detailed,
                            .quad_count = simple ? 4 : 9,
                            .textures = car_pictures,
                            .width = PDK_FAM_SIDE * plan->detail,
                            .height = PDK_FAM_SIDE * plan->detail };
    pdk_fam_put_model(plan->writer, &shape);
}

static void put_car_pictures(const pdk_fam_plan *plan)
{
    static const int themes[] = { PDK_PAINT_BODY, PDK_PAINT_BODY, PDK_PAINT_BODY, PDK_PAINT_GLASS };
    put_wrap(plan, 0x24, car_pictures, themes);
}

void pdk_fam_plan_car(const pdk_fam_plan *plan)
{
    size_t top = pdk_fam_begin_family(plan->writer, 4);
    for (uint32_t i = 0; i < 4; i++) {
        pdk_fam_child(plan->writer, top, i);
        if (i % 2 == 0) put_car(plan, i == 2);
        else put_car_pictures(plan);
    }
}

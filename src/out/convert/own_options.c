#include "convert/own_options.h"

#include <string.h>

#include "base/error.h"
#include "base/options.h"

/* Options of a target, or of all targets that can do something. */
typedef struct own {
    size_t pointer, place, size; /* in pdk_convert_options, in pdk_all_options */
    const char *init;
    const char *target; /* NULL = by what it can do */
    const char *also;   /* another target that takes them; NULL = none */
    size_t ability;     /* a bool in pdk_target_info */
    const char *title;  /* what they are about */
} own;

#define OWN(member, init_)                                                                        \
    .pointer = offsetof(pdk_convert_options, member), .place = offsetof(pdk_all_options, member), \
    .size = sizeof(((pdk_all_options *)NULL)->member), .init = init_
#define ONE(member, init_, title_)                             \
    {                                                          \
        OWN(member, init_), .target = #member, .title = title_ \
    }

static const own owns[] = {
    { OWN(recording, "PDK_RECORDING_OPTIONS_INIT"), .ability = offsetof(pdk_target_info, recordings),
      .title = "a driver and a time" },
    { OWN(scene, "PDK_SCENE_OPTIONS_INIT"), .ability = offsetof(pdk_target_info, pictures),
      .title = "art and colours of blocks" },
    ONE(glb, "PDK_GLB_OPTIONS_INIT", "quantizing, compressing, a car and a track"),
    ONE(ply, "PDK_PLY_OPTIONS_INIT", "text and doubles as PLY has them"),
    { OWN(crg, "PDK_CRG_OPTIONS_INIT"), .target = "crg", .also = "opendrive",
      .title = "text, lines and steps as OpenCRG has them" },
    ONE(rld, "PDK_RLD_OPTIONS_INIT", "sizes of blocks"),
    ONE(srt, "PDK_SRT_OPTIONS_INIT", "a lap to compare with"),
    ONE(opendrive, "PDK_OPENDRIVE_OPTIONS_INIT", "errors, grids and tracks of a road"),
};
enum { OWNS = sizeof owns / sizeof owns[0] };

pdk_status pdk_options_take(pdk_all_options *all, const pdk_convert_options *given, pdk_error *error)
{
    *all = (pdk_all_options){ .given = 0 };
    pdk_status status = pdk_options_copy(&all->shared, sizeof all->shared, given, "PDK_CONVERT_OPTIONS_INIT", error);
    for (size_t i = 0; i < OWNS && status == PDK_OK; i++) {
        void *place = (char *)all + owns[i].place;
        const void *theirs;
        memcpy(&theirs, (char *)&all->shared + owns[i].pointer, sizeof theirs);
        memcpy((char *)&all->shared + owns[i].pointer, &place, sizeof place);
        if (theirs != NULL) all->given |= UINT32_C(1) << i;
        status = pdk_options_copy(place, owns[i].size, theirs, owns[i].init, error);
    }
    return status;
}

static bool has_them(const pdk_target_info *target, const own *options)
{
    if (options->also != NULL && strcmp(target->id, options->also) == 0) return true;
    if (options->target != NULL) return strcmp(target->id, options->target) == 0;
    return *(const bool *)((const char *)target + options->ability);
}

pdk_status pdk_options_check_target(const pdk_all_options *all, const pdk_target_info *target, pdk_error *error)
{
    for (size_t i = 0; i < OWNS && target != NULL; i++) {
        if ((all->given >> i & 1) == 0 || has_them(target, &owns[i])) continue;
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.options", "%s mean nothing for %s",
                        owns[i].title, target->id);
    }
    return PDK_OK;
}

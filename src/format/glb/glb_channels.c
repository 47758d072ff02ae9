/* What animations of all kinds are written from: channels, samplers, how far a mesh was stretched. */
#include "format/glb/glb_json.h"

void pdk_glb_put_channel(pdk_json *json, size_t sampler, size_t node, const char *property)
{
    pdk_json_begin(json, '{');
    pdk_member_natural(json, "sampler", sampler);
    pdk_member_begin(json, "target", '{');
    pdk_member_natural(json, "node", node);
    pdk_member_text(json, "path", property);
    pdk_json_end(json, '}');
    pdk_json_end(json, '}');
}

void pdk_glb_put_sampler(pdk_json *json, size_t input, size_t output, const char *interpolation)
{
    pdk_json_begin(json, '{');
    pdk_member_natural(json, "input", input);
    pdk_member_text(json, "interpolation", interpolation);
    pdk_member_natural(json, "output", output);
    pdk_json_end(json, '}');
}

void pdk_glb_stretch(const pdk_glb_export *glb, size_t mesh, double least[3], double size[3])
{
    const pdk_scene_extent *extent = &glb->scene.extents[mesh];
    for (int k = 0; k < 3; k++) {
        least[k] = glb->quantized ? (double)extent->minimum[k] : 0;
        size[k] = glb->quantized ? (double)extent->maximum[k] - least[k] : 1;
        if (!(size[k] > 0)) size[k] = 1;
    }
}

/* What a family gives to exporters of scenes. */
#ifndef PADDOCK_FORMAT_FAM_FAM_SCENE_H
#define PADDOCK_FORMAT_FAM_FAM_SCENE_H

#include "scene/scene.h"

pdk_status pdk_fam_make_scene(pdk_scene *scene, const pdk_document *document, const pdk_document *art,
                              pdk_error *error);

#endif

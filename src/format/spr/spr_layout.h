/* The records of Live for Speed's replays that are public (spr_layout.c). */
#ifndef PADDOCK_FORMAT_SPR_SPR_LAYOUT_H
#define PADDOCK_FORMAT_SPR_SPR_LAYOUT_H

#include "layout/layout.h"

#define PDK_SPR_MAGIC "LFSSPR"
#define PDK_MPR_MAGIC "LFSMPR"
enum { PDK_SPR_SPLITS = 4 };

extern const pdk_record pdk_spr_header; /* of a single player's replay, at 0 */
extern const pdk_record pdk_spr_split;  /* 4 of them in it */
extern const pdk_record pdk_mpr_header; /* of a replay of several players, at 0 */
extern const pdk_record pdk_mpr_result; /* after that, one for each player who has a result */

extern const pdk_record *const pdk_spr_records[];

#endif

/* The layout tables of Live for Speed's CAR_info.bin. */
#ifndef PADDOCK_FORMAT_CAR_INFO_CAR_INFO_LAYOUT_H
#define PADDOCK_FORMAT_CAR_INFO_CAR_INFO_LAYOUT_H

#include "layout/layout.h"

enum { PDK_CAR_INFO_WHEELS = 4, PDK_CAR_INFO_GEARS = 7 };

extern const pdk_record pdk_car_info_header, pdk_car_info_wheel;
extern const pdk_record *const pdk_car_info_records[];

#endif

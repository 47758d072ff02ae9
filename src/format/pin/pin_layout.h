/* The layout table of LFSPIN. */
#ifndef PADDOCK_FORMAT_PIN_PIN_LAYOUT_H
#define PADDOCK_FORMAT_PIN_PIN_LAYOUT_H

#include "layout/layout.h"

extern const pdk_record pdk_pin_header;
extern const pdk_record *const pdk_pin_records[];

#endif

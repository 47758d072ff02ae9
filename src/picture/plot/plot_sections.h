/* A surface in sections across a line. */
#ifndef PADDOCK_PLOT_PLOT_SECTIONS_H
#define PADDOCK_PLOT_PLOT_SECTIONS_H

#include "plot/plot_work.h"

/* Across options.path, or across the line that roughness takes: options.section_every, section_width and step. */
pdk_status pdk_plot_sections(pdk_plot_work *work, pdk_error *error);

#endif

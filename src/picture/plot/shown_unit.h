/* Units that people use instead of SI's, by choice. */
#ifndef PADDOCK_PLOT_SHOWN_UNIT_H
#define PADDOCK_PLOT_SHOWN_UNIT_H

#include "base/error.h"
#include "paddock/table.h"

/* shown = stored * factor + offset */
typedef struct pdk_shown_unit {
    const char *name; /* "km/h"; "" = none */
    double factor, offset;
} pdk_shown_unit;

/* Are these units that there are? PDK_E_ARGUMENT, "plot.unit", with the list otherwise. */
pdk_status pdk_shown_units_check(const char *const *wanted, pdk_error *error);
/* How values of a unit (NULL = none) and role are shown. Pedals are shown in percent always. */
pdk_shown_unit pdk_shown_unit_of(const char *const *wanted, const char *unit, pdk_role role);
/* The same of a column, for an axis: one without a unit says what its numbers are. Shares are in percent, steering
 * without an angle in percent of the lock. */
pdk_shown_unit pdk_shown_unit_of_column(const char *const *wanted, const pdk_column_info *column);

#endif

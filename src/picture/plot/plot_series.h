/* Columns of tables, as the rows of one lap. */
#ifndef PADDOCK_PLOT_PLOT_SERIES_H
#define PADDOCK_PLOT_PLOT_SERIES_H

#include "plot/plot_laps.h"
#include "plot/shown_unit.h"

typedef struct pdk_plot_columns {
    const size_t *columns;
    size_t count;
} pdk_plot_columns;

/* Values of one column; NaN where there is none. */
typedef struct pdk_plot_column {
    const char *name;
    pdk_role role;
    pdk_shown_unit unit;
    double *values; /* shown */
} pdk_plot_column;

typedef struct pdk_plot_series {
    size_t count;
    double *times;     /* s of the session's clock */
    double *distances; /* m since the start line, or since the lap's start; NULL = not known */
    pdk_plot_column *columns;
    size_t column_count;
} pdk_plot_series;

/* The table that is meant: options.table, or the first with a time that has all columns (the answer `dynamics` is
 * asked last). With columns NULL or empty the first that has a time. PDK_E_ARGUMENT, "plot.column" or "plot.table". */
pdk_status pdk_plot_find_table(const pdk_plot_work *work, const pdk_document *document, const char *const *columns,
                               const pdk_table **table, pdk_error *error);

/* The numbers of `columns` (ended by NULL) in the rows of a lap. Those that the table lacks are NULL in `columns`'
 * place: values is NULL. */
pdk_status pdk_plot_read_series(const pdk_plot_work *work, const pdk_table *table, const pdk_plot_lap *lap,
                                pdk_plot_columns wanted, pdk_plot_series *series, pdk_error *error);
/* Fills series->distances: from the table's own column, or places along the driven track. Stays NULL where there is
 * neither. */
pdk_status pdk_plot_add_distances(const pdk_plot_work *work, const pdk_table *table, const pdk_plot_lap *lap,
                                  pdk_plot_series *series, pdk_error *error);

#endif

/* Lines of text files with the values of a log: a row for each sample. */
#ifndef PADDOCK_LOGGER_ROW_TEXT_H
#define PADDOCK_LOGGER_ROW_TEXT_H

#include "logger/log.h"

/* A column: a channel of the log, in the unit that the file has. */
typedef struct pdk_log_column {
    pdk_log_id id;
    const char *name;
    double factor, offset; /* written = value * factor + offset */
    int digits;            /* before the point, at least, zeros in front; with a sign where `sign` is set */
    int decimals;
    bool sign; /* a + where it is not below zero */
} pdk_log_column;

/* Those of `columns` that the log has, into `kept`, and their values; returns how many. */
size_t pdk_row_columns(const pdk_log *log, const pdk_log_column *columns, size_t count, const pdk_log_column **kept,
                       const double **values);
/* One value, as its column says. */
char *pdk_row_put(char *to, const pdk_log_column *column, double value);
/* Text for the middle of a line, without what ends or quotes it. */
void pdk_row_text(pdk_output *output, const char *text);

#endif

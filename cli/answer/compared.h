/* What `paddock compare` prints: the tables of a comparison, for people and as JSON. */
#ifndef PADDOCK_CLI_COMPARED_H
#define PADDOCK_CLI_COMPARED_H

#include "answer.h"
#include "output.h"
#include "paddock/paddock.h"

/* --- compared_text.c, compared_json.c: the whole answer --- */
void cli_put_compared_text(const pdk_document *result, cli_out *out);
void cli_put_compared_json(const pdk_document *result, cli_out *out);

/* --- compared.c: what both read --- */
/* A cell of the column that is about lap `lap`: "delta_2". NaN or an empty text where there is no value. */
double cli_lap_number_at(const pdk_table *table, const char *column, int lap, uint64_t row);
pdk_text cli_lap_text_at(const pdk_table *table, const char *column, int lap, uint64_t row);
/* What says which moments are at the same place: "ruler". */
pdk_text cli_compared_method(const pdk_document *result);
/* Was the lap of this row laid over the reference's line? */
bool cli_is_aligned(const pdk_table *laps, uint64_t row);
/* m, from the start line to the finish; NaN = not known. */
double cli_compared_length(const pdk_document *result);

#endif

/* What the source has and the target cannot hold. */
#ifndef PADDOCK_CONVERT_LEFT_OUT_H
#define PADDOCK_CONVERT_LEFT_OUT_H

#include "target/exporter.h"

/* Takes from `source` the attributes, groups and facts that the target has no place for, with one note for each kind.
 * job->turn and job->scale must be known. */
pdk_status pdk_export_leave_out(const pdk_exporter *exporter, pdk_export *job, pdk_mesh *source, pdk_error *error);

#endif

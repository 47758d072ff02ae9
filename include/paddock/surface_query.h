/* What is under a wheel: heights and normals at points, profiles along a path, roughness.
 *
 *     pdk_height_index *index = NULL;
 *     if (pdk_height_index_create(&surface, NULL, &index, &error) != PDK_OK) { ... }
 *     pdk_surface_hint hint = PDK_SURFACE_HINT_INIT; // one for each wheel
 *     pdk_surface_hit hit;
 *     if (pdk_surface_query_near(index, x, y, z, &hint, &hit)) printf("%g m\n", hit.z);
 *     pdk_height_index_close(index);
 */
#ifndef PADDOCK_SURFACE_QUERY_H
#define PADDOCK_SURFACE_QUERY_H

#include "surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the triangles above and below a point. */
typedef struct pdk_height_index pdk_height_index;

/* How an index is stored. Answers are the same. */
typedef enum pdk_height_index_form {
    PDK_INDEX_USUAL = 0, /* fast below 50 million triangles, otherwise small */
    PDK_INDEX_FAST = 1,  /* with the corners of triangles next to them: 55 to 60 bytes per triangle; 70 if vertices are
                        in  rows and columns, as in OpenCRG, because their grid is stored too */
    PDK_INDEX_SMALL = 2  /* with the numbers of triangles only: about 18 bytes a triangle, 13 from 50 million on.
                          * Built faster; points far apart take about three times as long */
} pdk_height_index_form;

typedef struct pdk_height_index_options {
    size_t struct_size; /* PDK_HEIGHT_INDEX_OPTIONS_INIT sets it */
    pdk_height_index_form form;
    size_t threads;    /* to build it with; 0 = all processors */
    pdk_limits limits; /* memory */
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
} pdk_height_index_options;

#define PDK_HEIGHT_INDEX_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_height_index_options)

typedef struct pdk_height_index_info {
    uint64_t triangles;            /* that queries can hit */
    uint64_t upright;              /* left out: no area seen from above */
    uint64_t not_finite;           /* left out: a corner is not a number */
    uint64_t out_of_range;         /* left out: a vertex number is out of range */
    double minimum[3], maximum[3]; /* of the triangles that queries can hit, where there are any */
    uint64_t bytes;                /* of memory, without the surface's own arrays */
} pdk_height_index_info;

/* Builds an index over a surface, whose arrays must stay as they are until pdk_height_index_close. options may be NULL.
 * Needs the memory stated for its form, and a limited amount more if large triangles cover many small ones.
 * Fails with PDK_E_MEMORY, PDK_E_LIMIT or PDK_E_CANCELLED. */
PDK_API pdk_status pdk_height_index_create(const pdk_surface *surface, const pdk_height_index_options *options,
                                           pdk_height_index **index, pdk_error *error);
/* The same for queries that are known in advance: only triangles near them are indexed, which is faster to build.
 * `points` has x and y of each query, `stride` numbers apart (2, or 3 for points with heights). At these points the
 * answers are those of the whole index; with `along`, also at the samples of pdk_surface_profile on the straight lines
 * from each point to the next. Elsewhere it may miss surface. If most of the surface is near, all of it is indexed.
 * pdk_height_index_about counts the triangles of the whole surface.
 */
PDK_API pdk_status pdk_height_index_create_near(const pdk_surface *surface, const double *points, size_t count,
                                                size_t stride, bool along, const pdk_height_index_options *options,
                                                pdk_height_index **index, pdk_error *error);
PDK_API const pdk_height_index_info *pdk_height_index_about(const pdk_height_index *index);
PDK_API void pdk_height_index_close(pdk_height_index *index);

/* Where the last query was. It makes the next query near it faster and never changes an answer, even if it was used
 * with another index before, open or closed. It belongs to the caller: one for each thread or wheel. Begin with
 * PDK_SURFACE_HINT_INIT; members are private. */
typedef struct pdk_surface_hint {
    uint64_t index; /* a number that no other index of this process has or had; 0 = none */
    const uint32_t *first, *last;
    double low[2], high[2];
    double corners[3][3], normal[3];
    uint64_t triangle;
    bool has_triangle;
} pdk_surface_hint;

#define PDK_SURFACE_HINT_INIT PDK_ZERO_INIT

typedef struct pdk_surface_hit {
    double z;
    double normal[3]; /* of unit length; downwards for a triangle that is clockwise seen from above */
    uint64_t triangle;
} pdk_surface_hit;

/* Every layer of the surface at x, y, the highest first: fills up to `capacity` hits and returns the number of layers.
 * On a shared edge or corner there is one hit. No hit if there is no surface, or if x or y is NaN. Allocates nothing,
 * takes no lock, any thread at any time; hint may be NULL. */
PDK_API size_t pdk_surface_query(const pdk_height_index *index, double x, double y, pdk_surface_hint *hint,
                                 pdk_surface_hit *hits, size_t capacity);
/* The layer nearest to z. False when there is none. */
PDK_API bool pdk_surface_query_near(const pdk_height_index *index, double x, double y, double z, pdk_surface_hint *hint,
                                    pdk_surface_hit *hit);

/* Many points at once, in any order: x and y of each, and in `heights` the height whose nearest layer is wanted, for
 * each point; NULL = the highest layers. Faster than one call per point if points are far apart. hits[i].triangle is
 * PDK_NO_TRIANGLE where there is no surface. Returns the number of points with a hit. */
#define PDK_NO_TRIANGLE UINT64_MAX
PDK_API size_t pdk_surface_query_many(const pdk_height_index *index, const double (*points)[2], const double *heights,
                                      size_t count, pdk_surface_hit *hits);

/* A sample of the surface along a path. */
typedef struct pdk_profile_point {
    double distance; /* m along the path */
    double x, y, z;
    double normal[3];
    bool has_surface; /* z and the normal are there */
} pdk_profile_point;

typedef struct pdk_profile_options {
    size_t struct_size; /* PDK_PROFILE_OPTIONS_INIT sets it */
    bool has_height;    /* `height` is used */
    double step;        /* m along the path from sample to sample; 0 = 1 */
    double height;      /* m: if there are several layers, the first sample takes the one nearest to this height;
                           otherwise the highest. Each later sample takes the one nearest to the sample before */
} pdk_profile_options;

#define PDK_PROFILE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_profile_options)

/* Samples the surface along a path of `corners` points. *made gets the number of samples; with `capacity` 0 the call
 * only does that. Fails with PDK_E_ARGUMENT when `capacity` is too small, the step is below 0, or a number is not
 * finite, and with "profile.long" beyond 2^40 samples. */
PDK_API pdk_status pdk_surface_profile(const pdk_height_index *index, const double (*path)[2], size_t corners,
                                       const pdk_profile_options *options, pdk_profile_point *points, size_t capacity,
                                       size_t *made, pdk_error *error);

/* A cut across a path, at a right angle to it; in a corner of the path halfway between both directions. */
typedef struct pdk_section {
    double distance; /* m along the path */
    double x, y;     /* where it meets the path */
    double heading;  /* of the path there, radians anticlockwise from x */
} pdk_section;

typedef struct pdk_section_options {
    size_t struct_size;      /* PDK_SECTION_OPTIONS_INIT sets it */
    bool has_height;         /* `height` is used */
    const double (*path)[2]; /* its corners: two points or more */
    size_t corners;
    double every;  /* m along the path from section to section; 0 = 10 */
    double width;  /* m across; 0 = 12 */
    double step;   /* m across from height to height; 0 = 0.1 */
    double height; /* m: if there are several layers, the first section takes the one nearest to this height on the
                      path; otherwise the highest. Each further height takes the one nearest to its neighbour's */
} pdk_section_options;

#define PDK_SECTION_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_section_options)

/* Where the sections across options->path are. *made gets the number of sections, *heights that of heights in
 * each: one on the path and as many on both sides. With `capacity` 0 the call only does that. Fails with PDK_E_ARGUMENT
 * when `capacity` is too small, the path has no length, or a number is not finite or below 0, and with "section.many"
 * beyond 2^40 heights. */
PDK_API pdk_status pdk_surface_sections_lay(const pdk_section_options *options, pdk_section *sections, size_t capacity,
                                            size_t *made, size_t *heights, pdk_error *error);
/* Where a section is `offset` metres to the left of the path. */
PDK_API void pdk_section_point(const pdk_section *section, double offset, double point[2]);
/* The heights of sections that pdk_surface_sections_lay gave with these options (the path is not used again), one
 * section after the other, each from right to left: z[section * heights + i] is (i - heights / 2) * step to the left of
 * the path. NaN where there is no surface. PDK_E_ARGUMENT if something is missing. */
PDK_API pdk_status pdk_surface_sections(const pdk_height_index *index, const pdk_section *sections, size_t count,
                                        const pdk_section_options *options, double *z, pdk_error *error);

/* How rough a road is, from heights at equal distances. */
typedef struct pdk_roughness {
    double iri;          /* International Roughness Index, m/km: the quarter-car model at 80 km/h */
    double density;      /* spectral density of displacement at 0.1 cycles/m, m^3, with the exponent -2 (ISO 8608) */
    double exponent;     /* the exponent that fits best, usually near -2 */
    double rms;          /* of the heights without their trend, m */
    char road_class;     /* ISO 8608: 'A', the smoothest, to 'H' */
    bool has_road_class; /* with density and exponent; false if the profile is too short to say: the standard's fit
                          * begins at 0.011 cycles/m, a wave of 90.9 m, and a shorter profile does not hold one */
} pdk_roughness;

/* `count` heights, `step` metres apart. Fails with PDK_E_ARGUMENT: "roughness.gap" where a height is not finite,
 * "roughness.short" below 1 m and 16 heights, "roughness.step" above 0.3 m. */
PDK_API pdk_status pdk_roughness_of(const double *heights, size_t count, double step, pdk_roughness *roughness,
                                    pdk_error *error);
/* A stretch of a profile. */
typedef struct pdk_roughness_stretch {
    double from, to;         /* m along the profile */
    pdk_roughness roughness; /* of it alone, except the IRI: the quarter-car comes from the stretch before */
    uint64_t missing;        /* heights that are not there */
    bool has_roughness;      /* false with a missing height, and below 1 m and 16 heights */
} pdk_roughness_stretch;

/* How many stretches of `every` metres `count` heights make, the last of which is what is left. 0 if `every` is not at
 * least one step, or there are fewer than two heights. */
PDK_API size_t pdk_roughness_stretch_count(size_t count, double step, double every);
/* The roughness of these stretches, for as many as pdk_roughness_stretch_count says. Heights may be missing (NaN); the
 * quarter-car begins again after them. The mean of the stretches' IRI is that of the whole profile if none is missing.
 * Fails with PDK_E_ARGUMENT: "roughness.every" when `every` is below a step, "roughness.step" above 0.3 m. */
PDK_API pdk_status pdk_roughness_stretches(const double *heights, size_t count, double step, double every,
                                           pdk_roughness_stretch *stretches, pdk_error *error);
/* One-sided power spectral density of displacement by Welch's method: Hann windows of `window` samples (a power of two)
 * that overlap by half, each without its trend. densities[i] is in m^3 at i / (window * step) cycles/m; there are
 * window / 2 + 1 of them. */
PDK_API pdk_status pdk_spectrum_of(const double *heights, size_t count, double step, size_t window, double *densities,
                                   pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif

/* What is under a wheel: heights and normals at points, profiles along a path, roughness. */
#ifndef PADDOCK_SURFACE_QUERY_H
#define PADDOCK_SURFACE_QUERY_H

#include "surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the triangles above a point. */
typedef struct pdk_height_index pdk_height_index;

/* What an index keeps. Answers are the same. */
typedef enum pdk_height_index_form {
    PDK_INDEX_USUAL = 0, /* fast below 50 million triangles, small from there on */
    PDK_INDEX_FAST,      /* the corners of triangles where queries look for them: 55 to 60 bytes a triangle */
    PDK_INDEX_SMALL /* only their numbers: about 18 bytes a triangle, 13 from 50 million on. Sooner built; points far
                     * apart take some three times as long */
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
    uint64_t triangles;            /* that can be met */
    uint64_t upright;              /* left out: they have no area seen from above */
    uint64_t not_finite;           /* left out: a corner is not a number */
    uint64_t out_of_range;         /* left out: they name vertices that are not there */
    double minimum[3], maximum[3]; /* of those that can be met; minimum > maximum when there are none */
    uint64_t bytes;                /* of memory, beside the surface's own */
} pdk_height_index_info;

/* Builds an index over a surface, whose arrays must stay as they are until pdk_height_index_close. options may be NULL.
 * Takes the memory its form says, and more, within bounds, where large triangles lie over many small ones.
 * Fails with PDK_E_MEMORY, PDK_E_LIMIT or PDK_E_CANCELLED. */
PDK_API pdk_status pdk_height_index_create(const pdk_surface *surface, const pdk_height_index_options *options,
                                           pdk_height_index **index, pdk_error *error);
/* The same where it is known what will be asked: one look at each triangle, and an index of those alone that come near.
 * `points` has x and y of each, `stride` numbers apart (2 for a path, 3 for pdk_surface_query_many). At these points,
 * and with `along` wherever pdk_surface_profile asks on the straight ways from each to the next, answers are those of
 * the whole index; elsewhere surface may be missed. Where most of the surface is near, all of it is indexed.
 * pdk_height_index_about tells of the whole. */
PDK_API pdk_status pdk_height_index_create_near(const pdk_surface *surface, const double *points, size_t count,
                                                size_t stride, bool along, const pdk_height_index_options *options,
                                                pdk_height_index **index, pdk_error *error);
PDK_API const pdk_height_index_info *pdk_height_index_about(const pdk_height_index *index);
PDK_API void pdk_height_index_close(pdk_height_index *index);

/* Where the last query was. It makes the next one near it faster and never changes an answer, whichever index it was
 * used with before, and whether that one is still open. The caller's: one for each thread or wheel. Begin with
 * PDK_SURFACE_HINT_INIT; members are private. */
typedef struct pdk_surface_hint {
    uint64_t index; /* a number that no other index of this process has or had; 0 = none */
    const uint32_t *first, *last;
    double low[2], high[2];
} pdk_surface_hint;

#define PDK_SURFACE_HINT_INIT PDK_ZERO_INIT

typedef struct pdk_surface_hit {
    double z;
    double normal[3]; /* of unit length; downwards for a triangle that is clockwise seen from above */
    uint64_t triangle;
} pdk_surface_hit;

/* Every layer of the surface at x, y, the highest first: fills up to `room` hits and returns how many there are in all.
 * On an edge or corner that triangles share they count as one hit. No hit where there is no surface, or x or y is NaN.
 * Allocates nothing, takes no lock, any thread at any time; hint may be NULL. */
PDK_API size_t pdk_surface_query(const pdk_height_index *index, double x, double y, pdk_surface_hint *hint,
                                 pdk_surface_hit *hits, size_t room);
/* The layer nearest to z. False when there is none. */
PDK_API bool pdk_surface_query_near(const pdk_height_index *index, double x, double y, double z, pdk_surface_hint *hint,
                                    pdk_surface_hit *hit);

/* Many points at once, in any order: x, y and the height whose nearest layer is wanted, NaN = the highest. The waits
 * for memory pass together, so that points far apart cost a part of what they do one by one. hits[i].triangle is
 * PDK_NO_TRIANGLE where there is no surface. Returns how many were met. */
#define PDK_NO_TRIANGLE UINT64_MAX
PDK_API size_t pdk_surface_query_many(const pdk_height_index *index, const double (*points)[3], size_t count,
                                      pdk_surface_hit *hits);

/* Heights along a path. */
typedef struct pdk_profile_point {
    double distance; /* m along the path */
    double x, y, z;  /* z and the normal are NaN where there is no surface */
    double normal[3];
} pdk_profile_point;

/* Follows a path of `corners` points, a sample every `step` metres from its beginning on. Of several layers the one
 * nearest to `near` is taken at the beginning (NaN = the highest), then the one nearest to the sample before. *made is
 * how many samples there are; with `room` 0 nothing else is done. PDK_E_ARGUMENT when the room is too small, the step
 * is not above 0, or a corner is not finite; "profile.long" beyond 2^40 samples. */
PDK_API pdk_status pdk_surface_profile(const pdk_height_index *index, const double (*path)[2], size_t corners,
                                       double step, double near, pdk_profile_point *points, size_t room, size_t *made,
                                       pdk_error *error);

/* How rough a road is, from heights at even steps. */
typedef struct pdk_roughness {
    double iri;      /* International Roughness Index, m/km: a quarter of a car at 80 km/h */
    double density;  /* of displacement at 0.1 cycles/m, m^3, with the exponent -2 (ISO 8608) */
    double exponent; /* the one that fits best, usually near -2 */
    double rms;      /* of the heights about their trend, m */
    char road_class; /* ISO 8608: 'A', the smoothest, to 'H'; 0 where the profile is too short to say */
} pdk_roughness;

/* `count` heights, `step` metres apart. Fails with PDK_E_ARGUMENT: "roughness.gap" where a height is not finite,
 * "roughness.short" below 11 m, "roughness.step" above 0.3 m. */
PDK_API pdk_status pdk_roughness_of(const double *heights, size_t count, double step, pdk_roughness *roughness,
                                    pdk_error *error);
/* One-sided power spectral density of displacement by Welch's method (Hann windows of `window` samples, a power of two,
 * half over each other, each less its trend): densities[i] in m^3 at i / (window * step) cycles/m, for i up to window
 * / 2. */
PDK_API pdk_status pdk_spectrum_of(const double *heights, size_t count, double step, size_t window, double *densities,
                                   pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif

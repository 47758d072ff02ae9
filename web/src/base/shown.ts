// Made by tools/contract.mjs from src/base/base/shown.def: edit that.
export const suspensionBin = 0.02; // m/s: width of the bars of suspension velocities
export const suspensionReach = 0.25; // m/s: the outermost bars include everything beyond
export const suspensionSlow = 0.025; // m/s: slower movements of a damper are called slow
export const lapFence = 1.5; // interquartile ranges above the third quartile: slower laps are not drawn to scale
export const leastTimeLost = 0.1; // s: less that an incident cost a driver in the lap is none
export const words = {
    alignedByRuler: "the game's own ruler",
    alignedByProjection: 'projection on one line along the track',
    alignedByDistance: 'the distance each car travelled: off by tenths of a second',
    noPenalties: 'This replay records no penalties: the official result may differ.',
    timePenalties: 'Time penalties count in times, gaps and positions from the moment they were given, unless served or rescinded.',
    official: 'Official results, as the game wrote them at the end: positions, times, laps and stops.',
    officialBeside: 'Official results, from a results file; Recorded is the position that follows from the replay alone.',
    officialPenalties: 'Official times include the seconds that the game added.',
};

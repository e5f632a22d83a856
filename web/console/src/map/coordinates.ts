/** Latitude, then longitude, in degrees. */
export type Coordinates = readonly [number, number];

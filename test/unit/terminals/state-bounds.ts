/** Rough box of a state or territory: [south, north, west, east] in degrees, and what its ZIP codes begin with. */
export interface StateBounds {
  readonly box: readonly [number, number, number, number];
  readonly zips: RegExp;
}

const bounds = (south: number, north: number, west: number, east: number, zips: RegExp): StateBounds => ({
  box: [south, north, west, east],
  zips,
});

/** Those that the catalogue has terminals in; boxes a tenth of a degree wide of the border (general knowledge). */
export const STATE_BOUNDS: Readonly<Record<string, StateBounds>> = {
  AK: bounds(51, 71.5, -180, -129, /^99[5-9]/),
  AL: bounds(30.1, 35.1, -88.6, -84.8, /^3[56]/),
  AR: bounds(33, 36.6, -94.7, -89.6, /^7[12]/),
  AZ: bounds(31.3, 37.1, -114.9, -109, /^8[56]/),
  CA: bounds(32.5, 42.1, -124.5, -114.1, /^9[0-6]/),
  CO: bounds(36.9, 41.1, -109.1, -102, /^8[01]/),
  DE: bounds(38.4, 39.9, -75.8, -75, /^19[7-9]/),
  FL: bounds(24.4, 31.1, -87.7, -79.9, /^3[234]/),
  GA: bounds(30.3, 35.1, -85.7, -80.7, /^(3[01]|39[89])/),
  GU: bounds(13.2, 13.7, 144.6, 145, /^969/),
  HI: bounds(18.8, 22.3, -160.3, -154.7, /^96[78]/),
  IA: bounds(40.3, 43.6, -96.7, -90.1, /^5[0-2]/),
  IL: bounds(36.9, 42.6, -91.6, -87, /^6[0-2]/),
  IN: bounds(37.7, 41.8, -88.2, -84.7, /^4[67]/),
  KS: bounds(36.9, 40.1, -102.1, -94.5, /^6[67]/),
  KY: bounds(36.4, 39.2, -89.6, -81.9, /^4[0-2]/),
  LA: bounds(28.9, 33.1, -94.1, -88.8, /^7[01]/),
  MA: bounds(41.2, 42.9, -73.6, -69.9, /^0[125]/),
  MD: bounds(37.8, 39.8, -79.5, -75, /^2[01]/),
  ME: bounds(42.9, 47.5, -71.1, -66.9, /^0[34]/),
  MI: bounds(41.6, 48.3, -90.5, -82.1, /^4[89]/),
  MN: bounds(43.4, 49.4, -97.3, -89.4, /^5[56]/),
  MO: bounds(35.9, 40.7, -95.8, -89, /^6[3-5]/),
  MS: bounds(30.1, 35.1, -91.7, -88, /^3[89]/),
  NC: bounds(33.8, 36.6, -84.4, -75.4, /^2[78]/),
  NE: bounds(39.9, 43.1, -104.1, -95.3, /^6[89]/),
  NJ: bounds(38.9, 41.4, -75.6, -73.8, /^0[78]/),
  NM: bounds(31.3, 37.1, -109.1, -103, /^8[78]/),
  NV: bounds(35, 42.1, -120.1, -114, /^8[89]/),
  NY: bounds(40.4, 45.1, -79.8, -71.8, /^(005|06|1[0-4])/),
  OH: bounds(38.4, 42.4, -84.9, -80.5, /^4[3-5]/),
  OR: bounds(41.9, 46.3, -124.6, -116.4, /^97/),
  PA: bounds(39.7, 42.6, -80.6, -74.6, /^1[5-9]/),
  PR: bounds(17.8, 18.6, -67.4, -65.2, /^00[679]/),
  SC: bounds(32, 35.3, -83.4, -78.5, /^29/),
  TN: bounds(34.9, 36.7, -90.4, -81.6, /^3[78]/),
  TX: bounds(25.8, 36.6, -106.7, -93.5, /^(7[5-9]|885)/),
  UT: bounds(36.9, 42.1, -114.1, -109, /^84/),
  VA: bounds(36.5, 39.5, -83.7, -75.2, /^(201|2[2-4])/),
  VI: bounds(17.6, 18.5, -65.1, -64.5, /^008/),
  WI: bounds(42.4, 47.4, -93, -86.2, /^5[34]/),
  WA: bounds(45.5, 49.1, -124.8, -116.9, /^9[89]/),
};

import type { LocatedInState } from '../../../shared/places/road-distance.ts';

/** Gates of ports and ramps, to about a mile. */
const GATES = {
  losAngeles: { latitude: 33.737, longitude: -118.254, state: 'CA' },
  savannah: { latitude: 32.128, longitude: -81.151, state: 'GA' },
  newark: { latitude: 40.69, longitude: -74.15, state: 'NJ' },
  houston: { latitude: 29.683, longitude: -94.997, state: 'TX' },
  oakland: { latitude: 37.8, longitude: -122.32, state: 'CA' },
  norfolk: { latitude: 36.92, longitude: -76.33, state: 'VA' },
  charleston: { latitude: 32.83, longitude: -79.89, state: 'SC' },
  seattle: { latitude: 47.58, longitude: -122.35, state: 'WA' },
  chicago: { latitude: 41.85, longitude: -87.68, state: 'IL' },
} as const satisfies Record<string, LocatedInState>;

/** Approximate road miles from gate to city, as published or commonly quoted; no factor was fitted to them. */
export const KNOWN_LANES: readonly {
  readonly from: keyof typeof GATES;
  readonly city: string;
  readonly state: string;
  readonly miles: number;
}[] = [
  { from: 'losAngeles', city: 'Ontario', state: 'CA', miles: 60 },
  { from: 'losAngeles', city: 'Phoenix', state: 'AZ', miles: 390 },
  { from: 'savannah', city: 'Atlanta', state: 'GA', miles: 248 },
  { from: 'newark', city: 'Columbus', state: 'OH', miles: 535 },
  { from: 'houston', city: 'Dallas', state: 'TX', miles: 266 },
  { from: 'oakland', city: 'Reno', state: 'NV', miles: 220 },
  { from: 'norfolk', city: 'Charlotte', state: 'NC', miles: 330 },
  { from: 'charleston', city: 'Greenville', state: 'SC', miles: 215 },
  { from: 'seattle', city: 'Spokane', state: 'WA', miles: 281 },
  { from: 'chicago', city: 'Indianapolis', state: 'IN', miles: 184 },
];

export function gate(name: keyof typeof GATES): LocatedInState {
  return GATES[name];
}

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { PLACES_FILE } from '../../../../bin/build/data-files.ts';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { FREIGHT_PLACES } from '../../../../shared/geography/places/freight-places.ts';
import type { Place } from '../../../../shared/geography/places/place.ts';
import { unpackPlaces } from '../../../../shared/geography/places/places-file.ts';
import { plainCityName } from '../../../../shared/geography/places/plain-city-name.ts';
import { US_STATES } from '../../../../shared/geography/places/us-states.ts';
import { readLanes } from '../../../../shared/rates/read-lanes.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from './places-file-ready.ts';

const geocoder = createEmbeddedGeocoder();

function* everyPlace(): Generator<Place> {
  const { zips, names, nameOffsets } = unpackPlaces(new Uint8Array(readFileSync(PLACES_FILE)));
  for (const zip of zips) {
    const place = geocoder.findZip(String(zip).padStart(5, '0'));
    if (place) yield place;
  }
  const texts = Array.from(nameOffsets, (start, name) =>
    String.fromCharCode(...names.subarray(start, nameOffsets[name + 1])),
  );
  for (const text of texts) for (const { place } of geocoder.findCities(text)) yield place;
  for (const { names, state } of FREIGHT_PLACES) {
    const located = geocoder.locate({ city: names[0], state });
    if (located.found) yield located.place;
  }
}

describe('a city name for destinationCity', () => {
  beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

  it.each([
    ['St. Louis', 'St Louis'],
    ['Winston-Salem', 'Winston-Salem'],
    ["Coeur d'Alene", "Coeur d'Alene"],
    ['Washington, D.C.', 'Washington D C'],
    ['Truth & Consequences', 'Truth and Consequences'],
  ])('%s is %s', (name, plain) => {
    expect(plainCityName(name)).toBe(plain);
  });

  it('is accepted as destinationCity and finds the same place, for all places', () => {
    let places = 0;
    const amiss: string[] = [];
    for (const { city, state, zip, latitude, longitude } of everyPlace()) {
      places++;
      const destinationCity = plainCityName(city);
      const again = geocoder.locate({ city: destinationCity, state, zip });
      const same = again.found && again.place.latitude === latitude && again.place.longitude === longitude;
      const lanes = readLanes([
        { originTerminal: 'any', destinationCity, destinationState: state, destinationZip: zip },
      ]);
      const taken = lanes.ok && lanes.body[0]?.errors.length === 0;
      if (!same || !taken || !US_STATES.has(state)) amiss.push(`${city}, ${state} ${zip}`);
    }
    expect(amiss).toEqual([]);
    expect(places).toBeGreaterThan(70_000);
  });
});

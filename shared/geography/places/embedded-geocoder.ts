import { readFileSync } from 'node:fs';
import { findCitiesByName } from './find-cities-by-name.ts';
import { locateAddress } from './locate-address.ts';
import type { PlaceDirectory } from './place.ts';
import { createPlaceIndex, type PlaceIndex } from './place-index.ts';
import { unpackPlaces } from './places-file.ts';

const PLACES_FILE = new URL('./data/places.bin', import.meta.url);

/**
 * Geocoder and PlaceDirectory over the places file beside the program. The file is read at the first call, once;
 * nothing in it is parsed, so that the first call costs little more than the reading.
 * @throws Error from every operation when the file is missing (the build step makes it) or of another layout.
 */
export function createEmbeddedGeocoder(): PlaceDirectory {
  let opened: PlaceIndex | undefined;
  const index = () => {
    opened ??= createPlaceIndex(unpackPlaces(readFileSync(PLACES_FILE)));
    return opened;
  };
  return {
    locate: (address) => locateAddress(index(), address),
    findZip: (zip) => index().findZip(zip),
    findCities: (city) => findCitiesByName(index(), city),
  };
}

import { readFileSync } from 'node:fs';
import { locateAddress } from './locate-address.ts';
import type { Geocoder } from './place.ts';
import { createPlaceIndex, type PlaceIndex } from './place-index.ts';
import { unpackPlaces } from './places-file.ts';

const PLACES_FILE = new URL('./data/places.bin', import.meta.url);

/**
 * Geocoder over the places file beside the program. The file is read at the first call, once; nothing in it is
 * parsed, so that the first call costs little more than the reading.
 * @throws Error from `locate` when the file is missing (the build step makes it) or of another layout.
 */
export function createEmbeddedGeocoder(): Geocoder {
  let index: PlaceIndex | undefined;
  return {
    locate: (address) => {
      index ??= createPlaceIndex(unpackPlaces(readFileSync(PLACES_FILE)));
      return locateAddress(index, address);
    },
  };
}

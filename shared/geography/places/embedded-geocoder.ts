import { readFileSync } from 'node:fs';
import { findCitiesByName } from './find-cities-by-name.ts';
import { locateAddress } from './locate-address.ts';
import type { PlaceDirectory } from './place.ts';
import { createPlaceCodes } from './place-codes.ts';
import { createPlaceIndex, type PlacePrefixIndex, unpackPlaces } from './place-index.ts';
import { findAbbreviatedCity, findMisspelledCity, suggestSimilar } from './suggest-similar.ts';

/** UN/LOCODEs of US places and the territories: "code,city,state", after a line that names the source. */
const LOCODES_FILE = new URL('./data/un-locodes.csv', import.meta.url);
const PLACES_FILE = new URL('./data/places.bin', import.meta.url);

/** Opens the places file of the bundle. @throws Error if the file is missing or has another layout. */
export const openPlaceIndex = (): PlacePrefixIndex =>
  createPlaceIndex(unpackPlaces(readFileSync(PLACES_FILE)));

/**
 * Geocoder and PlaceDirectory that read the places file of the bundle. The first call reads the file once. The file
 * needs no parsing, so the first call costs little more than the read.
 * @throws Error from every operation if the file is missing (the build step creates it) or has another layout.
 */
export function createEmbeddedGeocoder(): PlaceDirectory {
  const codes = createPlaceCodes(() => readFileSync(LOCODES_FILE, 'latin1'));
  let opened: PlacePrefixIndex | undefined;
  const index = () => {
    opened ??= openPlaceIndex();
    return opened;
  };
  return {
    locate: (address) => locateAddress(index(), address),
    findZip: (zip) => index().findZip(zip),
    findCities: (city) => findCitiesByName(index(), city),
    findLocode: codes.findLocode,
    findAirport: codes.findAirport,
    findSimilar: (name, state) =>
      findAbbreviatedCity(index(), name, state) ?? findMisspelledCity(index(), name, state),
    suggest: (text, limit) => suggestSimilar(index(), text, limit),
  };
}

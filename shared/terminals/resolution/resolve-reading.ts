import { findAreas, otherForms } from '../../geography/places/city-nicknames.ts';
import { bySize, dominantCity } from '../../geography/places/find-cities-by-name.ts';
import { countryOfCity } from '../../geography/places/foreign-places.ts';
import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import { areaWarnings, centerUsedWarning, readAsText } from '../../geography/places/locate-address.ts';
import type {
  Address,
  LocatedInState,
  Place,
  PlaceDirectory,
  SizedCity,
} from '../../geography/places/place.ts';
import type { PlaceReading } from '../../geography/places/read-place-text.ts';
import { militaryState, readState, US_STATES } from '../../geography/places/us-states.ts';
import type { PlaceCandidate, ResolvedPlace } from './resolved-place.ts';

/** Only the largest cities with a name are candidates; a text with a state finds the others. */
const MAX_CANDIDATES = 10;
/** Namesakes that a warning names, the likeliest first. */
const MAX_NAMESAKES = 5;
/** A city so many times as large as all others with its name is meant wherever the other end is. */
const FAR_LARGER = 10;
/** Beside the other end, a far smaller town can be meant, so a warning names it. */
const NEAR_OTHER_END_MILES = 150;
/** With the other end known, the likeliest city weighs at least this many times as much as the next one. */
const CLEARLY_LIKELIER = 4 / 3;
/** Added to the miles to the other end, so that a village beside it does not outweigh a town. */
const NEARBY_MILES = 25;
const ZIP_DIGITS = 5;
/** "90001 to" of "90001 to 90010". */
const RANGE_OF_ZIPS = /\d{5}|^\P{L}*$/u;

/**
 * Finds the place of one reading of a text.
 * @returns the place; candidates if the reading is ambiguous or city and ZIP code are in different states; undefined if
 * both are unknown.
 */
export function resolveReading(places: PlaceDirectory, reading: PlaceReading): ResolvedPlace | undefined {
  const { city, state, zip, zipLeads } = reading;
  if (city !== '' && RANGE_OF_ZIPS.test(city)) return undefined;
  // A number before an unknown name is the house number of a street.
  if (zipLeads && city !== '' && places.findCities(city).length === 0) return undefined;
  if (zip !== undefined && zip.length < ZIP_DIGITS) return resolveShortZip(places, { city, state, zip });
  if (state !== undefined) return resolveInState(places, { city, state, zip });
  return zip === undefined ? resolveBareCity(places, city) : resolveByZip(places, city, zip);
}

function resolveInState(places: PlaceDirectory, address: Address): ResolvedPlace | undefined {
  const result = places.locate(address);
  if (result.found)
    return address.zip === undefined
      ? found(result.place, [], undefined, result.warnings)
      : found(result.place, result.warnings, address.zip);
  if (result.reason === 'unknown') return resolveAirportInState(places, address);
  const named = places.locate({ ...address, zip: undefined });
  return ambiguous([places.findZip(address.zip ?? ''), named.found ? named.place : undefined]);
}

/** "ORD IL": the city of an airport code, if it is in the state. */
function resolveAirportInState(
  places: PlaceDirectory,
  { city, state, zip }: Address,
): ResolvedPlace | undefined {
  const served = places.findAirport(city);
  const result = served?.state === state ? places.locate({ ...served, zip }) : undefined;
  return result?.found ? found(result.place, result.warnings, zip) : undefined;
}

/** The ZIP code determines the state. If the city exists only in other states, the result is ambiguous. */
function resolveByZip(places: PlaceDirectory, city: string, zip: string): ResolvedPlace | undefined {
  const zipPlace = places.findZip(zip);
  if (zipPlace === undefined) return atCenter(resolveBareCity(places, city), `ZIP code ${zip} is unknown`);
  const namesakes = city === '' ? [] : bySize(places.findCities(city));
  const inState = resolveInState(places, { city, state: zipPlace.state, zip });
  const fits = inState?.kind === 'place' && inState.warnings.length === 0;
  if (fits || namesakes.length === 0 || namesakes.some(({ place }) => place.state === zipPlace.state))
    return inState;
  return ambiguous([zipPlace, ...namesakes.map(({ place }) => place)]);
}

/**
 * A number of three or four digits is a ZIP code without its leading zeros if city or state agree, or if it stands alone
 * and has four digits.
 */
function resolveShortZip(
  places: PlaceDirectory,
  { city, state, zip }: { readonly city: string; readonly state: string | undefined; readonly zip: string },
): ResolvedPlace | undefined {
  const full = zip.padStart(ZIP_DIGITS, '0');
  const zipPlace = places.findZip(full);
  if (
    zipPlace === undefined ||
    militaryState(full) !== undefined ||
    (state ?? zipPlace.state) !== zipPlace.state
  )
    return undefined;
  if (city === '' && state === undefined && zip.length < ZIP_DIGITS - 1) return undefined;
  const resolved = resolveInState(places, { city, state: zipPlace.state, zip: full });
  if (resolved?.kind !== 'place' || (state === undefined && resolved.contradiction !== undefined))
    return undefined;
  return {
    ...resolved,
    warnings: [`"${zip}" is read as ZIP code ${full} without its leading zeros.`, ...resolved.warnings],
  };
}

function resolveBareCity(places: PlaceDirectory, city: string): ResolvedPlace | undefined {
  if (city === '') return undefined;
  const cities = bySize(
    [city, ...otherForms(city)].map((name) => places.findCities(name)).find((some) => some.length > 0) ?? [],
  );
  const country = countryOfCity(city);
  const dominant = dominantCity(city, cities);
  const [largest, next] = cities;
  if (dominant) {
    const { place } = dominant;
    const areas = areaWarnings(city, place);
    const isPlain = next === undefined || dominant.size >= FAR_LARGER * next.size || areas.length > 0;
    const others = cities.filter((other) => other !== dominant && other.size * FAR_LARGER > dominant.size);
    const abroad =
      country === undefined
        ? []
        : [`${readAsText(city, place)} ${city} in ${country} is not covered: only places in the US are.`];
    const ofState = city.toUpperCase() === 'DC' ? undefined : US_STATES.get(city.toUpperCase());
    const noState =
      ofState === undefined
        ? []
        : [`"${city}" is read as the city of ${place.city}, not as the state of ${ofState}.`];
    const warnings = [
      ...areas,
      ...abroad,
      ...noState,
      ...(isPlain ? [] : [readAsWarning(city, place, others)]),
    ];
    const resolved = found(place, [], undefined, warnings);
    return next === undefined ? resolved : { ...resolved, namesakes: cities };
  }
  // Toronto in Ohio is not what a caller means, nor Tennessee in Illinois.
  const isElsewhere = country === 'Canada' || country === 'Mexico' || readState(city) !== undefined;
  if (largest === undefined || isElsewhere) return undefined;
  return { ...ambiguous(cities.map(({ place }) => place)), namesakes: cities };
}

/**
 * Of the cities with the name of a stop, the one that is clearly the likeliest for the place of the other stop: each
 * weighs its size divided by its miles. Without one, the stop stays as resolved, with the likeliest candidates first.
 * @param text the stop as the caller wrote it.
 */
export function resolveNamesake(text: string, resolved: ResolvedPlace, other: LocatedInState): ResolvedPlace {
  if (!('namesakes' in resolved) || ('contradiction' in resolved && resolved.contradiction !== undefined))
    return resolved;
  // Of areas with one name, such as Orange County, the nearest one is meant, whatever the size of its city.
  const areAreas = findAreas(text).length > 1;
  const weighed = resolved.namesakes
    .map(({ place, size }) => ({
      place,
      size: (areAreas ? 1 : size) / (greatCircleMiles(place, other) + NEARBY_MILES),
    }))
    .sort((one, next) => next.size - one.size);
  const [likeliest, next] = weighed;
  if (!likeliest || !next) return resolved;
  const [largest, second] = resolved.namesakes;
  if (resolved.kind === 'place' && largest && second && largest.size >= FAR_LARGER * second.size)
    return withTownsNear(text, resolved, other);
  const { place, size } = likeliest;
  const isClear = size >= CLEARLY_LIKELIER * next.size;
  if (resolved.kind === 'place' && (!isClear || place === resolved.place)) return resolved;
  if (!isClear) return ambiguous(weighed.map((city) => city.place));
  const others = weighed.slice(1).filter((city) => city === next || city.size * FAR_LARGER > size);
  const warning = readAsWarning(text, place, others, ', which is likelier from the other end');
  return { kind: 'place', form: 'city', place, warnings: [warning] };
}

/** A city far larger than its namesakes, with a warning if only they are near the other end or in its state. */
function withTownsNear(
  text: string,
  resolved: Extract<ResolvedPlace, { readonly kind: 'place' }>,
  other: LocatedInState,
): ResolvedPlace {
  const isNear = (place: Place) =>
    place.state === other.state || greatCircleMiles(place, other) <= NEAR_OTHER_END_MILES;
  const near = resolved.namesakes?.filter(({ place }) => isNear(place)) ?? [];
  if (near.length === 0 || isNear(resolved.place)) return resolved;
  const asArea = readAsText(text.trim(), resolved.place);
  const others = resolved.warnings.filter((warning) => warning !== asArea);
  return { ...resolved, warnings: [...others, readAsWarning(text, resolved.place, near)] };
}

/** Warning that a name is read as one of several places. @param why in addition, such as "because it is nearer". */
function readAsWarning(text: string, place: Place, others: readonly SizedCity[], why = ''): string {
  const named = others.slice(0, MAX_NAMESAKES).map((other) => `${other.place.city}, ${other.place.state}`);
  const also = named.length === 0 ? '' : ` It can also be ${named.join('; ')}.`;
  return `"${text.trim()}" is read as ${place.city}, ${place.state}${why}.${also} Add the state or ZIP code.`;
}

function atCenter(resolved: ResolvedPlace | undefined, reason: string): ResolvedPlace | undefined {
  if (resolved?.kind !== 'place') return resolved;
  const contradiction = centerUsedWarning(reason, resolved.place);
  return { ...resolved, contradiction, warnings: [contradiction, ...resolved.warnings] };
}

/** @param doubts warnings of `locate`. @param notes other warnings. */
function found(
  place: Place,
  doubts: readonly string[],
  zip: string | undefined,
  notes: readonly string[] = [],
): Extract<ResolvedPlace, { readonly kind: 'place' }> {
  return {
    kind: 'place',
    form: zip !== undefined && zip === place.zip ? 'zip' : 'city',
    place,
    warnings: [...doubts, ...notes],
    ...(doubts[0] === undefined ? {} : { contradiction: doubts[0] }),
  };
}

/** The distinct places as candidates, at most 10. */
export function ambiguous(
  places: readonly (Place | undefined)[],
): Extract<ResolvedPlace, { readonly kind: 'ambiguous' }> {
  const candidates = new Map<string, PlaceCandidate>();
  for (const place of places) {
    if (!place) continue;
    const { city: name, state, zip } = place;
    candidates.set(`${name}, ${state} ${zip}`, { name, state, zip });
  }
  return { kind: 'ambiguous', candidates: [...candidates.values()].slice(0, MAX_CANDIDATES) };
}

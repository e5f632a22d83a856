import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { Place, PlaceDirectory } from '../../geography/places/place.ts';
import type { Port } from '../catalogue/port-facts.ts';
import { cityInPortName, portByLocode, portsNamed } from '../catalogue/ports.ts';
import { ambiguous } from './resolve-reading.ts';
import type { ResolvedPlace } from './resolved-place.ts';

const PORT_ABBREVIATION = /^(?:pt|prt)\.? (?=\S)/i;

/** Ports farther apart are not a group: they only share a name ("Port of Wilmington"). */
const MAX_GROUP_MILES = 60;

/**
 * Resolves the code or name of container ports: "USLAX", "Port of LA", "LA/LB", "Port of Savannah, GA". The place is that
 * of the port with the largest throughput.
 * @returns candidates for ports that only share a name; undefined if the text names no port.
 */
export function resolvePort(places: PlaceDirectory, text: string): ResolvedPlace | undefined {
  const name = text.trim();
  const byLocode = portByLocode(name);
  const named = [name, name.replace(PORT_ABBREVIATION, 'Port ')]
    .map(portsNamed)
    .find((some) => some.length > 0);
  const ports = byLocode ? [byLocode] : (named ?? []);
  const located = ports.flatMap((port) => {
    const place = placeOf(port, name, places);
    return place ? [{ port, place }] : [];
  });
  const [largest] = located.toSorted((one, other) => other.port.teu - one.port.teu);
  if (largest === undefined) return undefined;
  const areApart = located.some((other) => greatCircleMiles(largest.place, other.place) > MAX_GROUP_MILES);
  if (areApart) return ambiguous(located.map(({ place }) => place));
  const several = `"${name}" names ${ports.map((port) => port.name).join(' and ')}.`;
  return {
    kind: 'place',
    form: 'city',
    place: largest.place,
    ports,
    warnings: ports.length > 1 ? [several] : [],
  };
}

/** The place of a port by the name that the caller used: USEWR and "Port of Newark" are in Newark, not in New York. */
function placeOf(port: Port, name: string, places: PlaceDirectory): Place | undefined {
  for (const city of [places.findLocode(name) ?? cityInPortName(port, name), port.cities[0]]) {
    const found = city && places.locate(city);
    if (found?.found) return found.place;
  }
  return undefined;
}

import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import { normalizeCity } from '../../geography/places/normalize-city.ts';
import type { Place, PlaceDirectory } from '../../geography/places/place.ts';
import { US_STATES } from '../../geography/places/us-states.ts';
import { portByLocode, portsNamed } from '../../terminals/catalogue/ports.ts';
import { portPlace, stableTerminalId, type Terminal } from '../../terminals/catalogue/terminal.ts';
import { type PlaceSources, resolvePlace } from '../../terminals/resolution/resolve-place.ts';
import { type PlaceCandidate, unknownPlaceHint } from '../../terminals/resolution/resolved-place.ts';
import { ANYWHERE, type ContractGeography, type GeographyKey } from './contract-rate.ts';

export type ResolvedGeography =
  | { readonly geography: ContractGeography; readonly warnings: readonly string[] }
  /** Follows the name of the field. */
  | { readonly fault: string };

export const cityKey = (city: string, state: string): GeographyKey => `city:${state} ${normalizeCity(city)}`;

/**
 * Resolves a text to the geography of a contract rate. The first match counts, in this order: "*"; three digits of ZIP
 * codes; a state code; the exact name of a terminal; a container port by UN/LOCODE or name; else as `resolvePlace`. A
 * text whose parts contradict each other ("Atlanta, GA 90001") is a fault; a ZIP code of the next city is none.
 */
export function resolveContractGeography(sources: PlaceSources, text: string): ResolvedGeography {
  const name = text.trim();
  if (name === ANYWHERE.text) return { geography: ANYWHERE, warnings: [] };
  if (/^\d{3}$/.test(name)) {
    return hasZips(sources.places, name)
      ? found(`zip3:${name}`, name)
      : { fault: `must have known ZIP codes; none begins with ${name}` };
  }
  const state = name.toUpperCase();
  if (US_STATES.has(state)) return found(`state:${state}`, state);
  if (sources.terminals.byName(name) === undefined) {
    const byLocode = portByLocode(name);
    const [port, ...others] = byLocode ? [byLocode] : portsNamed(name);
    if (port && others.length > 0) return { fault: ambiguous([port, ...others].map(({ locode }) => locode)) };
    if (port) return found(`port:${port.locode}`, port.locode);
  }
  return resolveText(sources, name);
}

function resolveText(sources: PlaceSources, name: string): ResolvedGeography {
  const resolved = resolvePlace(sources, name);
  switch (resolved.kind) {
    case 'terminal':
      return found(`terminal:${stableTerminalId(resolved.terminal)}`, resolved.terminal.name);
    case 'place': {
      const { contradiction, place, warnings, ports: [port, ...others] = [] } = resolved;
      if (port && others.length > 0)
        return { fault: ambiguous([port, ...others].map(({ locode }) => locode)) };
      if (port) return found(`port:${port.locode}`, port.locode, warnings);
      const { city, state, zip } = place;
      if (contradiction !== undefined && !isNearCity(sources, name, place))
        return { fault: `must be one place: ${contradiction}` };
      return resolved.form === 'zip'
        ? found(`zip:${zip}`, zip, warnings)
        : found(cityKey(city, state), `${city}, ${state}`, warnings);
    }
    case 'ambiguous':
      return { fault: ambiguous(resolved.candidates.map(candidateText)) };
    case 'unknown':
      return { fault: UNKNOWN + unknownPlaceHint(resolved).replace(/^(?=.)/, '.') };
  }
}

/** Post offices of suburbs have ZIP codes of the next city: this one is used, with a warning. */
const NEAR_MILES = 15;

function isNearCity(sources: PlaceSources, name: string, { zip, ...at }: Place): boolean {
  const city = name.endsWith(zip) ? resolvePlace(sources, name.slice(0, -zip.length).trim()) : undefined;
  return city?.kind === 'place' && greatCircleMiles(city.place, at) <= NEAR_MILES;
}

const UNKNOWN =
  'must be a terminal name, ZIP code, city with state, 3-digit ZIP, UN/LOCODE of a port, state code, or "*"';

const found = (key: GeographyKey, text: string, warnings: readonly string[] = []): ResolvedGeography => ({
  geography: { key, text },
  warnings,
});

const ambiguous = (candidates: readonly string[]): string =>
  `is ambiguous; send one of ${candidates.join('; ')}`;

const candidateText = ({ name, state, zip }: PlaceCandidate): string => `${name}, ${state} ${zip}`.trim();

const ZIPS_OF_A_PREFIX = 100;

const hasZips = (places: PlaceDirectory, digits: string): boolean =>
  Array.from({ length: ZIPS_OF_A_PREFIX }, (_, last) => `${digits}${String(last).padStart(2, '0')}`).some(
    (zip) => places.findZip(zip) !== undefined,
  );

/** Every geography that contains a terminal. Its cities are that of its address and that of its port. */
export function terminalGeographies(terminal: Terminal): readonly GeographyKey[] {
  const { city, state, zip, port } = terminal;
  const ofPort = portPlace(terminal);
  return distinct([
    `terminal:${stableTerminalId(terminal)}`,
    ...zipKeys(zip),
    cityKey(city, state),
    ...(ofPort === undefined ? [] : [cityKey(ofPort.city, ofPort.state)]),
    ...(port === '' ? [] : [`port:${port}` as const]),
    `state:${state}`,
    ANYWHERE.key,
  ]);
}

/**
 * Every geography that contains a door.
 * @param hasZip false if the caller named only the city: `zip` is then its central ZIP code, of which only the first three
 * digits count.
 */
export function doorGeographies(
  { city, state, zip }: Pick<Place, 'city' | 'state' | 'zip'>,
  hasZip: boolean,
): readonly GeographyKey[] {
  return distinct([
    ...zipKeys(zip).filter((key) => hasZip || !key.startsWith('zip:')),
    cityKey(city, state),
    `state:${state}`,
    ANYWHERE.key,
  ]);
}

const zipKeys = (zip: string): readonly GeographyKey[] =>
  zip === '' ? [] : [`zip:${zip}`, `zip3:${zip.slice(0, 3)}`];

const distinct = (keys: readonly GeographyKey[]): readonly GeographyKey[] => [...new Set(keys)];

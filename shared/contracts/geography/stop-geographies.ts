import type { Place } from '../../geography/places/place.ts';
import { portPlace, type Terminal } from '../../terminals/catalogue/terminal.ts';
import { stableTerminalId } from '../../terminals/catalogue/terminal-id.ts';
import { ANYWHERE, type GeographyKey } from '../rate/contract-geography.ts';
import { cityKey } from './resolve-contract-geography.ts';

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

import type { ContractGeography, GeographyKey } from '../../../shared/contracts/rate/contract-rate.ts';
import { cityKey, doorGeographies } from '../../../shared/contracts/rate/resolve-contract-geography.ts';

/** Terminals with a port, and doors with a ZIP code. Several share a city, ZIP prefix or state. */
export const STOPS = [
  { name: 'pier', zip: '30301', city: 'Savannah', state: 'GA', port: 'USSAV' },
  { name: 'dock', zip: '30302', city: 'Savannah', state: 'GA', port: 'USSAV' },
  { name: 'quay', zip: '30301', city: 'Macon', state: 'GA', port: 'USCHS' },
  { name: '', zip: '30301', city: 'Savannah', state: 'GA', port: '' },
  { name: '', zip: '30410', city: 'Savannah', state: 'GA', port: '' },
  { name: '', zip: '30301', city: 'Savannah', state: 'SC', port: '' },
  { name: '', zip: '29401', city: 'Charleston', state: 'SC', port: '' },
] as const;

export type Stop = (typeof STOPS)[number];

/** Narrowest first: naive selections compare positions in this list. */
export const LEVELS = ['terminal', 'zip', 'city', 'zip3', 'port', 'state', 'any'] as const;

type Level = (typeof LEVELS)[number];

/** A place in the words of a naive selection: a level, and the stop whose geography it names. */
export interface End {
  readonly level: Level;
  readonly of: Stop;
}

/** A door has no terminal and no port to name. */
export const endAt = (level: Level, of: Stop): End => ({
  level: of.name === '' && (level === 'terminal' || level === 'port') ? 'any' : level,
  of,
});

export const keyedGeography = ({ level, of: { name, zip, city, state, port } }: End): ContractGeography => {
  const keys: Record<Level, GeographyKey> = {
    terminal: `terminal:${name}`,
    zip: `zip:${zip}`,
    city: cityKey(city, state),
    zip3: `zip3:${zip.slice(0, 3)}`,
    port: `port:${port}`,
    state: `state:${state}`,
    any: 'any:*',
  };
  return { key: keys[level], text: keys[level] };
};

export const keysOf = (stop: Stop): readonly GeographyKey[] => [
  ...doorGeographies(stop, true),
  ...(stop.name === '' ? [] : ([`terminal:${stop.name}`, `port:${stop.port}`] as const)),
];

export const contains = ({ level, of }: End, stop: Stop): boolean => {
  if (level === 'any') return true;
  if (level === 'terminal') return stop.name !== '' && stop.name === of.name;
  if (level === 'port') return stop.port !== '' && stop.port === of.port;
  if (level === 'zip') return stop.zip === of.zip;
  if (level === 'zip3') return stop.zip.startsWith(of.zip.slice(0, 3));
  return stop.state === of.state && (level === 'state' || stop.city === of.city);
};

import type { SearchTerminalsQuery, TerminalType } from '../api/client.ts';

/** The filter of the terminals, as the address of the page has it. */
export interface TerminalFilter {
  readonly text: string;
  /** Empty = all. */
  readonly type: string;
  readonly city: string;
  readonly state: string;
  /** Around a place, in miles; excludes city and state. */
  readonly near:
    | {
        readonly name: string;
        readonly latitude: number;
        readonly longitude: number;
        readonly radius: number;
      }
    | undefined;
  readonly page: number;
  /** Type and name of the terminal whose details are shown. */
  readonly selected: string;
}

const TYPES = ['marine', 'rail', 'intermodal'];

/** Reads the filter; invalid values are left out. */
export function readTerminalFilter(parameters: URLSearchParams): TerminalFilter {
  const text = (name: string) => parameters.get(name) ?? '';
  const number = (name: string) => (text(name) === '' ? Number.NaN : Number(text(name)));
  const [latitude, longitude, radius] = [number('lat'), number('lng'), number('radius')];
  const page = number('page');
  const isNear = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return {
    text: text('query'),
    type: TYPES.includes(text('type')) ? text('type') : '',
    city: text('city'),
    state: text('state'),
    near: isNear ? { name: text('near'), latitude, longitude, radius: radius > 0 ? radius : 50 } : undefined,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    selected: text('terminal'),
  };
}

/** The filter as parameters; empty values are left out. */
export function writeTerminalFilter({
  text,
  type,
  city,
  state,
  near,
  page,
  selected,
}: TerminalFilter): Record<string, string> {
  const parameters = {
    query: text,
    type,
    ...(near === undefined
      ? { city, state }
      : {
          near: near.name,
          lat: String(near.latitude),
          lng: String(near.longitude),
          radius: String(near.radius),
        }),
    page: page === 1 ? '' : String(page),
    terminal: selected,
  };
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));
}

/** The query of the API; undefined while it has no search parameter. An incomplete state is left out. */
export function terminalQuery({
  text,
  type,
  city,
  state,
  near,
}: TerminalFilter): SearchTerminalsQuery | undefined {
  const query = {
    ...(text.trim() === '' ? {} : { query: text.trim() }),
    ...(type === '' ? {} : { type: type as TerminalType }),
    ...(near === undefined
      ? {
          ...(city.trim() === '' ? {} : { city: city.trim() }),
          ...(/^[A-Za-z]{2}$/.test(state) ? { state } : {}),
        }
      : { lat: near.latitude, lng: near.longitude, radius: near.radius }),
  };
  return Object.keys(query).length === 0 ? undefined : query;
}

import { normalizeCity } from '../../geography/places/normalize-city.ts';
import { US_STATES } from '../../geography/places/us-states.ts';
import facts from './ports.json' with { type: 'json' };

export interface PortCity {
  readonly city: string;
  /** Two-letter code. */
  readonly state: string;
}

/** A container port with its names and throughput. */
export interface Port {
  /** The UN/LOCODE in the field `port` of its terminals. */
  readonly locode: string;
  /** Its own UN/LOCODE and others in use for it: USEWR for New York/New Jersey. */
  readonly locodes: readonly string[];
  readonly name: string;
  /** All names of the port. A name for several ports is listed with each of them. */
  readonly names: readonly string[];
  /** Cities that identify the port in a request. */
  readonly cities: readonly PortCity[];
  /** Containers in the last published year, in twenty-foot units, loaded and empty; 0 in year 0 if none was found. */
  readonly teu: number;
  readonly teuYear: number;
  /** Says which containers a figure leaves out, and whether it is general knowledge. */
  readonly source: string;
}

/** The names of two ports together, or of two parts of one: "Ports of Los Angeles and Long Beach", "LA/LB". */
const jointNames = ([ones = [], others = []]: readonly (readonly string[])[]): readonly string[] =>
  ones.flatMap((one) =>
    others.flatMap((other) =>
      [`${one}/${other}`, `${other}/${one}`, `${one} and ${other}`, `${other} and ${one}`].flatMap((pair) => [
        pair,
        `Port of ${pair}`,
        `Ports of ${pair}`,
        `${pair} ports`,
        `${pair} port`,
      ]),
    ),
  );

/** The container ports of the US and its territories. */
export const PORTS: readonly Port[] = facts.ports.map((port) => {
  const [locode = ''] = port.locodes;
  const [name = ''] = port.names;
  const joint = facts.together
    .filter(({ ports }) => ports.includes(locode))
    .flatMap(({ pairs, names }) => [...jointNames(pairs), ...names]);
  return { ...port, locode, name, names: [...new Set([...port.names, ...joint])] };
});

const LOCODE = /^([A-Z]{2})[ -]?([A-Z2-9]{3})$/;

let lookups: ReturnType<typeof buildLookups> | undefined;

/** The port with a UN/LOCODE (its own or another in use): "USLAX", "us-lax", "US LAX". */
export function portByLocode(text: string): Port | undefined {
  const match = LOCODE.exec(text.trim().toUpperCase());
  return match ? lookup().byLocode.get(`${match[1]}${match[2]}`) : undefined;
}

/**
 * The ports with a name: "Port of LA", "PortMiami", "Port of Savannah, GA". A name such as "Northwest Seaport Alliance"
 * has several ports. [] for a city name or any other text.
 */
export function portsNamed(text: string): readonly Port[] {
  return lookup().byName.get(normalizeCity(text)) ?? [];
}

/** The container port of a city; any spelling of the city is accepted. */
export function portOfCity(city: string, state: string): Port | undefined {
  return lookup().byCity.get(cityKey(city, state));
}

/** The city of the port that a generated name contains: "Port of Newark" for New York/New Jersey. */
export function cityInPortName({ cities }: Port, text: string): PortCity | undefined {
  const name = normalizeCity(text);
  return cities.find((city) => patternsOf(city).some((pattern) => normalizeCity(pattern) === name));
}

const cityKey = (city: string, state: string): string => `${normalizeCity(city)} ${state.toUpperCase()}`;

const lookup = () => {
  lookups ??= buildLookups(PORTS);
  return lookups;
};

function buildLookups(ports: readonly Port[]) {
  const byName = groupByKey(ports, ({ names }) => names);
  // Generated names such as "Port of Elizabeth". Listed names take precedence: Portland is in Oregon and in Maine.
  const byPattern = groupByKey(ports, ({ cities }) => cities.flatMap(patternsOf));
  return {
    byLocode: new Map(ports.flatMap((port) => port.locodes.map((locode) => [locode, port] as const))),
    byName: new Map([...byPattern, ...byName]),
    byCity: new Map(
      ports.flatMap((port) => port.cities.map(({ city, state }) => [cityKey(city, state), port] as const)),
    ),
  };
}

function patternsOf({ city, state }: PortCity): string[] {
  const inState = [city, `${city} ${state}`, `${city} ${US_STATES.get(state) ?? ''}`];
  return inState.flatMap((place) => [
    `Port of ${place}`,
    `Port ${place}`,
    `${place} Port`,
    `${place} Harbor`,
  ]);
}

function groupByKey(
  ports: readonly Port[],
  namesOf: (port: Port) => readonly string[],
): Map<string, readonly Port[]> {
  const groups = new Map<string, readonly Port[]>();
  for (const port of ports) {
    for (const key of new Set(namesOf(port).map(normalizeCity))) {
      groups.set(key, [...(groups.get(key) ?? []), port]);
    }
  }
  return groups;
}

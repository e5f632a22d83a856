import { normalizeCity } from '../places/normalize-city.ts';
import { US_STATES } from '../places/us-states.ts';
import { PORT_FACTS } from './port-facts.ts';

export interface PortCity {
  readonly city: string;
  /** Two-letter code. */
  readonly state: string;
}

/** A container port: what people call it, and how much it moves. */
export interface Port {
  /** The UN/LOCODE that terminals name it by. */
  readonly locode: string;
  /** Its own and others used for it: USEWR for New York/New Jersey. */
  readonly locodes: readonly string[];
  readonly name: string;
  /** All names that say this port; one that says several ports is with each of them. */
  readonly names: readonly string[];
  /** Cities that people mean the port by. */
  readonly cities: readonly PortCity[];
  /** Containers in the last published year, in twenty-foot units, loaded and empty. */
  readonly teu: number;
  readonly teuYear: number;
  readonly source: string;
}

/** The container ports of the US and its territories. */
export const PORTS: readonly Port[] = PORT_FACTS;

const LOCODE = /^([A-Z]{2})[ -]?([A-Z2-9]{3})$/;

let lookups: ReturnType<typeof buildLookups> | undefined;

/** The port of a UN/LOCODE, its own or another used for it: "USLAX", "us-lax", "US LAX". */
export function portByLocode(text: string): Port | undefined {
  const match = LOCODE.exec(text.trim().toUpperCase());
  return match ? lookup().byLocode.get(`${match[1]}${match[2]}`) : undefined;
}

/**
 * The ports that a name says: "Port of LA", "PortMiami", "Port of Savannah, GA". More than one where the name says
 * several, as "Northwest Seaport Alliance"; [] for a city's name, and for any other text.
 */
export function portsNamed(text: string): readonly Port[] {
  return lookup().byName.get(normalizeCity(text)) ?? [];
}

/** The container port that people mean by a city, in any spelling of it. */
export function portOfCity(city: string, state: string): Port | undefined {
  return lookup().byCity.get(cityKey(city, state));
}

const cityKey = (city: string, state: string): string => `${normalizeCity(city)} ${state.toUpperCase()}`;

const lookup = () => {
  lookups ??= buildLookups(PORTS);
  return lookups;
};

function buildLookups(ports: readonly Port[]) {
  const byName = groupByKey(ports, ({ names }) => names);
  // "Port of Elizabeth" and the like; a name that a port really has comes first: Portland is in Oregon and in Maine.
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

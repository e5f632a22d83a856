import { greatCircleMiles } from '../../shared/geography/places/great-circle.ts';
import type { Place } from '../../shared/geography/places/place.ts';
import type { RoadDistances } from '../../shared/geography/roads/road-distance.ts';
import type { Terminal } from '../../shared/terminals/catalogue/terminal.ts';

/**
 * A market by a plain formula: rate = (base + perMile x miles) x lane (terminal and three-digit ZIP) of the week x
 * port of the week x step of the nation x noise. It uses neither the simulator nor any of the models. Shares are of
 * a rate, deviations are natural logarithms.
 */
export interface ForeignMarket {
  readonly seed: number;
  /** Monday of the first week, YYYY-MM-DD. */
  readonly from: string;
  readonly weeks: number;
  readonly terminals: number;
  readonly lanesATerminal: number;
  readonly loadsAWeek: number;
  /** USD, for a port with the factor 1. */
  readonly base: number;
  readonly perMile: number;
  readonly portSpread: number;
  readonly laneSpread: number;
  /** Weekly change of the level of a port and of a lane, which reverts by 3% a week. */
  readonly portWeekly: number;
  readonly laneWeekly: number;
  /** Lognormal deviation of a load. */
  readonly noise: number;
  /** Step of the whole market in the middle of the run, within one week. */
  readonly step: number;
  readonly contributors: number;
  /** Part of the rates that include fuel; the others leave out 18% of the rate. */
  readonly fuelIncluded: number;
}

/** The market's rows, and the deviation of its true prices from them. */
export interface ForeignRows {
  readonly csv: string;
  /** Mean absolute percentage error of the true price. */
  readonly noiseMape: number;
}

/** Places that the market can use. */
export interface ForeignPlaces {
  readonly terminals: readonly Terminal[];
  readonly zips: readonly Place[];
  readonly roads: RoadDistances;
}

/** Mulberry32: 32 bits of state, enough for a test. */
function randomOf(seed: number): { uniform(): number; normal(): number } {
  let state = (seed * 2_654_435_761) >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

const HEADER =
  'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included,contributor';
const DAY_MS = 86_400_000;
const MAX_MILES = 400;
/** Terminals within this distance share a port's level. */
const ONE_PORT_MILES = 40;
const DRAWN_BACK = 0.97;
const WITHOUT_FUEL = 0.82;

/** Draws the rows; the same terms give the same rows, in no particular order within a week. */
export async function foreignRows(
  market: ForeignMarket,
  { terminals, zips, roads }: ForeignPlaces,
): Promise<ForeignRows> {
  const random = randomOf(market.seed);
  const anyOf = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random.uniform() * items.length)];
    if (item === undefined) throw new Error('There is nothing to draw from.');
    return item;
  };
  const wandering = (spread: number, weekly: number): readonly number[] => {
    const levels = [spread * random.normal()];
    const middle = levels[0] ?? 0;
    for (let week = 1; week < market.weeks; week++) {
      const off = (levels.at(-1) ?? 0) - middle;
      levels.push(middle + DRAWN_BACK * off + weekly * random.normal());
    }
    return levels;
  };
  const marine = terminals.filter(({ type, state }) => type === 'marine' && !NO_ROADS.has(state));
  const areas = new Map<string, readonly number[]>();
  const ports: { readonly at: Terminal; readonly levels: readonly number[] }[] = [];
  const lanes: {
    readonly terminal: Terminal;
    readonly door: Place;
    readonly levels: readonly (readonly number[])[];
    readonly price: number;
  }[] = [];
  for (const terminal of Array.from({ length: market.terminals }, () => anyOf(marine))) {
    let port = ports.find(({ at }) => greatCircleMiles(at, terminal) < ONE_PORT_MILES);
    if (port === undefined) {
      port = { at: terminal, levels: wandering(market.portSpread, market.portWeekly) };
      ports.push(port);
    }
    const near = zips.filter((zip) => greatCircleMiles(terminal, zip) < MAX_MILES);
    for (let drawn = 0; drawn < market.lanesATerminal; drawn++) {
      const door = anyOf(near);
      const area = `${terminal.name} ${door.zip.slice(0, 3)}`;
      const own = areas.get(area) ?? wandering(market.laneSpread, market.laneWeekly);
      areas.set(area, own);
      const road = await roads.between(terminal, door);
      if (!road.routable) continue;
      const price = market.base + market.perMile * road.miles;
      lanes.push({ terminal, door, levels: [port.levels, own], price });
    }
  }
  const rows: string[] = [];
  let apes = 0;
  for (let week = 0; week < market.weeks; week++) {
    const stepped = week >= market.weeks / 2 ? 1 + market.step : 1;
    for (let load = 0; load < market.loadsAWeek; load++) {
      const { terminal, door, levels, price } = anyOf(lanes);
      const fuelIncluded = random.uniform() < market.fuelIncluded;
      const level = Math.exp(levels.reduce((sum, of) => sum + (of[week] ?? 0), 0)) * stepped;
      const truth = price * level * (fuelIncluded ? 1 : WITHOUT_FUEL);
      const rate = truth * Math.exp(market.noise * random.normal());
      apes += Math.abs(truth / rate - 1);
      const day = new Date(Date.parse(market.from) + (7 * week + Math.floor(7 * random.uniform())) * DAY_MS);
      const contributor =
        market.contributors === 0 ? '' : `company ${1 + Math.floor(market.contributors * random.uniform())}`;
      rows.push(
        [
          day.toISOString().slice(0, 10),
          `"${terminal.name}"`,
          `"${door.city}"`,
          door.state,
          door.zip,
          'container_40',
          rate.toFixed(2),
          String(fuelIncluded),
          contributor,
        ].join(','),
      );
    }
  }
  return { csv: [HEADER, ...rows.toReversed()].join('\n'), noiseMape: apes / rows.length };
}

const NO_ROADS = new Set(['AK', 'HI', 'PR', 'VI', 'GU', 'AS', 'MP']);

const PLAIN: ForeignMarket = {
  seed: 1,
  from: '2025-01-06',
  weeks: 60,
  terminals: 10,
  lanesATerminal: 12,
  loadsAWeek: 120,
  base: 300,
  perMile: 2.6,
  portSpread: 0.1,
  laneSpread: 0.08,
  portWeekly: 0.01,
  laneWeekly: 0.004,
  noise: 0.06,
  step: 0,
  contributors: 5,
  fuelIncluded: 1,
};

/** Markets that differ from each other and from the simulator's. */
export const FOREIGN_MARKETS = {
  /** Exact loads on few busy lanes with similar, constant levels; one contributor, no fuel. */
  quiet: {
    ...PLAIN,
    terminals: 3,
    lanesATerminal: 4,
    laneSpread: 0.02,
    portSpread: 0.05,
    portWeekly: 0,
    laneWeekly: 0,
    noise: 0.025,
    contributors: 1,
    fuelIncluded: 0,
  },
  /** Scattered loads on very different lanes, far above the cost model; ports change fast. */
  wild: {
    ...PLAIN,
    base: 700,
    perMile: 4.5,
    laneSpread: 0.2,
    portSpread: 0.2,
    portWeekly: 0.03,
    laneWeekly: 0.015,
    noise: 0.13,
    contributors: 0,
    fuelIncluded: 0.5,
  },
  /** Below the cost model, with a step of 15% in one week; only 24 weeks, long ago. */
  stepped: { ...PLAIN, from: '2024-02-05', weeks: 24, base: 180, perMile: 1.6, step: 0.15, loadsAWeek: 250 },
  /** Many lanes with few loads each. */
  thin: { ...PLAIN, weeks: 78, terminals: 60, lanesATerminal: 40, loadsAWeek: 600, portWeekly: 0.02 },
  /** Two hundred rows in total. */
  tiny: { ...PLAIN, weeks: 20, terminals: 2, lanesATerminal: 3, loadsAWeek: 10 },
} satisfies Readonly<Record<string, ForeignMarket>>;

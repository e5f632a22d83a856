import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import { addDays } from '../../../shared/platform/time/utc-calendar.ts';
import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import type { Door, FreightLane } from './freight-map.ts';
import { cycling, type Random, wandering } from './random.ts';
import type { Scenario } from './scenario.ts';

/**
 * Weeks of the year, from 0, around which imports peak (back to school and holidays) and fall (after Lunar New
 * Year).
 */
const PEAK_WEEK = 37;
const EBB_WEEK = 9;

/** Week of a run in which a surge or slump begins, and the weeks that it takes. */
const MOVE_FROM_WEEK = 58;
const MOVE_WEEKS = 6;

const wave = (weekOfYear: number, centre: number, width: number): number => {
  const off = Math.min(Math.abs(weekOfYear - centre), 52 - Math.abs(weekOfYear - centre));
  return Math.exp(-((off / width) ** 2));
};

/**
 * Excess of demand for trucks over supply, nationwide by week, as a share of a price: the capacity cycle, the
 * seasons, and the scenario's move.
 */
function nationalTightness(
  random: Random,
  { move }: Scenario,
  weeksOfYear: readonly number[],
): readonly number[] {
  const weeks = weeksOfYear.length;
  const cycle = cycling(random, weeks, { pull: 0.015, momentum: 0.15, spread: 0.05 });
  const peak = random.between(0.015, 0.05);
  const ebb = random.between(0.01, 0.04);
  return weeksOfYear.map((weekOfYear, week) => {
    const moved = Math.min(1, Math.max(0, (week + 1 - MOVE_FROM_WEEK) / MOVE_WEEKS));
    const season = peak * wave(weekOfYear, PEAK_WEEK, 6) - ebb * wave(weekOfYear, EBB_WEEK, 4);
    return (cycle[week] ?? 0) + season + Math.log(1 + move) * moved;
  });
}

/** The price factor of excess demand: a shortage changes prices more than a surplus. */
const priceOfTightness = (tightness: number): number =>
  Math.exp(tightness + 0.4 * Math.max(0, tightness) ** 2);

/** Waves of congestion at a port each year, on average. */
const WAVES_A_YEAR = 0.8;
const WEEKS_A_YEAR = 52;

/**
 * Hours that queues add to a terminal visit, by week. Ships bunch; the yard fills within weeks and empties slowly.
 * Waves add 10 to 35 minutes a visit over 5 to 11 weeks. Turn times at Los Angeles and Long Beach were 84 minutes
 * in 2017, and about 20 to 30 minutes longer at the peak of 2021 (general knowledge of the trade).
 */
function congestionHours(random: Random, weeks: number): readonly number[] {
  const hours = Array.from({ length: weeks }, () => 0);
  for (let waves = random.poisson((WAVES_A_YEAR * weeks) / WEEKS_A_YEAR); waves > 0; waves--) {
    const peak = random.between(0.15, 0.6);
    const from = Math.floor(random.uniform() * weeks);
    const filling = random.between(2, 4);
    const emptying = random.between(3, 7);
    for (let week = from; week < Math.min(weeks, from + filling + emptying); week++) {
      const passed = week - from;
      const part = passed < filling ? (passed + 1) / (filling + 1) : 1 - (passed - filling) / emptying;
      hours[week] = (hours[week] ?? 0) + peak * Math.max(0, part);
    }
  }
  return hours;
}

export type LaneEconomy = ReturnType<typeof drawEconomy>;

/**
 * Draws the economy of one run.
 * @param mondays of its weeks, YYYY-MM-DD.
 */
export function drawEconomy(
  lanes: readonly FreightLane[],
  mondays: readonly string[],
  scenario: Scenario,
  random: Random,
) {
  const weeks = mondays.length;
  const weeksOfYear = mondays.map((monday) => Math.floor((Date.parse(monday) / 86_400_000 / 7) % 52.1775));
  const national = nationalTightness(random.fork('nation'), scenario, weeksOfYear);
  const ports = drawPorts(lanes, weeks, random);
  const areas = new Map<string, number>();
  const states = new Map<string, { phase: number; swing: number }>();
  const laneFacts = new Map<string, LaneFacts>();
  for (const lane of lanes) {
    const stream = random.fork(lane.id);
    const state = stateOf(lane);
    if (!areas.has(lane.area)) areas.set(lane.area, 0.035 * random.normal());
    if (!states.has(state)) states.set(state, { phase: random.uniform(), swing: random.between(0, 0.035) });
    laneFacts.set(lane.id, drawLane(lane, weeks, scenario, stream));
  }

  return {
    /** True price of a move in a week, USD: the middle of the market, without bias or noise. */
    priceOf: (lane: FreightLane, door: Door, week: number) => {
      const port = ports.get(lane.terminal.name);
      const facts = laneFacts.get(lane.id);
      const season = states.get(stateOf(lane));
      if (port === undefined || facts === undefined || season === undefined) return { linehaul: 0, fuel: 0 };
      const haul = {
        miles: door.miles,
        waitingHours: 2 * (port.visitHours + (port.queue[week] ?? 0)) + facts.doorHours,
        speed: facts.speed,
        roadMiles: door.miles * (2 - 0.8 * facts.backhaul),
        backhaul: facts.backhaul,
      };
      // Produce and retail seasons fill or empty the trucks of a state, mostly on long hauls.
      const reach = Math.min(1, door.miles / 300);
      const balance =
        season.swing * reach * Math.sin(2 * Math.PI * ((weeksOfYear[week] ?? 0) / 52.2 + season.phase));
      const tightness = (national[week] ?? 0) + (port.tightness[week] ?? 0) + balance;
      const own = port.premium + (areas.get(lane.area) ?? 0) + facts.premium + (facts.drift[week] ?? 0);
      const linehaul =
        haulPrice(haul, port.dayRevenue, port.leastCharge) * priceOfTightness(tightness) * Math.exp(own);
      const weekBefore = addDays(mondays[week] ?? '', -7);
      const diesel = dieselFor(lane.terminal.state, weekBefore).pricePerGallon;
      return { linehaul, fuel: haulSurcharge(haul, diesel) };
    },
  };
}

const stateOf = ({ doors }: FreightLane): string => doors[0]?.place.state ?? '';

/** Terminals within this distance share ships, drivers and queues. */
const SHARED_MARKET_MILES = 45;

type Port = ReturnType<typeof drawPort>;

function drawPorts(lanes: readonly FreightLane[], weeks: number, random: Random): ReadonlyMap<string, Port> {
  const ports = new Map<string, Port>();
  const markets: Market[] = [];
  for (const terminal of new Set(lanes.map((lane) => lane.terminal))) {
    const stream = random.fork(`port ${terminal.name}`);
    let market = markets.find(({ centre }) => greatCircleMiles(centre, terminal) < SHARED_MARKET_MILES);
    if (market === undefined) {
      market = drawMarket(terminal, weeks, stream);
      markets.push(market);
    }
    ports.set(terminal.name, drawPort(terminal, market, stream));
  }
  return ports;
}

type Market = ReturnType<typeof drawMarket>;

const drawMarket = (centre: Terminal, weeks: number, random: Random) => ({
  centre,
  dayRevenue: 610 * Math.exp(0.07 * random.normal()),
  /** Excess demand relative to the nation. */
  tightness: wandering(random, weeks, 0.05, 0.035),
  queue: congestionHours(random, weeks),
});

function drawPort({ type }: Terminal, { dayRevenue, tightness, queue }: Market, random: Random) {
  const isMarine = type === 'marine';
  const share = isMarine ? random.between(0.6, 1.2) : random.between(0.2, 0.5);
  return {
    dayRevenue,
    leastCharge: dayRevenue * (isMarine ? random.between(0.5, 0.68) : random.between(0.42, 0.58)),
    visitHours: isMarine ? random.between(0.9, 1.7) : random.between(0.4, 0.9),
    premium: 0.025 * random.normal(),
    tightness,
    queue: queue.map((hours) => hours * share),
  };
}

type LaneFacts = ReturnType<typeof drawLane>;

function drawLane(lane: FreightLane, weeks: number, { laneJumps }: Scenario, random: Random) {
  const miles = lane.doors[0]?.miles ?? 0;
  let jumped = 0;
  /** Slow changes of the lane, including jumps. */
  const drift = wandering(random, weeks, 0.03, 0.025).map((value) => {
    if (random.uniform() < laneJumps.chance) jumped += laneJumps.share * (random.uniform() < 0.5 ? -1 : 1);
    return value + jumped;
  });
  return {
    doorHours: random.between(0.8, 2),
    speed: random.between(44, 56),
    // Backhauls are more likely on long hauls.
    backhaul: Math.min(0.85, Math.max(0, (miles - 80) / 500 + 0.15 * random.normal())),
    premium: 0.055 * random.normal(),
    drift,
  };
}

/** Hours that a drayage driver can work between the first gate and the last. */
const HOURS_A_DAY = 10.5;

/** Running cost per mile without fuel, USD: tires, repair, tolls. */
const USD_A_MILE = 0.38;

/** A haul as the carrier's dispatcher plans it. */
interface Haul {
  /** One way. */
  readonly miles: number;
  /** Hours at the terminal, both visits, and at the door. */
  readonly waitingHours: number;
  /** Miles per hour on the road. */
  readonly speed: number;
  /** Part of the way back that another shipper pays for. */
  readonly backhaul: number;
  /** Both ways, without what another shipper pays for. */
  readonly roadMiles: number;
}

const streetHours = (miles: number, speed: number): number =>
  Math.min(miles, 12) / 22 + Math.max(0, miles - 12) / speed;

/**
 * Truck days that a haul takes. A dispatcher fills a day with whole turns: three short ones, two, or one. Half of
 * the remaining day is lost, and a haul of more than a day keeps truck and driver until the end of the last day.
 */
function truckDays({ miles, waitingHours, speed, backhaul }: Haul): number {
  const hours = waitingHours + streetHours(miles, speed) * (2 - 0.8 * backhaul);
  const exact = hours / HOURS_A_DAY;
  const whole = exact < 1 ? 1 / smoothFloor(1 / exact) : smoothCeiling(exact);
  return (exact + whole) / 2;
}

/** Dispatchers swap turns between drivers, so the step near a whole number is a slope. */
const smoothCeiling = (value: number): number =>
  Math.floor(value) + Math.min(1, (value - Math.floor(value)) / 0.35);
const smoothFloor = (value: number): number =>
  Math.floor(value) + Math.max(0, (value - Math.floor(value) - 0.65) / 0.35);

/** Exponent that blends a port's least charge and the price by work: nearly the larger of both. */
const FLOOR_POWER = 8;

/**
 * A carrier's price for a haul, USD without fuel. It is at least about the port's least charge, so short hauls are
 * nearly flat ($216 at 27 miles and $237 at 45 by SONAR TRAC, $350-500 up to 30 in drayage tariffs).
 * @param dayRevenue revenue that a truck needs in a day, USD without fuel.
 * @param leastCharge USD without fuel.
 */
function haulPrice(haul: Haul, dayRevenue: number, leastCharge: number): number {
  const byWork = dayRevenue * truckDays(haul) + USD_A_MILE * haul.roadMiles + 60;
  return (byWork ** FLOOR_POWER + leastCharge ** FLOOR_POWER) ** (1 / FLOOR_POWER);
}

/**
 * A carrier's fuel surcharge, USD: tables in steps of five cents, with the diesel price of the week before, for
 * nine tenths of the fuel used.
 */
function haulSurcharge(haul: Haul, dieselWeekBefore: number): number {
  const aMile = Math.max(0, Math.floor((dieselWeekBefore - 1.2) / 0.05) * 0.05) / 5.8;
  return 0.9 * aMile * haul.roadMiles;
}

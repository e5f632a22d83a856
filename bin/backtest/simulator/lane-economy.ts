import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import { addDays } from '../../../shared/platform/time/utc-day.ts';
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
    const moved = Math.min(1, Math.max(0, (week + 1 - move.fromWeek) / move.weeks));
    const season = peak * wave(weekOfYear, PEAK_WEEK, 6) - ebb * wave(weekOfYear, EBB_WEEK, 4);
    return (cycle[week] ?? 0) + season + Math.log(1 + move.share) * moved;
  });
}

/** Excess demand at one port relative to the nation. */
const regionalTightness = (random: Random, weeks: number): readonly number[] =>
  wandering(random, weeks, 0.05, 0.035);

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

/** True price of a move in a week, USD: the middle of the market, without bias or noise. */
export interface TruePrice {
  readonly linehaul: number;
  readonly fuel: number;
}

export interface LaneEconomy {
  priceOf(lane: FreightLane, door: Door, week: number): TruePrice;
}

/** Terminals within this distance share ships, drivers and queues. */
const SHARED_MARKET_MILES = 45;

/**
 * Draws the economy of one run.
 * @param mondays of its weeks, YYYY-MM-DD.
 */
export function drawEconomy(
  lanes: readonly FreightLane[],
  mondays: readonly string[],
  scenario: Scenario,
  random: Random,
): LaneEconomy {
  const weeks = mondays.length;
  const weeksOfYear = mondays.map((monday) => Math.floor((Date.parse(monday) / 86_400_000 / 7) % 52.1775));
  const national = nationalTightness(random.fork('nation'), scenario, weeksOfYear);
  const ports = drawPorts(lanes, weeks, random);
  const areas = new Map<string, number>();
  const states = new Map<string, { phase: number; swing: number }>();
  const laneFacts = new Map<string, LaneFacts>();
  for (const lane of lanes) {
    const stream = random.fork(lane.id);
    const state = lane.doors[0]?.place.state ?? '';
    if (!areas.has(lane.area)) areas.set(lane.area, 0.035 * random.normal());
    if (!states.has(state)) {
      states.set(state, { phase: random.uniform(), swing: random.between(0, 0.035) });
    }
    laneFacts.set(lane.id, drawLane(lane, weeks, scenario, stream));
  }

  return {
    priceOf: (lane, door, week) => {
      const port = ports.get(lane.terminal.name);
      const facts = laneFacts.get(lane.id);
      const season = states.get(lane.doors[0]?.place.state ?? '');
      if (port === undefined || facts === undefined || season === undefined) return { linehaul: 0, fuel: 0 };
      const haul: Haul = {
        miles: door.miles,
        waitingHours: 2 * (port.visitHours + (port.queue[week] ?? 0)) + facts.doorHours,
        speed: facts.speed,
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

interface Port {
  readonly dayRevenue: number;
  readonly leastCharge: number;
  readonly visitHours: number;
  readonly premium: number;
  readonly tightness: readonly number[];
  readonly queue: readonly number[];
}

function drawPorts(lanes: readonly FreightLane[], weeks: number, random: Random): ReadonlyMap<string, Port> {
  const ports = new Map<string, Port>();
  const markets: {
    centre: Terminal;
    dayRevenue: number;
    tightness: readonly number[];
    queue: readonly number[];
  }[] = [];
  for (const terminal of new Set(lanes.map((lane) => lane.terminal))) {
    const stream = random.fork(`port ${terminal.name}`);
    let market = markets.find(({ centre }) => greatCircleMiles(centre, terminal) < SHARED_MARKET_MILES);
    if (market === undefined) {
      market = {
        centre: terminal,
        dayRevenue: 610 * Math.exp(0.07 * stream.normal()),
        tightness: regionalTightness(stream, weeks),
        queue: congestionHours(stream, weeks),
      };
      markets.push(market);
    }
    const share = terminal.type === 'marine' ? stream.between(0.6, 1.2) : stream.between(0.2, 0.5);
    ports.set(terminal.name, {
      dayRevenue: market.dayRevenue,
      leastCharge:
        market.dayRevenue *
        (terminal.type === 'marine' ? stream.between(0.5, 0.68) : stream.between(0.42, 0.58)),
      visitHours: terminal.type === 'marine' ? stream.between(0.9, 1.7) : stream.between(0.4, 0.9),
      premium: 0.025 * stream.normal(),
      tightness: market.tightness,
      queue: market.queue.map((hours) => hours * share),
    });
  }
  return ports;
}

interface LaneFacts {
  readonly doorHours: number;
  readonly speed: number;
  readonly backhaul: number;
  readonly premium: number;
  /** Slow changes of the lane, including jumps. */
  readonly drift: readonly number[];
}

function drawLane(lane: FreightLane, weeks: number, { laneJumps }: Scenario, random: Random): LaneFacts {
  const miles = lane.doors[0]?.miles ?? 0;
  let jumped = 0;
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
  /** Road miles one way. */
  readonly miles: number;
  /** Hours at the terminal, both visits, and at the door. */
  readonly waitingHours: number;
  /** Miles per hour on the road. */
  readonly speed: number;
  /** Part of the way back that another shipper pays for. */
  readonly backhaul: number;
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
const smoothCeiling = (value: number): number => {
  const part = value - Math.floor(value);
  return Math.floor(value) + Math.min(1, part / 0.35);
};
const smoothFloor = (value: number): number => {
  const part = value - Math.floor(value);
  return Math.floor(value) + Math.max(0, (part - 0.65) / 0.35);
};

/** Exponent that blends a port's least charge and the price by work: nearly the larger of both. */
const FLOOR_POWER = 8;

/**
 * A carrier's price for a haul, USD without fuel. It is at least about the port's least charge, so short hauls are
 * nearly flat ($216 at 27 miles and $237 at 45 by SONAR TRAC, $350-500 up to 30 in drayage tariffs).
 * @param dayRevenue revenue that a truck needs in a day, USD without fuel.
 * @param leastCharge USD without fuel.
 */
function haulPrice(haul: Haul, dayRevenue: number, leastCharge: number): number {
  const roadMiles = haul.miles * (2 - 0.8 * haul.backhaul);
  const byWork = dayRevenue * truckDays(haul) + USD_A_MILE * roadMiles + 60;
  return (byWork ** FLOOR_POWER + leastCharge ** FLOOR_POWER) ** (1 / FLOOR_POWER);
}

/**
 * A carrier's fuel surcharge, USD: tables in steps of five cents, with the diesel price of the week before, for
 * nine tenths of the fuel used.
 */
function haulSurcharge(haul: Haul, dieselWeekBefore: number): number {
  const aMile = Math.max(0, Math.floor((dieselWeekBefore - 1.2) / 0.05) * 0.05) / 5.8;
  return 0.9 * aMile * haul.miles * (2 - 0.8 * haul.backhaul);
}

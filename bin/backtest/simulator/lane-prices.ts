import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { addDays } from '../../../shared/platform/time/utc-calendar.ts';
import type { FreightLane } from './freight-map.ts';
import type { Random } from './random.ts';
import type { Scenario } from './scenario.ts';

/** Week of a run in which the scenario's move begins, and the weeks that it takes. */
const MOVE_FROM_WEEK = 58;
const MOVE_WEEKS = 6;
/** Size of a jump of a lane. */
const JUMP = 0.2;
/** Amplitude of the seasons: prices are highest before the holidays. */
const SEASON = 0.03;
const PEAK_WEEK = 37;

/** Excess of demand for trucks over supply, nationwide by week, as a share of a price: cycle, seasons, and the scenario's move. */
const nationalTightness = (random: Random, { move }: Scenario, weeks: number): readonly number[] =>
  random.wandering(weeks, 0.02, 0.08).map((cycle, week) => {
    const moved = Math.min(1, Math.max(0, (week + 1 - MOVE_FROM_WEEK) / MOVE_WEEKS));
    const season = SEASON * Math.cos((2 * Math.PI * (week - PEAK_WEEK)) / 52);
    return cycle + season + Math.log(1 + move) * moved;
  });

/** The price factor of excess demand: a shortage changes prices more than a surplus. */
const priceOfTightness = (tightness: number): number =>
  Math.exp(tightness + 0.4 * Math.max(0, tightness) ** 2);

/** The carriers around a terminal. Amounts are USD without fuel. */
const drawMarket = (random: Random, weeks: number) => ({
  /** Revenue that a truck needs in a day. */
  dayRevenue: 610 * Math.exp(0.07 * random.normal()),
  leastCharge: 610 * random.between(0.42, 0.68),
  visitHours: random.between(0.4, 1.7),
  /** Excess demand relative to the nation. */
  tightness: random.wandering(weeks, 0.05, 0.035),
});

function drawLane({ doors }: FreightLane, weeks: number, { laneJumps }: Scenario, random: Random) {
  let jumped = 0.065 * random.normal();
  return {
    doorHours: random.between(0.8, 2),
    speed: random.between(44, 56),
    /** Part of the way back that another shipper pays for: more likely on long hauls. */
    backhaul: Math.min(0.85, Math.max(0, ((doors[0]?.miles ?? 0) - 80) / 500 + 0.15 * random.normal())),
    /** Its price relative to other lanes: slow changes and jumps. */
    premium: random.wandering(weeks, 0.03, 0.025).map((value) => {
      if (random.uniform() < laneJumps) jumped += JUMP * (random.uniform() < 0.5 ? -1 : 1);
      return value + jumped;
    }),
  };
}

export type LanePrices = ReturnType<typeof drawPrices>;

/**
 * Draws the true prices of one run: the middle of the market, without bias or noise.
 * @param mondays of its weeks, YYYY-MM-DD.
 */
export function drawPrices(
  lanes: readonly FreightLane[],
  mondays: readonly string[],
  scenario: Scenario,
  random: Random,
) {
  const weeks = mondays.length;
  const national = nationalTightness(random.fork('nation'), scenario, weeks);
  const markets = new Map(
    [...new Set(lanes.map(({ market }) => market))].map((market) => [
      market,
      drawMarket(random.fork(`market ${market}`), weeks),
    ]),
  );
  const facts = new Map(lanes.map((lane) => [lane, drawLane(lane, weeks, scenario, random.fork(lane.id))]));

  /** The price of a move in a week, USD. */
  return (lane: FreightLane, miles: number, week: number) => {
    const market = markets.get(lane.market);
    const own = facts.get(lane);
    if (market === undefined || own === undefined) throw new Error(`${lane.id} was not drawn.`);
    const { dayRevenue, leastCharge, visitHours, tightness } = market;
    const roadMiles = miles * (2 - 0.8 * own.backhaul);
    const hours = 2 * visitHours + own.doorHours + streetHours(miles, own.speed) * (2 - 0.8 * own.backhaul);
    const byWork = dayRevenue * truckDays(hours) + USD_A_MILE * roadMiles + 60;
    const diesel = dieselFor(lane.terminal.state, addDays(mondays[week] ?? '', -7)).pricePerGallon;
    return {
      linehaul:
        // Nearly the larger of both: short hauls are nearly flat.
        (byWork ** 8 + leastCharge ** 8) ** (1 / 8) *
        priceOfTightness((national[week] ?? 0) + (tightness[week] ?? 0)) *
        Math.exp(own.premium[week] ?? 0),
      // Surcharge tables have steps of five cents and the diesel price of the week before, for nine tenths of the fuel.
      fuel: (0.9 * roadMiles * Math.max(0, Math.floor((diesel - 1.2) / 0.05) * 0.05)) / 5.8,
    };
  };
}

/** Hours that a drayage driver can work between the first gate and the last. */
const HOURS_A_DAY = 10.5;
/** Running cost per mile without fuel, USD: tires, repair, tolls. */
const USD_A_MILE = 0.38;

const streetHours = (miles: number, speed: number): number =>
  Math.min(miles, 12) / 22 + Math.max(0, miles - 12) / speed;

/**
 * Truck days that a haul takes. A dispatcher fills a day with whole turns: three short ones, two, or one. Half of
 * the remaining day is lost, and a haul of more than a day keeps truck and driver until the end of the last day.
 */
function truckDays(hours: number): number {
  const exact = hours / HOURS_A_DAY;
  const whole = exact < 1 ? 1 / smoothFloor(1 / exact) : smoothCeiling(exact);
  return (exact + whole) / 2;
}

/** Dispatchers swap turns between drivers, so the step near a whole number is a slope. */
const smoothCeiling = (value: number): number =>
  Math.floor(value) + Math.min(1, (value - Math.floor(value)) / 0.35);
const smoothFloor = (value: number): number =>
  Math.floor(value) + Math.max(0, (value - Math.floor(value) - 0.65) / 0.35);

import type { EquipmentType } from '../../../shared/costs/equipment/equipment-type.ts';
import { addDays } from '../../../shared/platform/time/utc-calendar.ts';
import { drawFreightMap, type FreightLane } from './freight-map.ts';
import { drawPrices, type LanePrices } from './lane-prices.ts';
import { createRandom, type Random } from './random.ts';
import { SCENARIOS, type Scenario, type ScenarioName } from './scenario.ts';

export interface SimulationTerms {
  readonly seed: string;
  readonly scenario: ScenarioName;
  /** Monday of the first week, YYYY-MM-DD. */
  readonly from: string;
  readonly weeks: number;
  readonly loadsAWeek: number;
}

/** The loads of one week, in no particular order. */
export interface SimulatedWeek {
  readonly monday: string;
  readonly loads: readonly ReportedLoad[];
}

/** One reported load with the fields of the import file, and its true price. */
export interface ReportedLoad {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly origin: string;
  readonly destination: string;
  readonly equipment: EquipmentType;
  /** USD. */
  readonly rate: number;
  readonly fuelIncluded: boolean;
  readonly contributor: string;
  /** The market's price for such a move that week, USD, with fuel if `rate` includes it. */
  readonly truth: number;
}

/** Simulates a freight economy week by week; the same terms give the same loads. */
export async function* simulate(terms: SimulationTerms): AsyncGenerator<SimulatedWeek> {
  const scenario = SCENARIOS[terms.scenario];
  const random = createRandom(`${terms.seed}/${terms.scenario}`);
  const mondays = Array.from({ length: terms.weeks }, (_, week) => addDays(terms.from, 7 * week));
  const lanes = await drawFreightMap(random.fork('map'), terms.loadsAWeek);
  const priceOf = drawPrices(lanes, mondays, scenario, random.fork('prices'));
  const contributors = drawContributors(random.fork('contributors'));
  const buyers = lanes.map((lane) => drawBuyers(lane, contributors, random));
  const luck = random.fork('loads');
  const draws = { equipment: luck.weighted(EQUIPMENT.map(([, weight]) => weight)), day: luck.weighted(DAYS) };
  for (const [week, monday] of mondays.entries()) {
    const loads: ReportedLoad[] = [];
    for (const [position, lane] of lanes.entries()) {
      const ofLane = buyers[position] ?? [];
      for (let count = luck.poisson(lane.volume); count > 0; count--)
        loads.push(reportLoad({ lane, buyers: ofLane, priceOf, week, monday, scenario, draws }, luck));
    }
    yield { monday, loads };
  }
}

/** A broker or carrier that reports its loads. */
interface Contributor {
  readonly name: string;
  /** Part of the market's loads that it reports. */
  readonly size: number;
  /** What it pays relative to the market, as a share. */
  readonly bias: number;
  /** Scatter of its rates: 1 is typical. */
  readonly looseness: number;
  /** Parts of its rates that include other charges, and the fuel surcharge. */
  readonly accessorials: number;
  readonly fuelIncluded: number;
  /** Rates are rounded to multiples of this many dollars. */
  readonly rounding: number;
}

const CONTRIBUTORS = 16;
const BUYERS_A_LANE = 4;

/** Few large contributors and many small ones, each with its own habits. */
const drawContributors = (habits: Random): readonly Contributor[] =>
  Array.from({ length: CONTRIBUTORS }, (_, position) => ({
    name: `contributor-${String(position + 1).padStart(2, '0')}`,
    size: Math.exp(0.9 * habits.normal()),
    bias: 0.018 * habits.normal(),
    looseness: habits.between(0.75, 1.3),
    accessorials: habits.between(0, 0.12),
    fuelIncluded: Math.floor(3 * habits.uniform()) / 2,
    rounding: [1, 5, 5, 25][Math.floor(4 * habits.uniform())] ?? 5,
  }));

/** The contributors that buy on a lane, one for each of its loads in turn, with what each pays there. */
function drawBuyers({ id }: FreightLane, contributors: readonly Contributor[], random: Random) {
  const fork = random.fork(`buyers ${id}`);
  const draw = fork.weighted(contributors.map(({ size }) => size));
  return Array.from({ length: BUYERS_A_LANE }, () => contributors[draw()] as Contributor).map(
    (contributor) => ({ ...contributor, bias: contributor.bias + 0.012 * fork.normal() }),
  );
}

/** Equipment, its weight among loads, and its price: a factor, and USD in addition. */
const EQUIPMENT: readonly (readonly [type: EquipmentType, weight: number, share: number, usd: number])[] = [
  ['container_40hc', 50, 1, 0],
  ['container_40', 28, 1, 0],
  ['container_20', 12, 0.985, 0],
  ['container_45hc', 4, 1.02, 0],
  ['reefer_container_40', 5, 1.04, 95],
  ['iso_tank', 0.5, 1.05, 140],
  ['flatrack', 0.5, 1.05, 120],
];

/** USD of other charges that are booked into a rate: chassis days, pre-pull, yard, detention. */
const BOOKED = [40, 80, 120, 150, 175, 75, 80, 160] as const;
/** Typing errors in one of 300 rates, as factors. */
const SLIPS = [2, 0.5, 10, 0.1] as const;
const SLIP_CHANCE = 1 / 300;
/** Monday to Sunday. */
const DAYS = [5, 5, 5, 5, 5, 1, 0.3] as const;

interface LoadTerms {
  readonly lane: FreightLane;
  readonly buyers: readonly Contributor[];
  readonly priceOf: LanePrices;
  readonly week: number;
  /** YYYY-MM-DD. */
  readonly monday: string;
  readonly scenario: Scenario;
  readonly draws: Readonly<Record<'equipment' | 'day', () => number>>;
}

/** Draws one load of a lane in a week. */
function reportLoad(
  { lane, buyers, priceOf, week, monday, scenario, draws }: LoadTerms,
  luck: Random,
): ReportedLoad {
  const oneOf = <One>(values: readonly One[]): One =>
    values[Math.floor(luck.uniform() * values.length)] as One;
  const { place, miles } = oneOf(lane.doors);
  const buyer = oneOf(buyers);
  const [equipment, , share, usd] = EQUIPMENT[draws.equipment()] as (typeof EQUIPMENT)[number];
  const price = priceOf(lane, miles, week);
  const fuelIncluded = luck.uniform() < buyer.fuelIncluded;
  const truth = price.linehaul * share + usd + (fuelIncluded ? price.fuel : 0);
  const deviation = scenario.noise * buyer.looseness * luck.student(scenario.freedom);
  const booked = luck.uniform() < buyer.accessorials ? oneOf(BOOKED) : 0;
  const slip = luck.uniform() < SLIP_CHANCE ? oneOf(SLIPS) : 1;
  const paid = (truth * Math.exp(buyer.bias + deviation) + booked) * slip;
  return {
    date: addDays(monday, draws.day()),
    origin: lane.terminal.name,
    destination: `${place.city}, ${place.state} ${place.zip}`,
    equipment,
    rate: Math.max(1, Math.round(paid / buyer.rounding) * buyer.rounding),
    fuelIncluded,
    contributor: buyer.name,
    truth,
  };
}

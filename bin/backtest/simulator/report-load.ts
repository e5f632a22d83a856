import type { EquipmentType } from '../../../shared/costs/equipment/equipment-type.ts';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import { addDays } from '../../../shared/platform/time/utc-calendar.ts';
import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import type { FreightLane } from './freight-map.ts';
import type { LaneEconomy } from './lane-economy.ts';
import type { Random } from './random.ts';
import type { Scenario } from './scenario.ts';

/** A broker or carrier that reports its loads. */
interface Contributor {
  readonly name: string;
  /** Part of the market's loads that it reports, before the effect of its home terminal. */
  readonly size: number;
  /** What it pays relative to the market, as a share. */
  readonly bias: number;
  /** Scatter of its rates: 1 is typical. */
  readonly looseness: number;
  /** Part of its lanes that it contracts for a quarter. */
  readonly contracts: number;
  /** Part of its rates that include other charges. */
  readonly accessorials: number;
  /** Part of its rates that include the fuel surcharge. */
  readonly fuelIncluded: number;
  /** Rates are rounded to multiples of this many dollars. */
  readonly rounding: number;
  /** The terminal near which it does most of its business. */
  readonly home: Terminal | undefined;
}

const CONTRIBUTORS = 16;
const HOME_MILES = 150;

/** Few large contributors and many small ones, each with its own habits. */
export function drawContributors(lanes: readonly FreightLane[], random: Random): readonly Contributor[] {
  const habits = random.fork('contributors');
  const homeLane = random.fork('homes').weightedOf(lanes.map(({ volume }) => volume));
  return Array.from({ length: CONTRIBUTORS }, (_, position) => ({
    name: `contributor-${String(position + 1).padStart(2, '0')}`,
    size: Math.exp(0.9 * habits.normal()),
    bias: 0.018 * habits.normal(),
    looseness: habits.between(0.75, 1.3),
    contracts: habits.uniform() < 0.4 ? habits.between(0.1, 0.5) : 0,
    accessorials: habits.between(0, 0.12),
    fuelIncluded: habits.weighted([0.25, 0.45, 0.3]) / 2,
    rounding: [1, 5, 5, 25][habits.weighted([1, 1, 1, 0.5])] ?? 5,
    home: lanes[homeLane()]?.terminal,
  }));
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

/** The buyers of a lane. */
interface LaneHabits {
  readonly buyers: readonly Buyer[];
  readonly shares: readonly number[];
  /** Deviation of a load from its buyer's typical price there, as a share. */
  readonly noise: number;
}

interface Buyer {
  readonly contributor: Contributor;
  /** What it pays there relative to what it pays elsewhere. */
  readonly bias: number;
  /** Whether it contracts the lane for a quarter, and the week of the run from which its quarters count. */
  readonly contract: boolean;
  readonly quarterFrom: number;
}

const WEEKS_A_QUARTER = 13;
/** A shipper with a contract pays a little less than on the spot market. */
const CONTRACT_SHARE = 0.985;

export function laneHabits(
  lane: FreightLane,
  contributors: readonly Contributor[],
  random: Random,
  { noise }: Scenario,
): LaneHabits {
  const count = Math.min(contributors.length, 1 + random.poisson(3.5));
  const weights = contributors.map(
    ({ size, home }) => size * (home && greatCircleMiles(home, lane.terminal) < HOME_MILES ? 4 : 1),
  );
  const chosen = new Set<number>();
  for (let draw = 0; draw < 3 * count && chosen.size < count; draw++) chosen.add(random.weighted(weights));
  const buyers = [...chosen].flatMap((position): readonly Buyer[] => {
    const contributor = contributors[position];
    if (contributor === undefined) return [];
    return [
      {
        contributor,
        bias: 0.012 * random.normal(),
        contract: random.uniform() < contributor.contracts,
        quarterFrom: Math.floor(random.uniform() * WEEKS_A_QUARTER),
      },
    ];
  });
  return {
    buyers,
    shares: [...chosen].map((position) => (weights[position] ?? 0) * Math.exp(0.6 * random.normal())),
    // Prices of lanes with few loads scatter more.
    noise: noise * Math.exp(0.25 * random.normal()) * (lane.volume < 0.2 ? 1.2 : 1),
  };
}

interface LoadTerms {
  readonly lane: FreightLane;
  readonly habits: LaneHabits;
  readonly economy: LaneEconomy;
  readonly week: number;
  /** YYYY-MM-DD. */
  readonly monday: string;
  readonly scenario: Scenario;
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
const EQUIPMENT_WEIGHTS = EQUIPMENT.map(([, weight]) => weight);

/** USD of other charges that are booked into a rate: chassis days, pre-pull, yard, detention. */
const BOOKED = [40, 80, 120, 150, 175, 75, 80, 160] as const;
/** Typing errors in one of 300 rates, as factors. */
const SLIPS = [2, 0.5, 10, 0.1] as const;
const SLIP_CHANCE = 1 / 300;
/** Monday to Sunday. */
const DAYS = [5, 5, 5, 5, 5, 1, 0.3] as const;

/** Draws one load of a lane in a week. */
export function reportLoad(
  { lane, habits, economy, week, monday, scenario }: LoadTerms,
  random: Random,
): ReportedLoad {
  const door = lane.doors[Math.floor(random.uniform() * lane.doors.length)];
  const buyer = habits.buyers[random.weighted(habits.shares)];
  const equipment = EQUIPMENT[random.weighted(EQUIPMENT_WEIGHTS)];
  if (door === undefined || buyer === undefined || equipment === undefined)
    throw new Error('A lane needs doors and buyers.');
  const { contributor } = buyer;
  const [type, , share, usd] = equipment;
  const market = economy.priceOf(lane, door, week);
  const signedIn = week - ((week + buyer.quarterFrom) % WEEKS_A_QUARTER);
  const linehaul = buyer.contract
    ? economy.priceOf(lane, door, Math.max(0, signedIn)).linehaul * CONTRACT_SHARE
    : market.linehaul;
  const fuelIncluded = random.uniform() < contributor.fuelIncluded;
  const asked = (price: number): number => price * share + usd + (fuelIncluded ? market.fuel : 0);
  const spread = habits.noise * contributor.looseness * (buyer.contract ? 0.5 : 1);
  const luck =
    spread * random.student(scenario.freedom) * Math.sqrt((scenario.freedom - 2) / scenario.freedom);
  const oneOf = (values: readonly number[]): number =>
    values[Math.floor(random.uniform() * values.length)] ?? 0;
  const booked = random.uniform() < contributor.accessorials ? oneOf(BOOKED) : 0;
  const slip = random.uniform() < SLIP_CHANCE ? oneOf(SLIPS) : 1;
  const paid = (asked(linehaul) * Math.exp(contributor.bias + buyer.bias + luck) + booked) * slip;
  const { city, state, zip } = door.place;
  return {
    date: addDays(monday, random.weighted(DAYS)),
    origin: lane.terminal.name,
    destination: `${city}, ${state} ${zip}`,
    equipment: type,
    rate: Math.max(1, Math.round(paid / contributor.rounding) * contributor.rounding),
    fuelIncluded,
    contributor: contributor.name,
    truth: asked(market.linehaul),
  };
}

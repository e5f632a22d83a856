import type { EquipmentType } from '../../../shared/costs/equipment/equipment-type.ts';
import { addDays } from '../../../shared/platform/time/utc-day.ts';
import { type Contributor, type Homes, homeFactor } from './contributors.ts';
import type { FreightLane } from './freight-map.ts';
import type { LaneEconomy } from './lane-economy.ts';
import type { Random } from './random.ts';
import type { ReportedLoad } from './reported-load.ts';
import type { Scenario } from './scenario.ts';

/** The buyers of a lane. */
export interface LaneHabits {
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
  homes: Homes,
  random: Random,
  { noise }: Scenario,
): LaneHabits {
  const count = Math.min(contributors.length, 1 + random.poisson(3.5));
  const weights = contributors.map(
    (contributor) => contributor.size * homeFactor(homes, contributor, lane.terminal),
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

export interface LoadTerms {
  readonly lane: FreightLane;
  readonly habits: LaneHabits;
  readonly economy: LaneEconomy;
  readonly week: number;
  /** YYYY-MM-DD. */
  readonly monday: string;
  readonly scenario: Scenario;
}

const EQUIPMENT: readonly {
  readonly type: EquipmentType;
  readonly weight: number;
  readonly share: number;
  readonly usd: number;
}[] = [
  { type: 'container_40hc', weight: 50, share: 1, usd: 0 },
  { type: 'container_40', weight: 28, share: 1, usd: 0 },
  { type: 'container_20', weight: 12, share: 0.985, usd: 0 },
  { type: 'container_45hc', weight: 4, share: 1.02, usd: 0 },
  { type: 'reefer_container_40', weight: 5, share: 1.04, usd: 95 },
  { type: 'iso_tank', weight: 0.5, share: 1.05, usd: 140 },
  { type: 'flatrack', weight: 0.5, share: 1.05, usd: 120 },
];
const EQUIPMENT_WEIGHTS = EQUIPMENT.map(({ weight }) => weight);

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
  const market = economy.priceOf(lane, door, week);
  const signedIn = week - ((week + buyer.quarterFrom) % WEEKS_A_QUARTER);
  const linehaul = buyer.contract
    ? economy.priceOf(lane, door, Math.max(0, signedIn)).linehaul * CONTRACT_SHARE
    : market.linehaul;
  const fuelIncluded = random.uniform() < contributor.fuelIncluded;
  const asked = (price: number): number =>
    price * equipment.share + equipment.usd + (fuelIncluded ? market.fuel : 0);
  const spread = habits.noise * contributor.looseness * (buyer.contract ? 0.5 : 1);
  const luck =
    spread * random.student(scenario.freedom) * Math.sqrt((scenario.freedom - 2) / scenario.freedom);
  const booked =
    random.uniform() < contributor.accessorials
      ? (BOOKED[Math.floor(random.uniform() * BOOKED.length)] ?? 0)
      : 0;
  const slip = random.uniform() < SLIP_CHANCE ? (SLIPS[Math.floor(random.uniform() * SLIPS.length)] ?? 1) : 1;
  const paid = (asked(linehaul) * Math.exp(contributor.bias + buyer.bias + luck) + booked) * slip;
  const { city, state, zip } = door.place;
  return {
    date: addDays(monday, random.weighted(DAYS)),
    origin: lane.terminal.name,
    destinationCity: city,
    destinationState: state,
    destinationZip: zip,
    equipment: equipment.type,
    rate: Math.max(1, Math.round(paid / contributor.rounding) * contributor.rounding),
    fuelIncluded,
    contributor: contributor.name,
    truth: asked(market.linehaul),
  };
}

import { quotableCharges } from '../../costs/accessorials/tariff.ts';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import {
  CONTAINER_EQUIPMENT,
  type ContainerEquipment,
  type EquipmentType,
} from '../../costs/equipment/equipment-type.ts';
import { costOfMove } from '../../costs/model/cost-model.ts';
import { costOfRoadMove } from '../../costs/model/road-cost-model.ts';
import { mondayOfWeek, weekNumber } from '../../platform/time/utc-week.ts';
import type { MarketLane, MarketLoad } from './market-lane.ts';

/** The cost model's linehaul and fuel for a lane in a week. The market's level multiplies only the linehaul. */
export interface LaneCost {
  readonly linehaulCents: number;
  readonly fuelCents: number;
}

/** The cost of a lane in a week, at that week's diesel price. */
export const laneCost = (lane: MarketLane, week: number, dieselFor: DieselLookup): LaneCost =>
  costAt(lane, dieselFor(lane.originState, mondayOfWeek(week)).pricePerGallon);

function costAt(lane: MarketLane, dieselPrice: number): LaneCost {
  const { miles, terminalType, originState: state, trailer, wage, tolls } = lane;
  const { linehaulCents, fuelCents } =
    trailer === undefined
      ? costOfMove({ miles, terminalType, state, wage, tolls, dieselPrice })
      : costOfRoadMove({ equipment: trailer, miles, tolls, dieselPrice });
  return { linehaulCents, fuelCents };
}

/** The linehaul of a lane's move at another distance, in cents; it does not depend on the price of diesel. */
export const linehaulAt = (lane: MarketLane, miles: number): number =>
  costAt({ ...lane, miles }, 0).linehaulCents;

/**
 * The tariff's charge for an equipment type, in cents. Callers get it separately from the rate; reported loads
 * include it.
 */
export const equipmentCents = (equipment: EquipmentType): number => EQUIPMENT_CENTS.get(equipment) ?? 0;

/** The tariff's charges that always apply with an equipment type. */
export const equipmentCharges = (equipment: ContainerEquipment) =>
  quotableCharges(equipment).filter(({ occasion }) => occasion === 'by equipment');

const EQUIPMENT_CENTS: ReadonlyMap<EquipmentType, number> = new Map(
  CONTAINER_EQUIPMENT.map((equipment) => [
    equipment,
    equipmentCharges(equipment).reduce(
      (sum, { charge, defaultQuantity }) => sum + ('cents' in charge ? charge.cents * defaultQuantity : 0),
      0,
    ),
  ]),
);

/** Smallest plausible linehaul after fuel and equipment are subtracted, as a part of the rate. */
const MIN_LINEHAUL_PART = 0.2;

/**
 * How far a load's linehaul is above the cost model's, in natural logarithms: 0 at cost, 0.1 about 10% above.
 * Fuel of its week and the tariff's charge for its equipment are subtracted first.
 */
export function loadResidual(load: MarketLoad, dieselFor: DieselLookup): number {
  const { linehaulCents, fuelCents } = laneCost(load, weekNumber(load.day), dieselFor);
  const otherCents = (load.fuelIncluded ? fuelCents : 0) + equipmentCents(load.equipment);
  return linehaulResidual(load.rateCents, otherCents, linehaulCents);
}

/** The same for a rate with `otherCents` that are not linehaul. */
const linehaulResidual = (rateCents: number, otherCents: number, linehaulCents: number): number =>
  Math.log(Math.max(rateCents - otherCents, rateCents * MIN_LINEHAUL_PART) / linehaulCents);

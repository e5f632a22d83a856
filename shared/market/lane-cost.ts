import { TARIFF } from '../accessorials/tariff.ts';
import type { ContainerEquipment } from '../equipment/equipment-type.ts';
import { costOfMove } from '../rates/cost-model.ts';
import type { DieselLookup } from '../rates/diesel-lookup.ts';
import type { MarketLane, MarketLoad } from './market-load.ts';
import { mondayOfWeek, weekNumber } from './week-number.ts';

/** What the cost model says of a lane in a week: what the market's level multiplies, and what it does not. */
export interface LaneCost {
  readonly linehaulCents: number;
  readonly fuelCents: number;
}

/** The cost of a lane in a week, with that week's diesel price. */
export function laneCost(lane: MarketLane, week: number, dieselFor: DieselLookup): LaneCost {
  const { linehaulCents, fuelCents } = costOfMove({
    miles: lane.miles,
    terminalType: lane.terminalType,
    state: lane.originState,
    dieselPrice: dieselFor(lane.originState, mondayOfWeek(week)).pricePerGallon,
  });
  return { linehaulCents, fuelCents };
}

/** What the tariff charges for an equipment itself, in cents: callers get it beside the rate, reported loads hold it. */
export const equipmentCents = (equipment: ContainerEquipment): number => EQUIPMENT_CENTS.get(equipment) ?? 0;

const EQUIPMENT_CENTS: ReadonlyMap<string, number> = new Map(
  TARIFF.filter(({ occasion }) => occasion === 'by equipment').flatMap(
    ({ equipment, charge, defaultQuantity }) =>
      equipment.map((name) => [name, 'cents' in charge ? charge.cents * defaultQuantity : 0] as const),
  ),
);

/** The least linehaul that is believed to be left once fuel and equipment are taken off, as a part of the rate. */
const LEAST_LINEHAUL_PART = 0.2;

/**
 * How far a load's linehaul lies above the cost model's, in natural logarithms: 0 at cost, 0.1 about 10% above. The fuel
 * of its week and the tariff's charge for its equipment are taken off before.
 */
export function loadResidual(load: MarketLoad, dieselFor: DieselLookup): number {
  const { linehaulCents, fuelCents } = laneCost(load, weekNumber(load.day), dieselFor);
  const beside = (load.fuelIncluded ? fuelCents : 0) + equipmentCents(load.equipment);
  const linehaul = Math.max(load.rateCents - beside, load.rateCents * LEAST_LINEHAUL_PART);
  return Math.log(linehaul / linehaulCents);
}

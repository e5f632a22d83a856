import { quotableCharges } from '../../costs/accessorials/tariff.ts';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import { CONTAINER_EQUIPMENT, type ContainerEquipment } from '../../costs/equipment/equipment-type.ts';
import { weekNumber } from '../../platform/time/utc-week.ts';
import { laneCost } from './lane-cost.ts';
import type { MarketLoad } from './market-load.ts';

/** What the tariff charges for an equipment itself, in cents: callers get it apart from the rate, reported loads include it. */
export const equipmentCents = (equipment: ContainerEquipment): number => EQUIPMENT_CENTS.get(equipment) ?? 0;

const EQUIPMENT_CENTS: ReadonlyMap<ContainerEquipment, number> = new Map(
  CONTAINER_EQUIPMENT.map((equipment) => [
    equipment,
    quotableCharges(equipment)
      .filter(({ occasion }) => occasion === 'by equipment')
      .reduce(
        (sum, { charge, defaultQuantity }) => sum + ('cents' in charge ? charge.cents * defaultQuantity : 0),
        0,
      ),
  ]),
);

/** The least linehaul that is believed to be left once fuel and equipment are taken off, as a part of the rate. */
const MIN_LINEHAUL_PART = 0.2;

/**
 * How far a load's linehaul lies above the cost model's, in natural logarithms: 0 at cost, 0.1 about 10% above. The fuel
 * of its week and the tariff's charge for its equipment are taken off before.
 */
export function loadResidual(load: MarketLoad, dieselFor: DieselLookup): number {
  const { linehaulCents, fuelCents } = laneCost(load, weekNumber(load.day), dieselFor);
  const beside = (load.fuelIncluded ? fuelCents : 0) + equipmentCents(load.equipment);
  const linehaul = Math.max(load.rateCents - beside, load.rateCents * MIN_LINEHAUL_PART);
  return Math.log(linehaul / linehaulCents);
}

import type { Accessorial } from '../accessorials/accessorial.ts';
import { accessorialFor, TARIFF } from '../accessorials/tariff.ts';
import { usd } from './cents.ts';
import type { LaneTerms } from './lane.ts';
import type { Surcharge } from './rate-result.ts';

/**
 * What the tariff charges for the equipment itself, and for hazmat and overweight where the lane has them. All are
 * amounts for each container: none depends on the rate.
 */
export function laneSurcharges({ equipment, hazmat, overweight }: LaneTerms): readonly Surcharge[] {
  const byEquipment = TARIFF.filter(
    (charge) => charge.occasion === 'by equipment' && charge.equipment.includes(equipment),
  );
  const asked = [...(hazmat ? ['hazmat'] : []), ...(overweight ? ['overweight'] : [])];
  return [...byEquipment, ...asked.flatMap((name) => accessorialFor(name, equipment) ?? [])].flatMap(
    surcharge,
  );
}

function surcharge({
  name,
  title,
  charge,
  frequency,
  defaultQuantity,
  source,
}: Accessorial): readonly Surcharge[] {
  if (!('cents' in charge)) return [];
  const amount = usd(charge.cents * defaultQuantity);
  return [{ name, title, amount, rate: usd(charge.cents), quantity: defaultQuantity, frequency, source }];
}

/** USD of all of them. */
export const surchargesTotal = (surcharges: readonly Surcharge[]): number =>
  usd(surcharges.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0));

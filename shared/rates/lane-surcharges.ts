import type { Accessorial } from '../accessorials/accessorial.ts';
import { accessorialFor, TARIFF } from '../accessorials/tariff.ts';
import { usd } from './cents.ts';
import type { LaneTerms } from './lane.ts';
import type { Surcharge } from './rate-result.ts';

/**
 * What the tariff charges for the equipment itself, and for hazmat and overweight where the lane has them.
 * @param linehaulCents what a percentage is of.
 */
export function laneSurcharges(
  { equipment, hazmat, overweight }: LaneTerms,
  linehaulCents: number,
): readonly Surcharge[] {
  const asked = [...(hazmat ? ['hazmat'] : []), ...(overweight ? ['overweight'] : [])];
  const accessorials = [
    ...TARIFF.filter((charge) => charge.occasion === 'by equipment' && charge.equipment.includes(equipment)),
    ...asked.flatMap((name) => accessorialFor(name, equipment) ?? []),
  ];
  return accessorials.map((accessorial) => surcharge(accessorial, linehaulCents));
}

function surcharge(accessorial: Accessorial, linehaulCents: number): Surcharge {
  const { name, title, charge, frequency, defaultQuantity: quantity, source } = accessorial;
  const cents = 'cents' in charge ? charge.cents : Math.round((linehaulCents * charge.percentOfBase) / 100);
  return { name, title, amount: usd(cents * quantity), rate: usd(cents), quantity, frequency, source };
}

/** USD of all of them. */
export const surchargesTotal = (surcharges: readonly Surcharge[]): number =>
  usd(surcharges.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0));

import { percentOf } from '../model/percentage.ts';
import type { Accessorial, Frequency } from './accessorial.ts';
import { type ApplicableCharge, centsOfDays } from './own-tariff.ts';

/** What the amount of a charge depends on. Integer cents. */
export interface ChargedMove {
  /** One way. */
  readonly miles: number;
  /** The amounts to which percentages apply. */
  readonly baseRateCents: number;
  readonly fuelSurchargeCents: number;
}

/** The amount of a charge for a move, and what it is the product of. Integer cents. */
export interface ChargeAmount {
  readonly frequency: Frequency;
  readonly quantity: number;
  readonly rateCents: number;
  readonly amountCents: number;
}

/**
 * The amount of a charge for its default quantity. A percentage applies to the base rate, once for the whole move; for
 * another trip it applies to base rate plus fuel surcharge. Days by tiers are one amount for the whole move.
 * @param charge that of the accessorial, or another that replaces it.
 */
export function chargeAmount(
  accessorial: ApplicableCharge,
  charge: ApplicableCharge['charge'],
  { miles, baseRateCents, fuelSurchargeCents }: ChargedMove,
): ChargeAmount {
  const { frequency, defaultQuantity, freeTime = 0, includesFuel } = accessorial;
  if ('cents' in charge) {
    const quantity = frequency === 'per mile' ? miles : Math.max(0, defaultQuantity - freeTime);
    const amountCents = Math.round(charge.cents * quantity);
    return { frequency, quantity, rateCents: charge.cents, amountCents };
  }
  const whole = (amountCents: number, ofTheMove: Frequency): ChargeAmount => ({
    frequency: ofTheMove,
    quantity: 1,
    rateCents: amountCents,
    amountCents,
  });
  if ('tiers' in charge) return whole(Math.round(centsOfDays(charge.tiers, defaultQuantity)), 'per load');
  const wholeCents = baseRateCents + (includesFuel ? fuelSurchargeCents : 0);
  return whole(
    percentOf(wholeCents, charge.percentOfBase),
    'percentOfBase' in accessorial.charge ? frequency : 'per load',
  );
}

/** A charge that a move usually has and that its price does not include. */
export interface ExcludedCharge<Charge> {
  readonly accessorial: Charge;
  /** Why the move usually has it: a sentence for callers. */
  readonly reason: string;
}

/** The usual charges that are not in `charged`. A charge in `charged` also covers the charges that it replaces. */
export function excludedFrom<Charge extends Pick<Accessorial, 'name' | 'replaces' | 'usualReason'>>(
  applicable: readonly Charge[],
  charged: readonly string[],
): readonly ExcludedCharge<Charge>[] {
  const covered = new Set([
    ...charged,
    ...applicable.filter(({ name }) => charged.includes(name)).flatMap(({ replaces = [] }) => replaces),
  ]);
  return applicable.flatMap((accessorial) =>
    accessorial.usualReason === undefined || covered.has(accessorial.name)
      ? []
      : [{ accessorial, reason: accessorial.usualReason }],
  );
}

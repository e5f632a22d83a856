import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { hundredths, WHOLE } from '../strategy/percentage.ts';
import type { MarginBand, PricingStrategy } from '../strategy/pricing-strategy.ts';

type Rounding = PricingStrategy['rounding'];

/** The band of the equipment's own list, else of the general one, that starts nearest below these one-way miles. */
export function marginBand(
  { margins, marginsByEquipment }: Pick<PricingStrategy, 'margins' | 'marginsByEquipment'>,
  equipment: EquipmentType,
  miles: number,
): MarginBand {
  const bands = marginsByEquipment[equipment] ?? margins;
  const band = bands.findLast(({ fromMiles }) => fromMiles <= miles);
  if (band === undefined) throw new RangeError(`No margin band of ${equipment} covers ${miles} miles`);
  return band;
}

/** A multiple of `step` near `amount`, both integers; half a step goes up. */
function toMultiple(amount: number, step: number, mode: Rounding['mode']): number {
  const over = amount % step;
  const up = mode === 'up' ? over > 0 : mode === 'nearest' && over * 2 >= step;
  return amount - over + (up ? step : 0);
}

/**
 * Integer cents that a cost (integer cents) is sold for: marked up by the band's percentage or its floor, whichever is
 * more, and rounded once. Where rounding would leave less than the cost and the floor it goes up instead.
 */
export function baseRateCents(costCents: number, band: MarginBand, { toCents, mode }: Rounding): number {
  const step = toCents * WHOLE;
  const least = (costCents + band.floorCents) * WHOLE;
  const marked = costCents * (WHOLE + hundredths(band.percent));
  const rounded = toMultiple(Math.max(marked, least), step, mode);
  return Math.max(rounded, toMultiple(least, step, 'up')) / WHOLE;
}

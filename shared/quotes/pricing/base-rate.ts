import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { hundredths, WHOLE } from '../../costs/model/percentage.ts';
import type { MarginBand, PricingStrategy } from '../strategy/pricing-strategy.ts';

type Rounding = PricingStrategy['rounding'];

/** The margin band for these one-way miles, from the equipment's own bands or else the general ones. */
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

/** Rounds `amount` to a multiple of `step`, both integers; "nearest" rounds half a step up. */
function toMultiple(amount: number, step: number, mode: Rounding['mode']): number {
  const over = amount % step;
  const up = mode === 'up' ? over > 0 : mode === 'nearest' && over * 2 >= step;
  return amount - over + (up ? step : 0);
}

/**
 * The base rate for a cost, both in integer cents: cost plus the larger of the band's percentage and floor, rounded once.
 * If rounding gives less than cost plus floor, it rounds up instead.
 */
export function baseRateCents(costCents: number, band: MarginBand, { toCents, mode }: Rounding): number {
  const step = toCents * WHOLE;
  const least = (costCents + band.floorCents) * WHOLE;
  const marked = costCents * (WHOLE + hundredths(band.percent));
  const rounded = toMultiple(Math.max(marked, least), step, mode);
  return Math.max(rounded, toMultiple(least, step, 'up')) / WHOLE;
}

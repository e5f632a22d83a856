import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';

const cents = v.pipe(v.number(), v.integer());

/** What reports add up of a quote. */
export const quoteFigures = v.object({
  equipment: v.picklist(EQUIPMENT_TYPES),
  /** "Los Angeles, CA to Phoenix, AZ"; a terminal counts to the city of its port. */
  lane: v.string(),
  /** Base rate over the market cost that it covers, and that cost. */
  marginCents: cents,
  marginCostCents: cents,
  /** Base rate and fuel surcharge over the market rate, and that rate. */
  spreadCents: cents,
  marketCents: cents,
});

/** Amounts in integer cents. */
export type QuoteFigures = Readonly<v.InferOutput<typeof quoteFigures>>;

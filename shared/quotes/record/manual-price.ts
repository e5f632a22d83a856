import * as v from 'valibot';
import { decimal, optionalField } from '../../platform/http/body-fields.ts';
import { callerText } from '../../platform/text/bounded-text.ts';

const MAX_REASON_LENGTH = 500;

const amount = v.exactOptional(decimal(0, 1_000_000, 2));

/** `price` of a request: one of the three members that set a price, and why. */
export const priceFields = v.strictObject(
  {
    total_rate: amount,
    base_rate: amount,
    margin_percent: v.exactOptional(decimal(-100, 1_000, 2)),
    reason: v.exactOptional(optionalField(callerText(MAX_REASON_LENGTH))),
  },
  'must be an object with total_rate, base_rate or margin_percent, and optionally reason',
);

export const PRICE_MEMBERS = ['total_rate', 'base_rate', 'margin_percent'] as const;

export interface ManualPrice {
  readonly set: (typeof PRICE_MEMBERS)[number];
  /** USD or percent. */
  readonly value: number;
  /** "" for none. */
  readonly reason: string;
}

export const ONE_PRICE = `must have exactly one of ${PRICE_MEMBERS.join(', ')}`;
export const isOnePrice = (price: v.InferOutput<typeof priceFields>): boolean =>
  PRICE_MEMBERS.filter((name) => price[name] !== undefined).length === 1;

/** Reads `price`; null if it is left out. */
export const manualPrice = v.pipe(
  optionalField(v.pipe(priceFields, v.check(isOnePrice, ONE_PRICE))),
  v.transform((price): ManualPrice | null => {
    const set = PRICE_MEMBERS.find((name) => price?.[name] !== undefined);
    if (price === undefined || set === undefined) return null;
    return { set, value: price[set] ?? 0, reason: price.reason?.trim() ?? '' };
  }),
);

/** `price` with its values instead of their reading, for a request that is built from a stored quote. */
export const priceRequest = ({ set, value, reason }: ManualPrice) => ({ [set]: value, reason });

/** What a quote is priced by: the market, a contract rate, or a contract rate if one matches and else the market. */
export const PRICING_TYPES = ['spot', 'contract', 'auto'] as const;
export type PricingType = (typeof PRICING_TYPES)[number];

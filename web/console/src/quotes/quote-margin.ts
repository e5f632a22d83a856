import type { Quote } from '../api/client.ts';
import { toCents } from '../format/money.ts';

/** What a quote costs and earns, in USD. */
export interface QuoteMargin {
  /** Market cost of linehaul and fuel. */
  readonly cost: number;
  /** Base rate and fuel surcharge less the cost, with the rounding of the base rate. Accessorials have no margin here. */
  readonly margin: number;
  /** The margin as a share of base rate and fuel surcharge. */
  readonly share: number;
}

/** undefined for quotes without a market cost. */
export function marginOf({ pricing, market }: Pick<Quote, 'pricing' | 'market'>): QuoteMargin | undefined {
  if (market === undefined) return undefined;
  const price = toCents(pricing.base_rate + pricing.fuel_surcharge);
  const margin = toCents(price - market.rate);
  return { cost: market.rate, margin, share: price === 0 ? 0 : margin / price };
}

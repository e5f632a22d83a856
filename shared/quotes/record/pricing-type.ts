/** What a quote is priced by: the market, a contract rate, or a contract rate if one matches and else the market. */
export const PRICING_TYPES = ['spot', 'contract', 'auto'] as const;
export type PricingType = (typeof PRICING_TYPES)[number];

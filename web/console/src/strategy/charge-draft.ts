import type { PricingStrategyTerms } from '../api/client.ts';
import { numberIn } from '../format/typed-number.ts';

export type AccessorialName = keyof PricingStrategyTerms['accessorial_overrides'];

/** The price of an accessorial as it is typed. */
export interface ChargeDraft {
  readonly name: AccessorialName;
  readonly unit: 'rate' | 'percent_of_base';
  readonly amount: string;
}

/** Prices of accessorials as texts. */
export const chargeDrafts = (
  overrides: Readonly<
    Record<string, { readonly rate?: number | undefined; readonly percent_of_base?: number | undefined }>
  >,
): ChargeDraft[] =>
  Object.entries(overrides).map(([name, { rate, percent_of_base }]) => ({
    name: name as AccessorialName,
    unit: rate === undefined ? 'percent_of_base' : 'rate',
    amount: String(rate ?? percent_of_base ?? ''),
  }));

/** Prices of accessorials as the API has them. */
export function readCharges(charges: readonly ChargeDraft[]): PricingStrategyTerms['accessorial_overrides'] {
  const overrides: Record<string, { rate?: number; percent_of_base?: number }> = {};
  for (const { name, unit, amount } of charges) overrides[name] = { [unit]: numberIn(amount) };
  return overrides;
}

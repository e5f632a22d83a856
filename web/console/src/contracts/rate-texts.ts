import type { ContractRate } from '../api/client.ts';
import { dayText } from '../format/dates.ts';
import { dollars } from '../format/money.ts';
import { counted } from '../format/numbers.ts';

export type RateType = ContractRate['rate_type'];

export const RATE_TYPES: readonly { readonly value: RateType; readonly label: string }[] = [
  { value: 'flat', label: 'Flat' },
  { value: 'per_mile', label: 'Per mile' },
  { value: 'percent_of_market', label: 'Percent of the market' },
];

/** USD per mile have up to 4 decimals. */
const PER_MILE = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});

/** An amount with its unit. */
export function amountText({ amount, rate_type: type }: Pick<ContractRate, 'amount' | 'rate_type'>): string {
  if (type === 'flat') return dollars(amount);
  return type === 'per_mile' ? `${PER_MILE.format(amount)} a mile` : `${amount}% of the market`;
}

/** The amount of a rate, and how many tiers replace it. */
export const amountAndTiersText = (rate: Pick<ContractRate, 'amount' | 'rate_type' | 'tiers'>): string =>
  rate.tiers.length === 0
    ? amountText(rate)
    : `${amountText(rate)}, ${counted(rate.tiers.length, 'volume tier')}`;

/** The pickup days of a rate. */
export const daysText = ({
  effective_from: from,
  effective_to: to,
}: Pick<ContractRate, 'effective_from' | 'effective_to'>): string =>
  to === null ? `From ${dayText(from)}` : `${dayText(from)} to ${dayText(to)}`;

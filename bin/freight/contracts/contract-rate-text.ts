import type { ContractRate } from '../../../clients/typescript/src/index.ts';
import { fuelCell } from '../../../shared/contracts/files/fuel-cell.ts';
import { oneLine } from '../session/one-line.ts';
import { tableLines } from '../session/table.ts';

const UNITS = { flat: 'USD', per_mile: 'USD per mile', percent_of_market: '% of the market' } as const;

const amountText = ({ amount, rate_type }: Pick<ContractRate, 'amount' | 'rate_type'>): string =>
  `${amount} ${UNITS[rate_type]}`;

const daysText = ({ effective_from: from, effective_to: to }: ContractRate): string =>
  `${from} to ${to ?? '-'}`;

/** A contract rate with all its terms. */
export const rateLines = (rate: ContractRate): string[] => [
  `${rate.rate_id}  version ${rate.version}`,
  `  customer       ${oneLine(rate.customer) || 'all'}`,
  `  lane           ${rate.origin} to ${rate.destination}, ${rate.equipment_type}`,
  `  amount         ${amountText(rate)}${rate.minimum === null ? '' : `, at least ${rate.minimum} USD`}`,
  ...rate.tiers.map(
    (tier) => `                 from ${tier.from_volume} loads a week: ${amountText({ ...rate, ...tier })}`,
  ),
  `  fuel           ${fuelCell(rate.fuel)}`,
  ...Object.entries(rate.accessorial_overrides).map(
    ([name, { rate: usd, percent_of_base: percent }]) =>
      `  ${name}: ${usd === undefined ? `${percent}% of the base rate` : `${usd} USD`}`,
  ),
  `  days           ${daysText(rate)}`,
  ...(rate.external_id === '' ? [] : [`  external id    ${oneLine(rate.external_id)}`]),
];

/** Contract rates as a table. */
export const rateTable = (rates: readonly ContractRate[]): string[] =>
  tableLines(
    ['rate', 'customer', 'origin', 'destination', 'equipment', 'amount', 'days'],
    rates.map((rate) => [
      rate.rate_id,
      oneLine(rate.customer) || '-',
      rate.origin,
      rate.destination,
      rate.equipment_type,
      amountText(rate),
      daysText(rate),
    ]),
  );

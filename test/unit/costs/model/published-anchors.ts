import { costOfMove, totalCents } from '../../../../shared/costs/model/cost-model.ts';
import { rateRange } from '../../../../shared/costs/model/model-error.ts';

/** U.S. diesel price of 2024-09-30 (EIA), used for the planning bands. */
export const US_DIESEL_2024 = 3.544;

/** A published price or band of prices for moves from a marine terminal. */
export interface Anchor {
  readonly description: string;
  readonly published: string;
  /** USD, or USD per mile if `perMile`. */
  readonly low: number;
  readonly high: number;
  readonly perMile: boolean;
  /** One-way miles. */
  readonly miles: readonly number[];
  /** Two-letter code of the terminal's state; "US" for the mean of all. */
  readonly state: string;
  readonly dieselPrice: number;
}

const band = (
  description: string,
  published: string,
  low: number,
  high: number,
  miles: readonly number[],
): Anchor => ({
  description: `${description} (planning band)`,
  published,
  low,
  high,
  perMile: low < 100,
  miles,
  state: 'US',
  dieselPrice: US_DIESEL_2024,
});

export const ANCHORS: readonly Anchor[] = [
  {
    description: '33 miles, Los Angeles, all in (published sample, diesel $4.259)',
    published: '$448',
    low: 448,
    high: 448,
    perMile: false,
    miles: [33],
    state: 'CA',
    dieselPrice: 4.259,
  },
  {
    description:
      'Port to Inland Empire, about 60 miles (average of 2014, a congested year, diesel about $4.00)',
    published: '$636',
    low: 636,
    high: 636,
    perMile: false,
    miles: [60],
    state: 'CA',
    dieselPrice: 4,
  },
  band('up to 30 miles', '$350-500', 350, 500, [10, 30]),
  band('31-100 miles, a mile', '$4.50-8.00', 4.5, 8, [60, 100]),
  band('100-250 miles, a mile', '$3.50-5.00', 3.5, 5, [150, 200, 250]),
  band('beyond 250 miles, a mile', '$2.80-4.00', 2.8, 4, [275, 300, 400, 500, 800]),
];

/** The model's rate and range for a move of an anchor, in the anchor's unit. */
export function modelOf({ perMile, state, dieselPrice }: Anchor, miles: number) {
  const cents = totalCents(costOfMove({ miles, terminalType: 'marine', state, dieselPrice }));
  const { minCents, maxCents } = rateRange(cents, miles);
  const unit = (value: number) => value / 100 / (perMile ? miles : 1);
  return { rate: unit(cents), min: unit(minCents), max: unit(maxCents) };
}

const formatUsd = ({ perMile, low, high }: Anchor, usd: number) =>
  `$${usd.toFixed(perMile || low === high ? 2 : 0)}`;

/** The row of an anchor in the table of the guide. */
export function rowOf(anchor: Anchor): string {
  const [only] = anchor.miles;
  const rates = anchor.miles.map((miles) => ({ miles, ...modelOf(anchor, miles) }));
  const at = (miles: number) => (anchor.miles.length === 1 && miles === only ? '' : ` at ${miles}`);
  const model = rates.map(({ miles, rate }) => `${formatUsd(anchor, rate)}${at(miles)}`).join(', ');
  const range = rates.map(
    ({ miles, min, max }) => `${formatUsd(anchor, min)}-${formatUsd(anchor, max).slice(1)}${at(miles)}`,
  );
  return `| ${anchor.description} | ${anchor.published} | ${model} | ${range.join(', ')} |`;
}

/** Units of all amounts and distances, for the texts of results. */
export const UNITS = 'Amounts are in USD, distances in one-way road miles, confidence is 0 to 100.';

interface Evidence {
  readonly source: string;
  readonly level: string;
  readonly observations: number | null;
  readonly published?: { readonly report: string; readonly date: string; readonly age_days: number };
}

/** The demo market invents loads; no other source does. */
const SIMULATED = 'simulated';

/** Whether a price rests on simulated loads. */
export const isSimulated = ({ source }: Pick<Evidence, 'source'>): boolean => source === SIMULATED;

/** What a price rests on, as a sentence. */
export function describeEvidence({ source, level, observations, published }: Evidence): string {
  if (published) return `Basis: ${published.report} of ${published.date}, ${published.age_days} days old.`;
  if (source === 'cost model') return 'Basis: the cost model; no observed loads of this lane or its markets.';
  const count = observations === null ? 'loads (count not shown)' : `${observations} loads`;
  const basis = `Basis: ${count} at level ${level}, source ${source}.`;
  return source === SIMULATED ? `${basis} SIMULATED demo data: do not use it for real prices.` : basis;
}

export const usd = (amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount);

/** The count of a metered call, from the headers of its answer; empty without them. */
export function describeUsage(headers: Readonly<Record<string, string>> | undefined): string {
  const { 'X-Usage-Used': used, 'X-Usage-Limit': limit } = headers ?? {};
  return used === undefined ? '' : `Counted as 1 rate call: ${used} of ${limit} this month.`;
}

/** Warnings as lines; none without warnings. */
export const warningLines = (warnings: readonly string[]): readonly string[] =>
  warnings.map((warning) => `Warning: ${warning}`);

/** Lines of a text without the empty ones. */
export const lines = (...all: readonly string[]): string => all.filter((line) => line !== '').join('\n');

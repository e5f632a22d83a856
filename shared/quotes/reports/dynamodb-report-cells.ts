import { customerKey } from '../../customers/customer-names.ts';
import type { Account } from '../../platform/account/account.ts';
import type { Addition } from '../../platform/dynamodb/add-numbers.ts';
import { itemsBetween } from '../../platform/dynamodb/page-of-matches.ts';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import { accountList, hashOfName } from '../counts/list-partition.ts';
import type { QuoteFigures } from '../record/stored-quote.ts';
import {
  DECISION_STATES,
  type DecisionState,
  type QuoteSource,
  type ReportCell,
  type ReportGroup,
  SUMMED,
  type Sums,
} from './quote-report.ts';

/** Groups with items of their own. The sums of a month are those over its equipment. */
type StoredGroup = Exclude<ReportGroup, 'month'>;
const STORED_GROUPS: readonly StoredGroup[] = ['customer', 'lane', 'equipment'];

/** A quote that moves into a state (`by` 1) or out of it (-1). */
export interface ReportChange {
  readonly source: QuoteSource;
  /** YYYY-MM, in UTC. */
  readonly month: string;
  readonly customer: string;
  /** Absent for quotes without figures, which are in no report. */
  readonly figures:
    | (Pick<QuoteFigures, 'equipment' | 'lane'> & Partial<Omit<QuoteFigures, 'equipment' | 'lane'>>)
    | undefined;
  readonly state: DecisionState;
  readonly by: 1 | -1;
}

const cellsKey = (account: Account, source: QuoteSource, group: StoredGroup): string =>
  `${accountList(account)}#${source === 'imported' ? 'imported-' : ''}report-${group}`;

interface Group {
  readonly name: string;
  readonly label: string;
}

const groupOf = ({ customer, figures }: ReportChange, group: StoredGroup): Group => {
  if (group === 'customer') return { name: customerKey(customer), label: customer.trim() };
  const label = String(figures?.[group]);
  return { name: label, label };
};

const sumAttribute = (state: DecisionState, summed: keyof Sums): string => `${state}.${summed}`;

/** What quotes that move add to the cells of reports. */
export const cellAdditions = (
  account: Account,
  changes: readonly ReportChange[],
  shard: number,
): readonly Addition[] =>
  changes.flatMap((change) => {
    const { figures, state, by } = change;
    if (figures === undefined) return [];
    const sums = SUMMED.flatMap((summed) => {
      const value = summed === 'quotes' ? 1 : figures[summed];
      return value === undefined ? [] : [[sumAttribute(state, summed), by * value] as const];
    });
    return STORED_GROUPS.map((group) => {
      const { name, label } = groupOf(change, group);
      return {
        Key: {
          pk: cellsKey(account, change.source, group),
          sk: `${change.month}#${hashOfName(name)}#${shard.toString(16)}`,
        },
        add: Object.fromEntries(sums),
        set: { label },
      };
    });
  });

export type QuoteReports = ReturnType<typeof createDynamoDbQuoteReports>;

/** The sums of an account's quotes. Reads are strongly consistent. */
export const createDynamoDbQuoteReports = ({ client, TableName }: QuoteTable) => ({
  /** Cells of the months `from` to `to` (YYYY-MM), both included; a month can have several cells of a group. */
  async read(
    account: Account,
    groupBy: ReportGroup,
    from: string,
    to: string,
    source: QuoteSource = 'quotes',
  ): Promise<readonly ReportCell[]> {
    const stored = groupBy === 'month' ? 'equipment' : groupBy;
    const cells: ReportCell[] = [];
    // "$" is the next character after "#", so the range includes every item of the last month.
    const range = { pk: cellsKey(account, source, stored), from, to: `${to}$`, newestFirst: false };
    for await (const { sk, label, ...attributes } of itemsBetween(client, TableName, range)) {
      const [month = '', hash = ''] = String(sk).split('#');
      const group =
        groupBy === 'month' ? { group: month, label: month } : { group: hash, label: String(label) };
      cells.push({ hasNoAmounts: source === 'imported', month, ...group, sums: readSums(attributes) });
    }
    return cells;
  },
});

const readSums = (attributes: Readonly<Record<string, unknown>>): ReportCell['sums'] =>
  Object.fromEntries(
    DECISION_STATES.map((state) => [
      state,
      Object.fromEntries(
        SUMMED.map((summed) => [summed, Number(attributes[sumAttribute(state, summed)] ?? 0)]),
      ) as Sums,
    ]),
  );

import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { customerKey } from '../../customers/customer-names.ts';
import type { Account } from '../../platform/account/account.ts';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
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

/** The writes of a transaction that change reports: one update for each item, since it writes an item once. */
export function reportUpdates(
  TableName: string,
  account: Account,
  changes: readonly ReportChange[],
  shard: number,
): TransactItem[] {
  const counted = changes.filter(({ figures }) => figures !== undefined);
  return STORED_GROUPS.flatMap((group) => {
    const byItem = Map.groupBy(counted, (change) =>
      JSON.stringify({
        pk: cellsKey(account, change.source, group),
        sk: `${change.month}#${hashOfName(groupOf(change, group).name)}#${shard.toString(16)}`,
      }),
    );
    return [...byItem].map(([key, ofItem]) => ({
      Update: { TableName, Key: JSON.parse(key), ...addToCell(ofItem, group) },
    }));
  });
}

function addToCell(changes: readonly ReportChange[], group: StoredGroup) {
  const sums = new Map<string, number>();
  for (const { figures, state, by } of changes) {
    for (const summed of SUMMED) {
      const value = summed === 'quotes' ? 1 : figures?.[summed];
      if (value === undefined) continue;
      const name = sumAttribute(state, summed);
      sums.set(name, (sums.get(name) ?? 0) + by * value);
    }
  }
  const additions = [...sums];
  const label = changes[0] === undefined ? '' : groupOf(changes[0], group).label;
  return {
    UpdateExpression: `SET label = :label ADD ${additions
      .map((_, index) => `#sum${index} :by${index}`)
      .join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(additions.map(([name], index) => [`#sum${index}`, name])),
    ExpressionAttributeValues: {
      ':label': label,
      ...Object.fromEntries(additions.map(([, by], index) => [`:by${index}`, by])),
    },
  };
}

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
    const pages = paginateQuery(
      { client },
      {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        // "$" is the next character after "#", so the range includes every item of the last month.
        ExpressionAttributeValues: {
          ':pk': cellsKey(account, source, stored),
          ':from': from,
          ':to': `${to}$`,
        },
      },
    );
    for await (const { Items = [] } of pages) {
      for (const { sk, label, ...attributes } of Items) {
        const [month = '', hash = ''] = String(sk).split('#');
        const group = groupBy === 'month' ? { group: month, label: month } : { group: hash, label };
        cells.push({ hasNoAmounts: source === 'imported', month, ...group, sums: readSums(attributes) });
      }
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

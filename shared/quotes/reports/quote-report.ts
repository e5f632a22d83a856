import type { Account } from '../../platform/account/account.ts';

export const REPORT_GROUPS = ['month', 'customer', 'lane', 'equipment'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** Quotes of a cell by their last decision. */
export const DECISION_STATES = ['undecided', 'converted', 'declined', 'superseded'] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

/** Quotes of this service, and quotes that the organization imported, which have no margin and no market rate. */
export const QUOTE_SOURCES = ['quotes', 'imported'] as const;
export type QuoteSource = (typeof QUOTE_SOURCES)[number];

export const REPORT_SOURCES = ['quotes', 'rfps', 'imported', 'all'] as const;
export type ReportSource = (typeof REPORT_SOURCES)[number];

/** Sums over quotes: their number, and amounts in integer cents. */
export const SUMMED = ['quotes', 'marginCents', 'marginCostCents', 'spreadCents', 'marketCents'] as const;
export type Sums = Readonly<Record<(typeof SUMMED)[number], number>>;

/** The quotes of a group in one month, by state; states without quotes may be absent. */
export interface ReportCell {
  /** Of imported quotes and lanes of RFPs, whose amounts are not summed. */
  readonly hasNoAmounts?: boolean;
  /** YYYY-MM, in UTC. */
  readonly month: string;
  /** Identifies the group: equal for texts that differ only in case and accents. */
  readonly group: string;
  /** Name of the group as one of its quotes has it. */
  readonly label: string;
  readonly customerId?: string;
  readonly sums: Readonly<Partial<Record<DecisionState, Sums>>>;
}

/** Cells of priced lanes of RFPs; as of quotes. `too-many-lanes`: fewer months, or a group that needs no lanes. */
export type ReadRfpCells = (
  account: Account,
  groupBy: ReportGroup,
  from: string,
  to: string,
) => Promise<readonly ReportCell[] | 'too-many-lanes'>;

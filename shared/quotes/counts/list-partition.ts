import { createHash } from 'node:crypto';
import { customerKey } from '../../customers/customer-names.ts';
import type { Account } from '../../platform/account/account.ts';
import { addDays, type UtcDay } from '../../platform/time/utc-calendar.ts';
import { MAX_VALIDITY_DAYS, type QuoteDecision, type QuoteFilter } from '../record/stored-quote.ts';

/**
 * Part of an account's quote list: "c" holds the converted quotes, "7" the undecided ones that are valid for 7 days, "d7"
 * the declined and "s7" the superseded ones. In a partition, status and outcome depend only on the creation day, so any
 * filter matches one range of days.
 */
export type ListPartition = string;

const DECISIONS = [
  ['c', 'converted'],
  ['d', 'declined'],
  ['s', 'superseded'],
] as const;

export const CONVERTED_PARTITION: ListPartition = 'c';

export function listPartition(
  decision: QuoteDecision | 'undecided' | undefined,
  validityDays: number,
): ListPartition {
  if (decision === 'converted') return CONVERTED_PARTITION;
  return `${DECISIONS.find(([, each]) => each === decision)?.[0] ?? ''}${validityDays}`;
}

export const decisionIn = (partition: ListPartition): QuoteDecision | undefined =>
  DECISIONS.find(([letter]) => partition.startsWith(letter))?.[1];

/** The validity in whole days of the quotes of a partition; undefined for the converted partition. */
export const validityOf = (partition: ListPartition): number | undefined =>
  partition === CONVERTED_PARTITION ? undefined : Number.parseInt(partition.replace(/^[ds]/, ''), 10);

/** The partitions to which a decision can move quotes of a partition. */
export function laterPartitions(partition: ListPartition): readonly ListPartition[] {
  const [decision, validityDays] = [decisionIn(partition), validityOf(partition)];
  if (validityDays === undefined || decision === 'superseded') return [];
  const superseded = listPartition('superseded', validityDays);
  if (decision === 'declined') return [superseded];
  return [listPartition('declined', validityDays), superseded, CONVERTED_PARTITION];
}

export const ALL_PARTITIONS: readonly ListPartition[] = [
  CONVERTED_PARTITION,
  ...([undefined, 'declined', 'superseded'] as const).flatMap((decision) =>
    Array.from({ length: MAX_VALIDITY_DAYS + 1 }, (_, days) => listPartition(decision, days)),
  ),
];

/** Days of creation, both included. */
export interface DayRange {
  readonly first: UtcDay;
  readonly last: UtcDay;
}

/** Includes the creation day of every quote. */
const ALL_DAYS: DayRange = { first: '1970-01-01', last: '2999-12-31' };

/** The creation days that a filter can match in any partition. A quote older than the longest validity is not active. */
export function filteredDays({ status, outcome, start, end }: QuoteFilter, today: UtcDay): DayRange {
  const first =
    status === 'active' || outcome === 'open' ? addDays(today, -MAX_VALIDITY_DAYS) : ALL_DAYS.first;
  return {
    first: later(start ?? first, first),
    last: earlier(end ?? ALL_DAYS.last, ALL_DAYS.last),
  };
}

/** Decisions and statuses of quotes with an outcome. */
const OF_OUTCOME = {
  open: { decision: undefined, status: 'active' },
  expired: { decision: undefined, status: 'expired' },
  won: { decision: 'converted' },
  lost: { decision: 'declined' },
  superseded: { decision: 'superseded' },
} as const;

/** The creation days that a filter matches in a partition as of today; undefined if it matches none. */
export function matchingDays(
  partition: ListPartition,
  filter: QuoteFilter,
  today: UtcDay,
): DayRange | undefined {
  const { status, outcome } = filter;
  const wanted = outcome && OF_OUTCOME[outcome];
  if (wanted && wanted.decision !== decisionIn(partition)) return undefined;
  const validityDays = validityOf(partition);
  let { first, last } = filteredDays(filter, today);
  for (const one of [status, wanted && 'status' in wanted ? wanted.status : undefined]) {
    if (one === undefined) continue;
    if ((one === 'converted') !== (validityDays === undefined)) return undefined;
    const firstActive = addDays(today, -(validityDays ?? 0));
    if (one === 'active') first = later(first, firstActive);
    if (one === 'expired') last = earlier(last, addDays(firstActive, -1));
  }
  return first <= last ? { first, last } : undefined;
}

const later = (a: UtcDay, b: UtcDay): UtcDay => (a > b ? a : b);
const earlier = (a: UtcDay, b: UtcDay): UtcDay => (a < b ? a : b);

/** Key of a list of quotes that has rows and counts: all quotes of an account, or those of a customer. */
export type QuoteList = string;

/** A name of any length as part of a key. */
export const hashOfName = (name: string): string =>
  createHash('sha256').update(name).digest('base64url').slice(0, 22);

/** Unique key of an account, and of the list of all its quotes; organization ids have no "#". */
export const accountList = ({ orgId, mode }: Account): QuoteList => `${orgId}#${mode}`;

/** The list of a customer's quotes. Names are compared without case, accents and spaces at the ends. */
export const customerList = (account: Account, customer: string): QuoteList =>
  `${accountList(account)}#customer#${hashOfName(customerKey(customer))}`;

export interface QuoteCustomer {
  readonly customer: string;
  readonly customerId?: string | undefined;
}

/** The lists of a customer's quotes: by its name, and of its record under any of its names. */
export const customerListsOf = (
  account: Account,
  { customer, customerId }: QuoteCustomer,
): readonly QuoteList[] => [
  ...(customerKey(customer) === '' ? [] : [customerList(account, customer)]),
  ...(customerId === undefined ? [] : [`${accountList(account)}#customer#${customerId}`]),
];

/** Partition key of the quotes with a reference. They are few, so they are not counted. Compared as customers are. */
export const referenceKey = (account: Account, reference: string): string =>
  `${accountList(account)}#reference#${hashOfName(customerKey(reference))}`;

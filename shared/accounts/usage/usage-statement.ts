import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { integerParameter } from '../../platform/http/integer-parameter.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { ACCESS_REJECTIONS } from '../authorization/access-rejections.ts';
import type { UsageReader } from './dynamodb-usage-reader.ts';
import { periodEnd, recentPeriods, usagePeriod } from './usage-headers.ts';

/** Months that a statement covers by default, and at most, including the current month. */
export const DEFAULT_MONTHS = 12;
export const MAX_MONTHS = 36;
const MONTHS = `months must be a whole number from 1 to ${MAX_MONTHS}`;

export const usageParameters = v.object({
  months: integerParameter(MAX_MONTHS, DEFAULT_MONTHS, MONTHS),
});

/** Reads the number of months of the history from the query, including the current month. */
export function readMonths(query: Readonly<Record<string, string>>): Outcome<number> {
  const parsed = v.safeParse(usageParameters, query);
  if (parsed.success) return succeed(parsed.output.months);
  return reject({ kind: 'invalid', message: parsed.issues[0].message });
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const period = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/));
const history = v.pipe(v.array(v.looseObject({ period, used: count })), v.maxLength(MAX_MONTHS));

export const readUsageResponse = v.looseObject({
  status: v.literal('success'),
  data: v.looseObject({
    mode: v.picklist(['test', 'live']),
    period,
    used: count,
    limit: count,
    remaining: count,
    resetsAt: v.pipe(v.string(), v.isoTimestamp()),
    billing: v.boolean(),
    history,
    quotes: v.looseObject({ used: count, limit: v.nullable(count), remaining: v.nullable(count), history }),
  }),
});
export type UsageResponse = v.InferOutput<typeof readUsageResponse>;

/**
 * The usage of `months` months, including the current month: calls that count against the limit (rates and lanes of RFPs),
 * and created quotes. The limit can be lowered below the usage: then 0 remain.
 * @returns undefined if the organization is unknown.
 */
export async function readUsageStatement(
  reader: UsageReader,
  account: Account,
  now: Date,
  months: number = DEFAULT_MONTHS,
) {
  const periods = recentPeriods(now, months);
  const reading = await reader.read(account, periods);
  if (!reading) return undefined;

  const period = usagePeriod(now);
  const used = reading.used.get(period) ?? 0;
  const quotesMade = reading.quotes.get(period) ?? 0;
  const { quoteLimit } = reading;
  const historyOf = (counts: ReadonlyMap<string, number>) =>
    periods
      .map((month) => ({ period: month, used: counts.get(month) ?? 0 }))
      .filter((month) => month.used > 0);
  return {
    period,
    used,
    limit: reading.usageLimit,
    remaining: Math.max(0, reading.usageLimit - used),
    resetsAt: periodEnd(period),
    billing: reading.billing,
    history: historyOf(reading.used),
    quotes: {
      used: quotesMade,
      limit: quoteLimit ?? null,
      remaining: quoteLimit === undefined ? null : Math.max(0, quoteLimit - quotesMade),
      history: historyOf(reading.quotes),
    },
  };
}

/** Reads the caller's usage in the mode of its key, also without billing information or over the limit. */
export const readUsageUseCase =
  ({ reader, now }: { readonly reader: UsageReader; readonly now: () => Date }) =>
  async ({ orgId, mode }: Account, months: number): Promise<Outcome<UsageResponse>> => {
    const statement = await readUsageStatement(reader, { orgId, mode }, now(), months);
    if (!statement) return reject(ACCESS_REJECTIONS.organizationMissing);
    return succeed({ status: 'success', data: { mode, ...statement } });
  };

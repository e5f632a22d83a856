import * as v from 'valibot';
import { integerParameter } from '../../platform/http/integer-parameter.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { DEFAULT_MONTHS, MAX_MONTHS } from './usage-statement.ts';

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

/** The 200 body. */
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

import * as v from 'valibot';
import { integerParameter } from '../../shared/platform/http/integer-parameter.ts';
import { type AttemptCounts, latencyQuantile } from '../../shared/webhooks/deliveries/attempt-counts.ts';
import { KEPT_DAYS } from '../../shared/webhooks/deliveries/delivery.ts';

const DEFAULT_HOURS = 24;
const MAX_HOURS = KEPT_DAYS * 24;

export const healthParameters = v.object({
  hours: integerParameter(MAX_HOURS, DEFAULT_HOURS, `hours must be an integer from 1 to ${MAX_HOURS}`),
});

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const milliseconds = v.pipe(v.number(), v.minValue(0));

export const latencyFields = v.object({ average: milliseconds, p50: milliseconds, p95: milliseconds });

const countFields = v.object({
  attempts: count,
  succeeded: count,
  failed: count,
  /** Null without attempts. */
  successRate: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  /** Null without answered attempts. */
  latencyMs: v.nullable(latencyFields),
});

export const hourFields = v.object({
  startsAt: v.pipe(v.string(), v.isoTimestamp()),
  ...countFields.entries,
});

/** The 200 body. */
export const healthAnswer = v.object({
  status: v.literal('success'),
  data: v.object({
    webhookId: v.string(),
    total: countFields,
    hours: v.pipe(v.array(hourFields), v.maxLength(MAX_HOURS)),
  }),
});

/** Digits of a success rate, so that 1 failure of 10,000 attempts is visible. */
const RATE_DIGITS = 1e4;

/** Counts as the API shows them. */
export function describeCounts(counts: AttemptCounts): v.InferOutput<typeof countFields> {
  const { attempts = 0, succeeded = 0, answered = 0, answeredMs = 0 } = counts;
  const [p50, p95] = [latencyQuantile(counts, 0.5), latencyQuantile(counts, 0.95)];
  return {
    attempts,
    succeeded,
    failed: attempts - succeeded,
    // Rounded down: only a rate without failures is 1.
    successRate: attempts === 0 ? null : Math.floor((succeeded * RATE_DIGITS) / attempts) / RATE_DIGITS,
    latencyMs:
      p50 === undefined || p95 === undefined
        ? null
        : { average: Math.round(answeredMs / answered), p50, p95 },
  };
}

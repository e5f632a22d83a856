import * as v from 'valibot';
import { integerParameter } from '../../../platform/http/integer-parameter.ts';
import { type Outcome, reject, succeed } from '../../../platform/http/outcome.ts';
import { invalidWebhook } from '../../store/webhook-rejections.ts';
import { KEPT_DAYS } from '../delivery.ts';

const DEFAULT_HOURS = 24;
export const MAX_HOURS = KEPT_DAYS * 24;
const HOURS = `hours must be an integer from 1 to ${MAX_HOURS}`;

export const healthParameters = v.object({
  hours: integerParameter(MAX_HOURS, DEFAULT_HOURS, HOURS),
});

/** Reads the number of hours, including the current one. */
export function readHours(query: Readonly<Record<string, string>>): Outcome<number> {
  const parsed = v.safeParse(healthParameters, query);
  return parsed.success
    ? succeed(parsed.output.hours)
    : reject(invalidWebhook(parsed.issues.map(({ message }) => message)));
}

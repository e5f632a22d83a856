import { awsCron } from './aws-cron.ts';
import { ScheduleExpressionError } from './cron-field.ts';

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Parses rate(...) or cron(...) of EventBridge.
 * @returns a function that gives the next time after a given one; a rate counts from that time.
 * @throws ScheduleExpressionError
 */
export function scheduleExpression(expression: string): (after: Date) => Date | undefined {
  const [, kind, argument = ''] = /^(rate|cron)\(([^()]*)\)$/.exec(expression.trim()) ?? [];
  if (kind === 'cron') return awsCron(argument);
  const [, count = '', unit = '', plural] = /^(\d+) (minute|hour|day)(s)?$/.exec(argument) ?? [];
  const everyMs = Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  // AWS requires the singular for 1: rate(1 minute), rate(5 minutes).
  if (kind !== 'rate' || !(everyMs > 0) || (Number(count) === 1) !== (plural === undefined)) {
    throw new ScheduleExpressionError(
      `"${expression}" is not a valid rate(...) or cron(...) expression of EventBridge`,
    );
  }
  return (after) => new Date(after.getTime() + everyMs);
}

import { awsCron } from './aws-cron.ts';
import { ScheduleExpressionError } from './cron-field.ts';

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Reads EventBridge's rate(...) or cron(...).
 * @returns the next moment after the one before; a rate counts from when the rule was made.
 * @throws ScheduleExpressionError
 */
export function scheduleExpression(expression: string): (after: Date) => Date | undefined {
  const [, kind, argument = ''] = /^(rate|cron)\(([^()]*)\)$/.exec(expression.trim()) ?? [];
  if (kind === 'cron') return awsCron(argument);
  const [, count = '', unit = '', plural] = /^(\d+) (minute|hour|day)(s)?$/.exec(argument) ?? [];
  const everyMs = Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  // AWS insists on the grammar: rate(1 minute), rate(5 minutes).
  if (kind !== 'rate' || !(everyMs > 0) || (Number(count) === 1) !== (plural === undefined)) {
    throw new ScheduleExpressionError(
      `"${expression}" is neither rate(...) nor cron(...) as EventBridge has them`,
    );
  }
  return (after) => new Date(after.getTime() + everyMs);
}

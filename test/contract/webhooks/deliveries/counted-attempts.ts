import type { Attempt, Delivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import type { DeliveriesUnderTest } from './deliveries-under-test.ts';

/** Counts of an hour, without latency classes. */
export interface CountedHour {
  readonly attempts: number;
  readonly succeeded: number;
  readonly answered: number;
  readonly answeredMs: number;
}

/** A period that contains all hours of a test. */
const FROM = new Date('2026-01-01T00:00:00.000Z');
const TO = new Date('2027-01-01T00:00:00.000Z');

/** The stored counts of a delivery's webhook, by the start of the hour. */
export async function countedIn(
  { counts }: Pick<DeliveriesUnderTest, 'counts'>,
  { webhookId }: Pick<Delivery, 'webhookId'>,
  [from, to]: readonly [Date, Date] = [FROM, TO],
): Promise<Record<string, CountedHour>> {
  const found = await counts.byHour({ id: webhookId }, from, to);
  return Object.fromEntries(
    [...found].map(([hour, { byLatency, ...rest }]) => {
      const classed = [...byLatency.values()].reduce((sum, count) => sum + count, 0);
      if (classed !== rest.answered) throw new Error(`${classed} latencies of ${rest.answered} answers`);
      return [new Date(hour).toISOString(), rest];
    }),
  );
}

/** The expected counts of logged attempts. */
export function hoursOf(log: readonly Attempt[]): Record<string, CountedHour> {
  const byHour = Object.groupBy(log, ({ startedAt }) => `${startedAt.slice(0, 13)}:00:00.000Z`);
  return Object.fromEntries(
    Object.entries(byHour).map(([hour, attempts = []]) => {
      const answers = attempts.filter(({ status }) => status !== undefined);
      return [
        hour,
        {
          attempts: attempts.length,
          succeeded: attempts.filter(({ error }) => error === undefined).length,
          answered: answers.length,
          answeredMs: answers.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0),
        },
      ];
    }),
  );
}

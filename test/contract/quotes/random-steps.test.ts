import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createDynamoDbQuoteReports } from '../../../shared/quotes/reports/dynamodb-report-cells.ts';
import { numberOfCases } from '../../support/number-of-cases.ts';
import { type Fault, underFault } from '../../support/table-double/faults.ts';
import { createTableDouble } from '../../support/table-double/table-double.ts';
import { seededRandom } from '../terminals/synthetic-terminals.ts';
import { localTable, storeOn } from './quotes-under-test.ts';
import { compareRandomSteps } from './random-steps.ts';

const STEPS = numberOfCases(1_500, 10_000);
const START = new Date('2026-02-20T23:00:00.000Z');

/** 30% of the writes conflict; others lose their response, or the writer crashes before or after the write. */
function randomFault(random: () => number): Fault {
  const chance = random();
  if (chance < 0.3) return 'conflict';
  if (chance < 0.34) return 'lost-answer';
  if (chance < 0.37) return 'crash-before';
  return chance < 0.4 ? 'crash-after' : 'none';
}

/** Injects random faults into writes, and counts the applied writes. */
function faultyWrites(random: () => number) {
  let applied = 0;
  const around = <Answer>(apply: () => Answer): Promise<unknown> =>
    underFault(randomFault(random), async () => {
      const answer = await apply();
      applied += 1;
      return answer;
    });
  return { around, applied: () => applied };
}

describe('random steps with faults', () => {
  it.each([STEPS])(
    'give the same lists, totals and reports as the oracle after each of %i steps',
    async (steps) => {
      const random = seededRandom(20_260_317);
      const table = createTableDouble();
      const faults = faultyWrites(random);
      table.intercept(faults.around);
      const clock = { now: START };

      const { crashes, quotes } = await compareRandomSteps({
        store: storeOn(table, clock),
        reports: createDynamoDbQuoteReports(table),
        clock,
        steps,
        random,
        applied: faults.applied,
        allEvery: 250,
      });

      expect(crashes).toBeGreaterThan(steps / 100);
      expect(quotes).toBeGreaterThan(steps / 10);
    },
  );

  it('give the same lists, totals and reports on DynamoDB Local if the SDK repeats unanswered requests', async () => {
    const random = seededRandom(4);
    const faults = faultyWrites(random);
    // Below the SDK's retries: after a lost response the SDK sends the request again.
    const withFaults = (client: DynamoDBDocumentClient) =>
      client.middlewareStack.add(
        (next, context) => async (args) => {
          if (
            context.commandName !== 'TransactWriteItemsCommand' &&
            context.commandName !== 'TransactWriteCommand'
          ) {
            return next(args);
          }
          return (await faults.around(() => next(args))) as Awaited<ReturnType<typeof next>>;
        },
        { step: 'finalizeRequest', priority: 'low', name: 'faults' },
      );
    const table = await localTable(withFaults);
    const clock = { now: START };

    const { crashes } = await compareRandomSteps({
      store: storeOn(table, clock),
      reports: createDynamoDbQuoteReports(table),
      clock,
      steps: 60,
      random,
      applied: faults.applied,
      allEvery: 60,
    });

    expect(crashes).toBeGreaterThan(0);
    await table.stop();
  });
});

import { expect, it } from '@jest/globals';
import { createDynamoDbQuoteReports } from '../../../shared/quotes/reports/dynamodb-report-cells.ts';
import { cancelled } from '../../support/cancelled-transaction.ts';
import { Crash } from '../../support/provisioning-under-test.ts';
import { type Interception, interceptedTable, storeOn } from './quotes-under-test.ts';
import { compareRandomSteps } from './random-steps.ts';

const STEPS = 120;
const START = new Date('2026-02-20T23:00:00.000Z');

/** 30% of the writes conflict; others lose their response, or the writer crashes before or after the write. */
function faultyWrites(random: () => number) {
  let applied = 0;
  const around: Interception = async (apply) => {
    const chance = random();
    if (chance < 0.3) throw cancelled(['None', 'TransactionConflict']);
    if (chance < 0.33) throw new Crash();
    const answer = await apply();
    applied += 1;
    if (chance < 0.36) throw new Crash();
    // The SDK sends the request again.
    if (chance < 0.4) throw Object.assign(new Error('applied, but timed out'), { name: 'TimeoutError' });
    return answer;
  };
  return { around, applied: () => applied };
}

it(`random steps with faults give the same lists, totals and reports as the oracle after each of ${STEPS}`, async () => {
  const random = seededRandom(20_260_317);
  const table = await interceptedTable();
  const faults = faultyWrites(random);
  table.intercept(faults.around);
  const clock = { now: START };

  const { crashes, quotes } = await compareRandomSteps({
    store: storeOn(table, clock),
    reports: createDynamoDbQuoteReports(table),
    clock,
    steps: STEPS,
    random,
    applied: faults.applied,
    allEvery: STEPS / 2,
  });

  expect(crashes).toBeGreaterThan(STEPS / 100);
  expect(quotes).toBeGreaterThan(STEPS / 10);
  await table.stop();
});

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

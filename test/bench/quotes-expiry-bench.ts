import { setTimeout as pause } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../shared/platform/account/account.ts';
import { chunk } from '../../shared/platform/collections/chunk.ts';
import { forEachConcurrent } from '../../shared/platform/concurrency/for-each-concurrent.ts';
import { announceExpiries } from '../../shared/quotes/expiry/announce-expiries.ts';
import { createDynamoDbExpiryAnnouncements } from '../../shared/quotes/expiry/dynamodb-expiry-announcements.ts';
import { boundQuote } from '../../shared/quotes/record/quote-bounds.ts';
import { createQuoteIds } from '../../shared/quotes/record/quote-id.ts';
import { expiryDayOf } from '../../shared/quotes/record/quote-status.ts';
import type { NewQuote } from '../../shared/quotes/record/quote-store.ts';
import { headItem } from '../../shared/quotes/store/dynamodb-quote-items.ts';
import { createDynamoDbQuoteStore } from '../../shared/quotes/store/dynamodb-quote-store.ts';
import { createQuotesTable, startTestDynamoDb } from '../support/dynamodb-local.ts';
import { localDocumentClient } from '../support/local-document-client.ts';
import { median } from './median.ts';
import { amount } from './short.ts';

/**
 * 100,000 quotes expire at one midnight. Measures how long sweeps take to announce them, each within a function's time
 * limit, and the effect on callers. DynamoDB Local handles one request at a time, so it slows callers more than DynamoDB.
 */
const EXPIRIES = Number(process.env.EXPIRIES ?? amount(100_000, 1_000));
const PER_SECOND = 500;
const FUNCTION_MS = 28_000;
const BASELINE_MS = amount(10_000, 1_000);
const CALL_EVERY_MS = 100;

const DAY = new Date('2026-03-17T12:00:00.000Z');
const AFTER = new Date('2026-03-25T00:05:00.000Z');
const account: Account = { orgId: 'org_midnight', mode: 'test' };

const engine = await startTestDynamoDb();
const TableName = await createQuotesTable(engine.endpoint);
const client = localDocumentClient(engine.endpoint);
const store = createDynamoDbQuoteStore({ client, TableName, now: () => AFTER });
const expiries = createDynamoDbExpiryAnnouncements({ client, TableName });
const nextId = createQuoteIds();

function quoteOf(moment: Date): NewQuote {
  const quoteId = nextId(moment);
  return {
    quoteId,
    expiryDay: expiryDayOf(quoteId, 7),
    summary: {
      totalCents: 150_000,
      currency: 'USD',
      origin: 'Los Angeles, CA',
      destination: 'Chicago, IL',
      customer: '',
      customerReference: 'PO 4711',
    },
    detail: { text: 'x'.repeat(3_000) },
    event: { text: 'x'.repeat(1_200) },
    figures: {
      equipment: 'dryvan',
      lane: 'Los Angeles, CA to Chicago, IL',
      ...{ marginCents: 15_000, marginCostCents: 100_000, spreadCents: 12_000, marketCents: 138_000 },
    },
    strategyVersion: 1,
  };
}

const quotes = Array.from({ length: EXPIRIES }, () => quoteOf(DAY));
await forEachConcurrent(chunk(quotes, 25), 8, async (group) => {
  const requests = group.map((quote) => ({
    PutRequest: { Item: headItem(account, quote, boundQuote(quote), 'bench') },
  }));
  await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
});
await expiries.setDoneThrough('2026-03-22');
console.log(`${EXPIRIES} quotes expire at one midnight`);

/** Creates and lists quotes as callers do, until `stopped` is true; returns the times in milliseconds. */
async function callersUntil(stopped: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!stopped()) {
    const began = performance.now();
    await store.create(account, quoteOf(AFTER));
    await store.list(account, {}, 20, 0);
    times.push(performance.now() - began);
    await pause(CALL_EVERY_MS);
  }
  return times;
}

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)];
const describe = (times: readonly number[]) =>
  `a creation and a page: p50 ${median(times).toFixed(0)} ms, p95 ${p95(times)?.toFixed(0)} ms (${times.length} calls)`;

const until = performance.now() + BASELINE_MS;
console.log(`without the sweep   ${describe(await callersUntil(() => performance.now() > until))}`);

let finished = false;
const callers = callersUntil(() => finished);
const began = performance.now();
let announced = 0;
let sweeps = 0;
while (!finished) {
  const end = performance.now() + FUNCTION_MS;
  const result = await announceExpiries({
    expiries,
    now: () => AFTER,
    remainingMs: () => end - performance.now(),
    pause,
    perSecond: PER_SECOND,
  });
  announced += result.announced;
  sweeps += 1;
  finished = result.finished;
}
const seconds = (performance.now() - began) / 1_000;
console.log(`during the sweep    ${describe(await callers)}`);
console.log(
  `${announced} announced by ${sweeps} sweeps in ${seconds.toFixed(0)} s: ${(announced / seconds).toFixed(0)} a second (at most ${PER_SECOND})`,
);

client.destroy();
await engine.stop();
if (announced !== EXPIRIES) process.exitCode = 1;

import { setTimeout as pause } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../shared/platform/account/account.ts';
import { eachOf, groupsOf } from '../../shared/platform/concurrency/each-of.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { announceExpiries } from '../../shared/quotes/expiry/announce-expiries.ts';
import { createDynamoDbExpiryAnnouncements } from '../../shared/quotes/expiry/dynamodb-expiry-announcements.ts';
import { boundQuote } from '../../shared/quotes/record/quote-bounds.ts';
import { createQuoteIds } from '../../shared/quotes/record/quote-id.ts';
import { expiryDayOf } from '../../shared/quotes/record/quote-status.ts';
import type { NewQuote } from '../../shared/quotes/record/quote-store.ts';
import { headItem } from '../../shared/quotes/store/dynamodb-quote-items.ts';
import { createDynamoDbQuoteStore } from '../../shared/quotes/store/dynamodb-quote-store.ts';
import { createQuotesTable, startTestDynamoDb } from '../support/dynamodb-local.ts';
import { median } from './median.ts';
import { amount } from './short.ts';

/**
 * A midnight with 100,000 expiries: how long sweeps take to announce them, each within a function's time, and what
 * callers notice of it. DynamoDB Local does one thing at a time, so that it slows callers where DynamoDB would not.
 */
const EXPIRIES = Number(process.env.EXPIRIES ?? amount(100_000, 1_000));
const PER_SECOND = 500;
const FUNCTION_MS = 28_000;
const ALONE_MS = amount(10_000, 1_000);
const CALL_EVERY_MS = 100;

const DAY = new Date('2026-03-17T12:00:00.000Z');
const AFTER = new Date('2026-03-25T00:05:00.000Z');
const account: Account = { orgId: 'org_midnight', mode: 'test' };

const engine = await startTestDynamoDb();
const TableName = await createQuotesTable(engine.endpoint);
const client = createDocumentClient({
  endpoint: engine.endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  // Seeding waits for an engine that does one thing at a time.
  requestHandler: { requestTimeout: 60_000 },
});
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
      customerReference: 'PO 4711',
    },
    detail: { text: 'x'.repeat(3_000) },
    event: { text: 'x'.repeat(1_200) },
    strategyVersion: 1,
  };
}

const quotes = Array.from({ length: EXPIRIES }, () => quoteOf(DAY));
await eachOf(groupsOf(quotes, 25), 8, async (group) => {
  const requests = group.map((quote) => ({
    PutRequest: { Item: headItem(account, quote, boundQuote(quote), 'bench') },
  }));
  await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
});
await expiries.setDoneThrough('2026-03-22');
console.log(`${EXPIRIES} quotes expire at one midnight`);

/** Makes and lists quotes as callers do, until told to stop; answers their times in milliseconds. */
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

const until = performance.now() + ALONE_MS;
console.log(`callers alone      ${describe(await callersUntil(() => performance.now() > until))}`);

let finished = false;
const callers = callersUntil(() => finished);
const began = performance.now();
let announced = 0;
let sweeps = 0;
while (!finished) {
  const end = performance.now() + FUNCTION_MS;
  const swept = await announceExpiries({
    expiries,
    now: () => AFTER,
    remainingMs: () => end - performance.now(),
    pause,
    perSecond: PER_SECOND,
  });
  announced += swept.announced;
  sweeps += 1;
  finished = swept.finished;
}
const seconds = (performance.now() - began) / 1_000;
console.log(`beside the sweep   ${describe(await callers)}`);
console.log(
  `${announced} announced by ${sweeps} sweeps in ${seconds.toFixed(0)} s: ${(announced / seconds).toFixed(0)} a second (at most ${PER_SECOND})`,
);

client.destroy();
await engine.stop();
if (announced !== EXPIRIES) process.exitCode = 1;

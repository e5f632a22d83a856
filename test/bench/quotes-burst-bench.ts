import { startTestDynamoDb } from '../support/dynamodb-local.ts';
import { startLocalService } from '../support/local-service.ts';
import { startLossyDynamoDb } from '../support/lossy-dynamodb.ts';
import { createEnterprise } from '../support/service-under-test.ts';
import { median } from './median.ts';
import { amount } from './short.ts';

/**
 * 15 quotes a second for one organization on the enterprise plan, over HTTP through the local service. First a minute
 * without faults, then 20 seconds in which 30% of the transactions conflict. No call may fail, and the total of the list
 * must equal the number of created quotes.
 */
const PER_SECOND = 15;
const CONFLICTS = 0.3;
const SECONDS = amount({ undisturbed: 60, disturbed: 20 }, { undisturbed: 2, disturbed: 3 });
const DAY_MS = 86_400_000;

const engine = await startTestDynamoDb();
const wire = await startLossyDynamoDb(engine.endpoint);
const service = await startLocalService({ dynamodbEndpoint: wire.endpoint });
const { apiKey: key } = await createEnterprise(service, 6_000);
const body = {
  origin: 'USLAX',
  destination: 'USCHI',
  equipment_type: 'dryvan',
  pickup_date: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
};

/** Sends requests at a constant rate, without waiting for responses. */
async function burst(title: string, seconds: number): Promise<number> {
  const times: number[] = [];
  const failures: string[] = [];
  const calls: Promise<void>[] = [];
  const begin = performance.now();
  for (let turn = 0; turn < seconds * PER_SECOND; turn++) {
    const due = begin + (turn * 1000) / PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const started = performance.now();
    const call = service.call('POST', '/api/v1/quotes', { key, body });
    calls.push(
      call.then(({ status, text }) => {
        times.push(performance.now() - started);
        if (status !== 200) failures.push(`${status} ${text}`);
      }),
    );
  }
  await Promise.all(calls);
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  console.log(
    `${title}: ${times.length} quotes in ${seconds} s, ${failures.length} failed; p50 ${median(times).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  );
  for (const failure of failures.slice(0, 3)) console.log(`  ${failure}`);
  return times.length - failures.length;
}

try {
  await service.call('POST', '/api/v1/quotes', { key, body });
  let made = 1 + (await burst('undisturbed', SECONDS.undisturbed));
  let conflicts = 0;
  wire.disturb(({ operation }) => {
    const conflict = operation === 'TransactWriteItems' && Math.random() < CONFLICTS;
    if (conflict) conflicts += 1;
    return conflict ? 'conflict' : undefined;
  });
  made += await burst('30% conflicts', SECONDS.disturbed);
  wire.disturb(() => undefined);
  const { json } = await service.call('GET', '/api/v1/quotes?limit=1', { key });
  const { total_count: total } = (json as { pagination: { total_count: number } }).pagination;
  console.log(`${conflicts} conflicts, ${made} quotes created, total of the list ${total}`);
  const expected = 1 + PER_SECOND * (SECONDS.undisturbed + SECONDS.disturbed);
  if (total !== made || made !== expected || conflicts === 0) process.exitCode = 1;
} finally {
  await service.stop();
  await wire.stop();
  await engine.stop();
}

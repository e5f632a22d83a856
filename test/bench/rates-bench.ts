import { lambdaContext } from '../support/proxy-event.ts';
import { median } from './median.ts';
import { ratesInMemory } from './rates/rates-in-memory.ts';
import { amount, missReach } from './short.ts';

/**
 * Time of the rates handler for ten lanes, from the event to the response, without the engine: the account is in
 * memory. Run with `node test/bench/rates-bench.ts`.
 */
const LANES = 10;
const WARM_UP = amount(300, 10);
const CALLS = amount(2_000, 20);
const MAX_P50_MS = 5;

const { handler, nextEvent } = await ratesInMemory();
const events = Array.from({ length: WARM_UP + CALLS }, () => nextEvent(LANES));
const context = lambdaContext(3_600_000);
const times: number[] = [];
for (const event of events) {
  const start = performance.now();
  const { statusCode, body } = await handler(event, context);
  times.push(performance.now() - start);
  if (statusCode !== 200) throw new Error(`${statusCode}: ${body} to ${JSON.stringify(event.body)}`);
}

const warm = times.slice(WARM_UP).toSorted((a, b) => a - b);
const quantile = (share: number) =>
  warm[Math.min(warm.length - 1, Math.floor(warm.length * share))] ?? Number.NaN;
const ms = (value: number) => `${value.toFixed(2)} ms`;
console.log(
  [
    `rates handler without the engine, ${LANES} lanes, ${CALLS} calls after ${WARM_UP} to warm up`,
    `  first call         ${ms(times[0] ?? Number.NaN)} (reads places and highways)`,
    `  p50                ${ms(median(warm))} (reach: ${MAX_P50_MS} ms)`,
    `  p10, p90, p99      ${ms(quantile(0.1))}, ${ms(quantile(0.9))}, ${ms(quantile(0.99))}`,
    `  worst              ${ms(quantile(1))}`,
  ].join('\n'),
);
if (median(warm) > MAX_P50_MS) missReach();

import { SWEEP_DUE_DELIVERIES } from '../../lib/functions/webhook-functions.ts';
import { createEnterprise } from '../support/service-under-test.ts';
import { type MeasuredOperation, middle } from './capacity/measured-operation.ts';
import { measuredOperations, type Operation } from './capacity/operations.ts';
import { renewPages } from './capacity/renew-pages.ts';
import { type Happened, type MeteredService, startMeteredService } from './capacity/service-with-meters.ts';
import { IS_SHORT } from './short.ts';

/**
 * Measures the billed units of each operation: table units, queue and key requests, log bytes, function time.
 * Units come from DynamoDB Local, and times from this machine, whose engines use the same two processors.
 * Run with `npm run bench -- capacity`; with `--renew` it also updates cost-of-calls.md and scale.md in docs/explanation.
 * `--only=TEXT` measures only operations whose name contains the text, and prints their write units by table and index.
 */
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
const TIMES = 3;

interface Seen extends Happened {
  readonly out: number;
}

/** Values per operation, if an observation contains several. @param timed observations for the times of runs. */
function summary(
  { name, isCall, times = 1 }: Operation,
  seen: readonly Seen[],
  timed: readonly Seen[],
): MeasuredOperation {
  const of = (value: (happened: Seen) => number) => rounded(middle(seen.map(value)) / times);
  const functions = new Set(timed.flatMap(({ runs }) => [...runs.keys()]));
  const runs = [...functions].map((run) => {
    const each = timed.map((happened) => happened.runs.get(run) ?? []);
    const count = rounded(middle(each.map(({ length }) => length)) / times);
    // Other work of the machine only lengthens a single run, so the minimum counts. Runs of a burst wait for each other.
    const ms = times === 1 ? Math.min(...each.flat()) : middle(each.flat());
    return [run, { count, ms: rounded(ms) }] as const;
  });
  const places = [...new Set(seen.flatMap(({ writesBy }) => Object.keys(writesBy)))].sort();
  return {
    name,
    isCall,
    readUnits: of(({ readUnits }) => readUnits),
    writeUnits: of(({ writeUnits }) => writeUnits),
    writesBy: Object.fromEntries(
      places
        .map((place) => [place, of(({ writesBy }) => writesBy[place] ?? 0)] as const)
        .filter(([, units]) => units > 0),
    ),
    queueRequests: of(({ queueRequests }) => queueRequests),
    keyRequests: of(({ keyRequests }) => keyRequests),
    logBytes: Math.round(of(({ logBytes }) => logBytes)),
    outBytes: Math.round(middle(seen.map(({ out }) => out))),
    // Excludes schedules that ran at the same time.
    runs: Object.fromEntries(runs.filter(([, { count }]) => count > 0)),
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

async function measure({ observe }: MeteredService, operation: Operation): Promise<MeasuredOperation> {
  const look = async (what: 'units' | 'times'): Promise<Seen> => {
    await operation.prepare?.();
    let out = 0;
    const happened = await observe(async () => {
      out = await operation.run();
    }, what);
    return { ...happened, out };
  };
  if (IS_SHORT) {
    const once = [await look('units')];
    return summary(operation, once, once);
  }
  // The first run is a warm-up.
  await look('units');
  const seen: Seen[] = [];
  const timed: Seen[] = [];
  for (let count = 0; count < TIMES; count += 1) {
    seen.push(await look('units'));
    timed.push(await look('times'), await look('times'));
  }
  return summary(operation, seen, timed);
}

function print({
  name,
  readUnits,
  writeUnits,
  queueRequests,
  keyRequests,
  logBytes,
  runs,
}: MeasuredOperation) {
  const functions = Object.entries(runs).map(
    ([run, { count, ms }]) => `${count} x ${run} ${ms.toFixed(0)} ms`,
  );
  console.log(
    `${name.padEnd(42)} ${String(readUnits).padStart(5)} read ${String(writeUnits).padStart(6)} write ${String(queueRequests).padStart(5)} SQS ${String(keyRequests).padStart(4)} KMS ${String(logBytes).padStart(5)} B logs  ${functions.join(', ')}`,
  );
}

const metered = await startMeteredService();
try {
  const { service } = metered;
  const { operations, stop } = await measuredOperations(metered);
  const measured: MeasuredOperation[] = [];
  const add = (operation: MeasuredOperation) => {
    measured.push(operation);
    print(operation);
    if (only !== undefined) console.log(operation.writesBy);
  };
  try {
    const wanted = operations.filter(({ name }) => only === undefined || name.includes(only));
    for (const operation of wanted) add(await measure(metered, operation));
    const newcomers = await Promise.all(
      Array.from({ length: IS_SHORT ? 1 : 3 * TIMES + 1 }, () => createEnterprise(service)),
    );
    add(
      await measure(metered, {
        name: "a caller's first call of an authorizer",
        isCall: false,
        run: async () => {
          await service.call('GET', '/api/v1/terminals/search?query=x', {
            key: newcomers.pop()?.apiKey ?? '',
          });
          return 0;
        },
      }),
    );
    for (const name of [SWEEP_DUE_DELIVERIES.function, 'announce-expiries']) {
      add(
        await measure(metered, {
          name: `a run of ${name} that finds nothing`,
          isCall: false,
          run: async () => {
            await service.runSchedule(name);
            return 0;
          },
        }),
      );
    }
  } finally {
    await stop();
  }
  if (process.argv.includes('--renew') && !IS_SHORT && only === undefined) {
    await renewPages({ day: new Date().toISOString().slice(0, 10), operations: measured });
  }
} finally {
  await metered.stop();
}

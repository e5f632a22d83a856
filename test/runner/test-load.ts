import { type ChildProcess, fork } from 'node:child_process';
import { cpus, platform, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { startEmulator } from '../../bin/emulator/start-emulator.ts';
import type { ThreadHeap } from '../load/collect-garbage.ts';
import { type LoadOperation, loadMix } from '../load/load-mix.ts';
import type { Collected, LoadCommand, LoadedService } from '../load/loaded-service.ts';
import {
  type MeasuredOperation,
  type MeasureOptions,
  measureMix,
  mergeMeasured,
  rateOfMix,
} from '../load/measure-mix.ts';
import { type ProcessTrend, watchProcesses } from '../load/process-samples.ts';
import { reconcileCounters } from '../load/reconcile-counters.ts';
import { deployedService } from '../support/deployed-service.ts';
import { freightCommand } from '../support/freight-command.ts';
import { createOrganization, exchange, type TestOrganization } from '../support/service-under-test.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { run } from './run.ts';

/**
 * `npm run test:load`: a mix of operations, 26 calls a second, against the local service for 10 minutes, then counters,
 * totals and deliveries are compared with the responses.
 *   -- --minutes N --rate N     another duration, and calls a second of the mix; each operation has a whole number of them
 *   -- --soak                   30 minutes at 11 calls a second, without V8's compilers, while 2% of the requests to DynamoDB fail, after a warm-up with 10%; memory must grow by less than 1% an hour of load, and the number of open files must not grow
 *   -- --emulator               against the service that the CDK deploys to the emulator, each operation once a second
 *   -- --short                  20 seconds at 7 calls a second, and as long with faults, without limits of memory
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    rate: { type: 'string' },
    soak: { type: 'boolean', default: false },
    emulator: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
});

const SOAK_FAULT_PERCENT = 2;
/** More than in the soak, so that the paths of failed requests have run before memory is measured. */
const WARM_UP_FAULT_PERCENT = 10;
const SHORT_SECONDS = 20;

interface LoadMode {
  /** Calls a second of the mix, before each operation is rounded to a whole number. */
  readonly rate: number;
  /** First calls, many at once: they start most workers of functions. */
  readonly startCalls: number;
  /** Later calls before the measured ones, as many at once as those: they fill caches, and run the paths of the workers that get the calls at this rate. */
  readonly warmUpCalls: number;
}
/** 2 vCPU sustain these rates, with callers and service on one machine. The emulator starts a process for each call. */
const MODES = {
  steady: { rate: 25, startCalls: 1_000, warmUpCalls: 0 },
  soak: { rate: 10, startCalls: 1_000, warmUpCalls: 6_000 },
  emulator: { rate: 1, startCalls: 0, warmUpCalls: 0 },
  short: { rate: 5, startCalls: 100, warmUpCalls: 50 },
} satisfies Record<string, LoadMode>;

function chosenMode(): LoadMode {
  if (values.emulator) return MODES.emulator;
  if (values.short) return MODES.short;
  return values.soak ? MODES.soak : MODES.steady;
}
const mode = chosenMode();

/** The load is sent in intervals. After each, the processes are looked at. */
const INTERVAL_SECONDS = values.short ? 2.5 : 60;
/** Before a look of a soak, the last deliveries end and idle connections close. */
const SETTLE_MS = values.short ? 1_000 : 8_000;
/** A collection clears references that another one then frees. */
const COLLECTIONS = 2;
/** Threads whose growth is printed. */
const SHOWN_THREADS = 5;
/** Limits of a soak. */
const MAX_MEMORY_PERCENT_AN_HOUR = 1;
/** Open files grow if their slope is this many standard errors above zero. */
const SIGNIFICANT_ERRORS = 2;
const CHILD = fileURLToPath(new URL('../load/loaded-service.ts', import.meta.url));
/**
 * V8's compilers add code for hours, which hides a smaller growth of data. Feedback of functions is allocated at their first
 * call, and bytecode stays, which the collections before each look would remove.
 */
const INTERPRETED = [
  '--no-sparkplug',
  '--no-maglev',
  '--no-turbofan',
  '--no-lazy-feedback-allocation',
  '--no-flush-bytecode',
];
/** The Java heap has its full size from the start, so that only the memory outside of it can grow. */
const FULL_JAVA_HEAP = { JAVA_TOOL_OPTIONS: '-Xms512m -XX:+AlwaysPreTouch' };
const ENVIRONMENT = 'emulator';
const ORGANIZATION = [
  '--plan',
  'enterprise',
  '--requests-per-minute',
  '600000',
  '--usage-limit',
  '100000000',
];

/** A service under load, and the organization whose calls it gets. */
interface Loaded {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly organization: TestOrganization;
  /** Process whose family is watched; undefined for the emulator, which starts a process for each call. */
  readonly pid?: number;
  /** Collects the garbage of the service; returns the heaps of its threads. */
  readonly collect?: () => Promise<readonly ThreadHeap[]>;
  /** Sets the share of DynamoDB requests that fail. */
  readonly setFaultPercent?: (faultPercent: number) => void;
  stop(): Promise<void>;
}

async function loadLocalService(): Promise<Loaded> {
  await synthesizeLocal();
  const engine = values.soak ? FULL_JAVA_HEAP : {};
  const child = fork(CHILD, {
    env: { ...process.env, ...engine },
    execArgv: values.soak ? INTERPRETED : [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { url, dataDir } = await nextMessage<LoadedService>(child);
  const send = (command: LoadCommand) => {
    if (!child.connected) throw new Error(`The service ended with ${child.exitCode ?? child.signalCode}.`);
    child.send(command);
  };
  const freight = <T>(...args: string[]): Promise<T> => freightCommand(args, { FREIGHT_LOCAL_DIR: dataDir });
  const organization = await createOrganization({ freight }, ...ORGANIZATION);
  return {
    name: 'the local service',
    url,
    headers: { 'x-api-key': organization.apiKey },
    organization,
    ...(child.pid === undefined ? {} : { pid: child.pid }),
    collect: async () => {
      const collected = nextMessage<Collected>(child);
      send('collect');
      return (await collected).heaps;
    },
    setFaultPercent: (faultPercent) => send({ faultPercent }),
    stop: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve());
        send('stop');
      }),
  };
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The service ended with ${code}.`));
    child.once('message', (message) => {
      child.off('close', ended);
      resolve(message as Message);
    });
    child.once('close', ended);
  });
}

async function loadEmulator(): Promise<Loaded> {
  const emulator = await startEmulator();
  const assembly = `${emulator.folder}/cdk.out`;
  const cdk = (name: string, ...args: string[]) =>
    run(name, 'cdk', [...args, '--no-notices', '--ci'], emulator.environment);
  await cdk('synth', 'synth', '--quiet', '-c', `environment=${ENVIRONMENT}`, '--output', assembly);
  await cdk('bootstrap', 'bootstrap', 'aws://000000000000/us-east-1', '--app', assembly);
  await cdk('deploy', 'deploy', '--all', '--app', assembly, '--require-approval', 'never');
  Object.assign(process.env, emulator.environment);
  const service = await deployedService(ENVIRONMENT);
  const organization = await createOrganization(service, ...ORGANIZATION);
  return {
    name: 'the service on the emulator',
    ...(await service.addressOf(organization)),
    organization,
    stop: async () => {
      await service.stop();
      await emulator.stop();
    },
  };
}

const quantile = (times: readonly number[], share: number): string =>
  (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN).toFixed(0).padStart(6);

function printOperations(measured: readonly MeasuredOperation[], seconds: number): void {
  console.log('operation           calls  calls/s    p50    p95    p99    max ms   errors');
  for (const { name, times, uncertain, others, failure } of measured) {
    const errors = uncertain + [...others.values()].reduce((sum, count) => sum + count, 0);
    const figures = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share)).join(' ');
    const rate = (times.length / seconds).toFixed(1).padStart(8);
    console.log(
      `${name.padEnd(17)} ${String(times.length).padStart(7)} ${rate} ${figures}   ${String(errors).padStart(6)}`,
    );
    if (failure !== undefined) console.log(`  first error: ${failure}`);
  }
}

function printTrends(trends: readonly ProcessTrend[]): void {
  for (const trend of trends) {
    const { command, memoryMb, memorySeriesMb, memoryPercentAnHour, memoryErrorPercentAnHour, files } = trend;
    const openFiles =
      files === undefined
        ? ''
        : `; ${files.open.toFixed(0)} open files, ${files.anHour.toFixed(0)} more an hour (${files.errorAnHour.toFixed(0)})`;
    console.log(
      `${command}: ${memoryMb.toFixed(0)} MB, ${memoryPercentAnHour.toFixed(1)}% an hour (standard error at least ${memoryErrorPercentAnHour.toFixed(1)}%)${openFiles}`,
    );
    console.log(`  MB from the first to the last look: ${memorySeriesMb.join(' ')}`);
  }
}

/** A look at the threads of the service. */
interface ThreadLook {
  /** Of load, without pauses. */
  readonly minutes: number;
  readonly heaps: readonly ThreadHeap[];
}

const titlesOf = (look: ThreadLook | undefined) => new Set(look?.heaps.map(({ title }) => title));
const megabytes = (heaps: readonly ThreadHeap[], of: 'dataBytes' | 'codeBytes'): number =>
  heaps.reduce((sum, heap) => sum + heap[of], 0) / 2 ** 20;

/** Prints the workers that started during the measurement, and the threads whose data and code grew most after its first third. */
function printThreads(looks: readonly ThreadLook[]): void {
  const found = looks.slice(1).flatMap((look, before) => {
    const known = titlesOf(looks[before]);
    const started = look.heaps.filter(({ title }) => !known.has(title));
    return started.map(({ title }) => `${title} at ${look.minutes.toFixed(1)} min`);
  });
  console.log(`new workers of functions: ${found.join(', ') || 'none'}`);
  const [third, last] = [looks[Math.floor(looks.length / 3)], looks.at(-1)];
  for (const [name, of] of [
    ['data', 'dataBytes'],
    ['code', 'codeBytes'],
  ] as const) {
    const before = new Map(third?.heaps.map((heap) => [heap.title, heap[of]]));
    const growths = (last?.heaps ?? [])
      .map((heap) => ({ title: heap.title, bytes: heap[of] - (before.get(heap.title) ?? heap[of]) }))
      .toSorted((one, other) => other.bytes - one.bytes);
    for (const { title, bytes } of growths.slice(0, SHOWN_THREADS)) {
      console.log(
        `  ${name} of ${title}: ${(bytes / 2 ** 10).toFixed(0)} KB more than after the first third`,
      );
    }
  }
}

/** Sends the mix for a time, and looks after each interval. `tookSeconds`: without the looks, with the last responses. */
async function sendInIntervals(
  mix: readonly LoadOperation[],
  load: Pick<MeasureOptions, 'url' | 'headers'>,
  seconds: number,
  rate: number,
  look: (loadSeconds: number) => Promise<void>,
) {
  const parts: MeasuredOperation[][] = [];
  let tookSeconds = 0;
  for (let sent = 0; sent < seconds; sent += INTERVAL_SECONDS) {
    const interval = Math.min(INTERVAL_SECONDS, seconds - sent);
    const began = performance.now();
    const firstCall = Math.round(sent * rate);
    parts.push(await measureMix(mix, { ...load, firstCall, calls: rate * interval, rate }));
    tookSeconds += (performance.now() - began) / 1000;
    await look(tookSeconds);
  }
  return { measured: mergeMeasured(parts), tookSeconds };
}

/** Puts load on a service; returns what missed a limit. */
async function putLoadOn(loaded: Loaded, seconds: number, rate: number, isSoak: boolean): Promise<string[]> {
  const receiver = await startWebhookReceiver();
  const missed: string[] = [];
  const request = (method: string, path: string, body?: unknown) =>
    exchange(loaded.url, method, path, { headers: loaded.headers, ...(body === undefined ? {} : { body }) });
  try {
    const webhook = {
      url: `${receiver.url}/load`,
      events: ['quote.created'],
      orgId: loaded.organization.orgId,
    };
    const created = await request('POST', '/v1/webhooks', webhook);
    // Roads lead from Georgia to all places of the mix.
    const found = await request('GET', '/api/v1/terminals/search?state=GA');
    const webhookId = (created.answer.json as { data: { id: string } }).data.id;
    const terminals = (found.answer.json as { data: { name: string }[] }).data.map(({ name }) => name);
    const mix = loadMix({ terminals, webhookId });
    const load = { url: loaded.url, headers: loaded.headers };
    // One call of each operation starts its functions.
    const first: MeasuredOperation[] = [];
    for (const operation of mix) first.push(...(await measureMix([operation], { ...load, calls: 1 })));
    if (isSoak) loaded.setFaultPercent?.(WARM_UP_FAULT_PERCENT);
    if (mode.startCalls > 0) first.push(...(await measureMix(mix, { ...load, calls: mode.startCalls })));
    if (mode.warmUpCalls > 0) {
      const began = performance.now();
      first.push(...(await measureMix(mix, { ...load, calls: mode.warmUpCalls, likeRate: rate })));
      console.log(
        `\nwarm-up: ${mode.warmUpCalls} calls in ${((performance.now() - began) / 60_000).toFixed(1)} min`,
      );
    }
    if (isSoak) loaded.setFaultPercent?.(SOAK_FAULT_PERCENT);

    const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
    console.log(
      `\n${loaded.name}: ${rateOfMix(mix, rate)} calls a second for ${seconds} s, callers and service on one machine (${cpus().length} cores, ${memory}, ${platform()}, Node ${process.version})`,
    );
    const looks: ThreadLook[] = [];
    const watch = loaded.pid === undefined ? undefined : watchProcesses(loaded.pid);
    const look = async (loadSeconds: number) => {
      const hours = loadSeconds / 3_600;
      if (!isSoak || loaded.collect === undefined) return watch?.look(hours);
      await wait(SETTLE_MS);
      for (let collection = 1; collection < COLLECTIONS; collection++) await loaded.collect();
      const heaps = await loaded.collect();
      looks.push({ heaps, minutes: loadSeconds / 60 });
      watch?.look(hours, {
        'data in the heaps of all threads': megabytes(heaps, 'dataBytes'),
        'code of all threads': megabytes(heaps, 'codeBytes'),
      });
    };
    const { measured, tookSeconds } = await sendInIntervals(mix, load, seconds, rate, look);
    printOperations(measured, tookSeconds);
    const trends = watch?.trends() ?? [];
    printTrends(trends);
    if (looks.length > 0) printThreads(looks);

    const failed = [...first, ...measured].filter(
      ({ uncertain, others }) => others.size > 0 || (!isSoak && uncertain > 0),
    );
    missed.push(...failed.map(({ name }) => `errors of "${name}"`));
    if (isSoak && values.soak) {
      if (trends.length === 0) missed.push('a trend of memory: too few looks');
      const grew = trends.filter(
        ({ memoryPercentAnHour, files }) =>
          memoryPercentAnHour >= MAX_MEMORY_PERCENT_AN_HOUR ||
          (files !== undefined && files.anHour > SIGNIFICANT_ERRORS * files.errorAnHour),
      );
      missed.push(...grew.map(({ command }) => `growth of ${command}`));
    }
    loaded.setFaultPercent?.(0);
    const { lines, agrees } = await reconcileCounters({
      measured: [...first, ...measured],
      webhookId,
      call: async (path) => (await request('GET', path)).answer,
      arrived: () => new Set(receiver.arrivals.map(({ headers }) => String(headers['x-event-id']))),
    });
    for (const line of lines) console.log(line);
    if (!agrees) missed.push('counters');
    return missed;
  } finally {
    await receiver.stop();
    await loaded.stop();
  }
}

const chosenRate = Number(values.rate ?? mode.rate);
const secondsFor = (minutes: number) =>
  values.short ? SHORT_SECONDS : Number(values.minutes ?? minutes) * 60;

const missed: string[] = [];
if (values.emulator) {
  missed.push(...(await putLoadOn(await loadEmulator(), secondsFor(10), chosenRate, false)));
} else {
  if (!values.soak) {
    missed.push(...(await putLoadOn(await loadLocalService(), secondsFor(10), chosenRate, false)));
  }
  if (values.soak || values.short) {
    missed.push(...(await putLoadOn(await loadLocalService(), secondsFor(30), chosenRate, true)));
  }
}
if (missed.length > 0) {
  console.log(`missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}

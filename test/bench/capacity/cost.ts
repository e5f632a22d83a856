import { FUNCTIONS } from '../../../lib/functions/endpoints.ts';
import { QUEUE_FUNCTIONS } from '../../../lib/functions/queue-functions.ts';
import type { MeasuredOperation } from './measured-operation.ts';
import { ESTIMATES, PRICES } from './prices.ts';

/** USD per million calls of one operation, by billed unit. */
export interface Cost {
  readonly gateway: number;
  readonly functions: number;
  readonly tables: number;
  readonly queues: number;
  readonly keys: number;
  readonly logs: number;
  readonly out: number;
}

const GIGABYTE = 1024 ** 3;
const MILLION = 1_000_000;

const memoryMbOf = new Map(FUNCTIONS.map((definition) => [definition.function, definition.memoryMb]));
const fedByQueues = new Set(QUEUE_FUNCTIONS.map((definition) => definition.function));

/**
 * The arithmetic of docs/explanation/cost-of-calls.md.
 * @throws Error for an unknown function.
 */
export function costOfMillion(operation: MeasuredOperation): Cost {
  const { isCall, readUnits, writeUnits, queueRequests, keyRequests, logBytes, outBytes } = operation;
  const runs = Object.entries(operation.runs);
  const count = runs.reduce((sum, [, { count: each }]) => sum + each, 0);
  const gigabyteSeconds = runs.reduce((sum, [name, { count: each, ms }]) => {
    const memoryMb = memoryMbOf.get(name);
    if (memoryMb === undefined) throw new Error(`no function ${name}`);
    // Lambda bills whole milliseconds.
    return sum + each * (Math.ceil(ms) / 1_000) * (memoryMb / 1_024);
  }, 0);
  const polled = runs
    .filter(([name]) => fedByQueues.has(name))
    .reduce((sum, [, { count: each }]) => sum + each * ESTIMATES.pollerRequests, 0);
  const headers = isCall || outBytes > 0 ? ESTIMATES.headerBytes : 0;
  return {
    gateway: isCall ? PRICES.gatewayCalls : 0,
    functions: count * PRICES.functionRuns + gigabyteSeconds * MILLION * PRICES.functionGigabyteSecond,
    tables: readUnits * PRICES.readUnits + writeUnits * PRICES.writeUnits,
    queues: (queueRequests + polled) * PRICES.queueRequests,
    keys: keyRequests * PRICES.keyRequests,
    logs: (((logBytes + count * ESTIMATES.platformLogBytes) * MILLION) / GIGABYTE) * PRICES.logGigabyte,
    out: (((outBytes + headers) * MILLION) / GIGABYTE) * PRICES.outGigabyte,
  };
}

/** The total in USD. */
export const totalOf = (cost: Cost): number =>
  Object.values(cost).reduce((sum: number, part: number) => sum + part, 0);

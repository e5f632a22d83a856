import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { OPERATIONS } from '../../functions/definitions.ts';

/** What the access log of the service shows of one operation. */
interface Tally {
  calls: number;
  readonly statuses: Map<string, number>;
  slowestMs: number;
}

/** Calls of each operation, and lines that functions logged with level error. */
export interface RunSummary {
  readonly operations: ReadonlyMap<string, Tally>;
  readonly errors: readonly string[];
}

/** Reads the log of a service; `-` is the operation of calls that match none. */
export async function summarizeLog(file: string): Promise<RunSummary> {
  const operations = new Map<string, Tally>(
    OPERATIONS.map(({ method, path }) => [`${method} ${path}`, emptyTally()]),
  );
  const errors: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const entry = parsed(line);
    if (entry.level === 'error') errors.push(line);
    const { method, resource, status, latency } = entry;
    if (status === undefined || resource === undefined) continue;
    const name = resource === '-' ? '-' : `${method} ${resource}`;
    const tally = operations.get(name) ?? emptyTally();
    operations.set(name, tally);
    tally.calls += 1;
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    tally.slowestMs = Math.max(tally.slowestMs, Number(latency) || 0);
  }
  return { operations, errors };
}

const emptyTally = (): Tally => ({ calls: 0, statuses: new Map(), slowestMs: 0 });

function parsed(line: string): Readonly<Record<string, string | undefined>> {
  try {
    return Object(JSON.parse(line)) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Calls with a status of 500 or more. */
export const serverErrors = ({ operations }: RunSummary): number =>
  [...operations.values()]
    .flatMap(({ statuses }) => [...statuses])
    .reduce((sum, [status, count]) => (Number(status) >= 500 ? sum + count : sum), 0);

/** Operations of the endpoint table with fewer cases. */
export const operationsBelow = ({ operations }: RunSummary, cases: number): readonly string[] =>
  OPERATIONS.map(({ method, path }) => `${method} ${path}`).filter(
    (name) => (operations.get(name)?.calls ?? 0) < cases,
  );

/** One line for each operation: calls, statuses, slowest call. */
export function summaryLines({ operations }: RunSummary): readonly string[] {
  const width = Math.max(...[...operations.keys()].map((name) => name.length));
  return [...operations].map(([name, { calls, statuses, slowestMs }]) => {
    const counts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
    return `${name.padEnd(width)} ${String(calls).padStart(6)} cases  slowest ${slowestMs} ms  (${counts.join(', ')})`;
  });
}

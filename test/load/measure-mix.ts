import autocannon from 'autocannon';
import type { LoadOperation } from './load-mix.ts';

export interface MeasureOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Calls of the whole mix. */
  readonly calls: number;
  /** Number of the first call of each operation; 0 if absent. */
  readonly firstCall?: number;
  /** Calls a second; if absent, a call follows the response of the one before it. */
  readonly rate?: number;
  /** Without a rate: as many calls of each operation run at once as with this one; if absent, up to 10. */
  readonly likeRate?: number;
}

/** Results of one operation. */
export interface MeasuredOperation {
  readonly name: string;
  /** Milliseconds of each response, ascending. */
  readonly times: readonly number[];
  readonly succeeded: number;
  /** Responses with 5xx, and connections without a response: the call may have been applied. */
  readonly uncertain: number;
  /** Responses by any other status. */
  readonly others: ReadonlyMap<number, number>;
  readonly failure: string | undefined;
}

/** Connections of an operation at most: as many callers wait for a response at once. */
const MAX_CONNECTIONS = 10;

/** Calls a second of an operation: a whole number, at least one. */
const rateOf = ({ percent }: LoadOperation, rate: number): number =>
  Math.max(1, Math.round((rate * percent) / 100));

/** Calls a second of the mix that a wanted rate results in: the sum of the operations' whole rates. */
export const rateOfMix = (mix: readonly LoadOperation[], rate: number): number =>
  mix.reduce((sum, operation) => sum + rateOf(operation, rate), 0);

/** Sends the mix, each operation by its share, and waits for all responses. */
export const measureMix = (mix: readonly LoadOperation[], options: MeasureOptions) =>
  Promise.all(mix.map((operation) => measure(operation, options)));

/** The results of several measurements of one mix. */
export const mergeMeasured = (parts: readonly (readonly MeasuredOperation[])[]): MeasuredOperation[] =>
  [...Map.groupBy(parts.flat(), ({ name }) => name)].map(([name, of]) => {
    const others = new Map<number, number>();
    for (const [status, count] of of.flatMap((one) => [...one.others])) {
      others.set(status, (others.get(status) ?? 0) + count);
    }
    return {
      name,
      times: of.flatMap(({ times }) => times).toSorted((a, b) => a - b),
      succeeded: of.reduce((sum, one) => sum + one.succeeded, 0),
      uncertain: of.reduce((sum, one) => sum + one.uncertain, 0),
      others,
      failure: of.find(({ failure }) => failure !== undefined)?.failure,
    };
  });

function measure(
  operation: LoadOperation,
  { url, headers, calls, firstCall = 0, rate, likeRate = rate }: MeasureOptions,
): Promise<MeasuredOperation> {
  const { name, percent, call } = operation;
  const times: number[] = [];
  const others = new Map<number, number>();
  let [succeeded, uncertain, nth] = [0, 0, firstCall];
  let failure: string | undefined;
  const pathname = new URL(url).pathname.replace(/\/$/, '');
  const overallRate = rate === undefined ? undefined : rateOf(operation, rate);
  // The calls of a rounded rate follow from the duration.
  const amount =
    rate === undefined || overallRate === undefined
      ? Math.max(1, Math.round((calls * percent) / 100))
      : Math.round(overallRate * (calls / rate));
  return new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url,
        // A number of calls instead of a duration, whose end would break the last calls off.
        amount,
        ...(overallRate === undefined ? {} : { overallRate }),
        connections: Math.min(MAX_CONNECTIONS, likeRate === undefined ? amount : rateOf(operation, likeRate)),
        timeout: 30,
        headers: { ...headers },
        requests: [
          {
            setupRequest: (request) => {
              const { method, path, body } = call(nth++);
              const text = body === undefined ? {} : { body: JSON.stringify(body) };
              return { ...request, method, path: `${pathname}${path}`, ...text };
            },
            onResponse: (status, body) => {
              if (status >= 400) failure ??= `${status} ${body.slice(0, 300)}`;
            },
          },
        ],
      },
      (error) => {
        if (error !== null && error !== undefined) reject(error);
        else resolve({ name, times: times.toSorted((a, b) => a - b), succeeded, uncertain, others, failure });
      },
    );
    run.on('response', (_client, status, _bytes, responseTime) => {
      times.push(responseTime);
      if (status === 200) succeeded += 1;
      else if (status >= 500) uncertain += 1;
      else others.set(status, (others.get(status) ?? 0) + 1);
    });
    run.on('reqError', (error) => {
      uncertain += 1;
      failure ??= String(error);
    });
  });
}

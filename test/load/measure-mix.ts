import autocannon from 'autocannon';
import type { LoadOperation } from './load-mix.ts';

export interface MeasureOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Calls of the whole mix. */
  readonly calls: number;
  /** Calls a second of the mix; if absent, a call follows the response of the one before it. */
  readonly rate?: number;
}

/** Results of one operation. */
export interface MeasuredOperation {
  readonly name: string;
  /** Milliseconds of each response, ascending. */
  readonly times: readonly number[];
  readonly succeeded: number;
  /** Responses with another status than 200, and connections without a response. */
  readonly failed: number;
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

function measure(
  operation: LoadOperation,
  { url, headers, calls, rate }: MeasureOptions,
): Promise<MeasuredOperation> {
  const { name, percent, call } = operation;
  const times: number[] = [];
  let [succeeded, failed, nth] = [0, 0, 0];
  let failure: string | undefined;
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
        connections: Math.min(MAX_CONNECTIONS, overallRate ?? amount),
        timeout: 30,
        headers: { ...headers },
        requests: [
          {
            setupRequest: (request) => {
              const { method, path, body } = call(nth++);
              return {
                ...request,
                method,
                path,
                ...(body === undefined ? {} : { body: JSON.stringify(body) }),
              };
            },
            onResponse: (status, body) => {
              if (status !== 200) failure ??= `${status} ${body.slice(0, 300)}`;
            },
          },
        ],
      },
      (error) => {
        if (error !== null && error !== undefined) reject(error);
        else resolve({ name, times: times.toSorted((a, b) => a - b), succeeded, failed, failure });
      },
    );
    run.on('response', (_client, status, _bytes, responseTime) => {
      times.push(responseTime);
      if (status === 200) succeeded += 1;
      else failed += 1;
    });
    run.on('reqError', (error) => {
      failed += 1;
      failure ??= String(error);
    });
  });
}

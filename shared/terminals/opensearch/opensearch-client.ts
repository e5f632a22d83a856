import { setTimeout as wait } from 'node:timers/promises';
import type { ApiResponse, Client } from '@opensearch-project/opensearch';
import type { OpenSearchConnection } from './opensearch-connection.ts';
import type { OpenSearchLibrary } from './opensearch-library.ts';

export interface OpenSearchResponse {
  readonly status: number;
  /** Undefined if the body was not JSON. */
  readonly body: unknown;
}

/** Options, the last parameter of every method of the library. */
interface RequestOptions {
  readonly requestTimeout: number;
}

/** An abortable request of the library. */
interface SentRequest extends PromiseLike<Pick<ApiResponse, 'statusCode' | 'body'>> {
  readonly abort: () => void;
}

/** Calls one method of the official client with these options: `(client, options) => client.count({ index }, options)`. */
export type OpenSearchRequest = (client: Client, options: RequestOptions) => SentRequest;

/** Sends requests to one domain or node, with a time limit. Keeps connections open. */
export interface OpenSearchClient {
  /** Resolves when the library is loaded, or failed to load (then `send` fails). */
  readonly loaded: Promise<void>;
  /**
   * @returns the response, including those with an error status.
   * @throws OpenSearchUnreachableError if no attempt had a response in time.
   */
  send(request: OpenSearchRequest): Promise<OpenSearchResponse>;
  /** Closes the connections. */
  close(): void;
}

/** No response in time. The message is the code or name of the cause, without data. */
export class OpenSearchUnreachableError extends Error {
  override readonly name = 'OpenSearchUnreachableError';
}

/** An attempt that was aborted by its time-out. */
class AttemptTimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Statuses of a busy or failing node; a retry can reach a healthy node behind the load balancer. */
const RETRYABLE_STATUSES = new Set([429, 502, 503, 504]);

/** Share of the time for the first attempt. A connection that a firewall dropped never fails, so a retry needs time. */
const FIRST_ATTEMPT_SHARE = 0.5;

const PAUSE_MS = 20;

/**
 * Creates a client and loads the official library, which functions without a domain do not load. A request that cannot
 * connect, is too slow or is rejected because of load is retried once, on a new connection.
 */
export function createOpenSearchClient(connection: OpenSearchConnection): OpenSearchClient {
  const { timeoutMs } = connection;
  const loading = import('./opensearch-library.ts').then(({ createLibrary, responseInError }) => ({
    library: createLibrary(connection),
    responseInError,
  }));
  const loaded = loading.then(
    () => {},
    () => {},
  );

  const attempt = async (
    request: OpenSearchRequest,
    over: keyof OpenSearchLibrary,
    withinMs: number,
  ): Promise<OpenSearchResponse> => {
    const limitMs = Math.max(1, Math.round(withinMs));
    let sent: SentRequest | undefined;
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isOver = true;
        // Before the abort, so that the error of the abort is ignored.
        reject(new AttemptTimeoutError());
        sent?.abort();
      }, limitMs);
    });
    const answered = loading.then(async ({ library, responseInError }) => {
      if (isOver) throw new AttemptTimeoutError();
      // The library's own time-out measures inactivity, so a slow body never triggers it.
      sent = request(library[over], { requestTimeout: limitMs });
      try {
        const { statusCode, body } = await sent;
        return { status: statusCode ?? 0, body: jsonOnly(body) };
      } catch (error) {
        const response = responseInError(error);
        if (response === undefined) throw error;
        return { status: response.status, body: jsonOnly(response.body) };
      }
    });
    try {
      return await Promise.race([answered, timeout]);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    loaded,
    send: async (request) => {
      const deadline = performance.now() + timeoutMs;
      const first = await attempt(request, 'keepAlive', timeoutMs * FIRST_ATTEMPT_SHARE).catch(
        () => undefined,
      );
      if (first !== undefined && !RETRYABLE_STATUSES.has(first.status)) return first;
      await wait(PAUSE_MS);
      try {
        return await attempt(request, 'singleUse', deadline - performance.now());
      } catch (error) {
        // No cause, because the library's errors contain the request with its body and signature.
        throw new OpenSearchUnreachableError(reasonOf(error));
      }
    },
    close: () => {
      loading.then(
        ({ library: { keepAlive, singleUse } }) => void Promise.all([keepAlive.close(), singleUse.close()]),
        () => {},
      );
    },
  };
}

/** The library returns a body of another content type as text. */
const jsonOnly = (body: unknown): unknown => (typeof body === 'object' && body !== null ? body : undefined);

function reasonOf(error: unknown): string {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  return String(code ?? name ?? error);
}

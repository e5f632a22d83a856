import { setTimeout as wait } from 'node:timers/promises';
import type { ApiResponse, Client } from '@opensearch-project/opensearch';
import type { OpenSearchConnection } from './opensearch-connection.ts';
import type { OpenSearchLibrary } from './opensearch-library.ts';

export interface OpenSearchResponse {
  readonly status: number;
  /** Undefined where it was no JSON. */
  readonly body: unknown;
}

/** Options that every method of the library takes last. */
interface RequestOptions {
  readonly requestTimeout: number;
}

/** A request of the library, which it can abort. */
interface SentRequest extends PromiseLike<Pick<ApiResponse, 'statusCode' | 'body'>> {
  readonly abort: () => void;
}

/** Calls one method of the official client with these options: `(client, options) => client.count({ index }, options)`. */
export type OpenSearchRequest = (client: Client, options: RequestOptions) => SentRequest;

/** Requests to one domain or node, within a time, over connections that are kept. */
export interface OpenSearchClient {
  /** Resolves when the library is loaded, or could not be: `send` then fails. */
  readonly loaded: Promise<void>;
  /**
   * @returns the answer, an error status included.
   * @throws OpenSearchUnreachableError if no attempt was answered in time.
   */
  send(request: OpenSearchRequest): Promise<OpenSearchResponse>;
  /** Closes the connections. */
  close(): void;
}

/** Nothing answered in time; the message is the code or name of the cause, and carries no data. */
export class OpenSearchUnreachableError extends Error {
  override readonly name = 'OpenSearchUnreachableError';
}

/** An attempt that was aborted at the end of its time. */
class AttemptTimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Too busy, or a node in trouble behind a balancer: another attempt may meet a better one. */
const WORTH_ANOTHER = new Set([429, 502, 503, 504]);

/** A connection that a firewall has forgotten never fails: half of the time is kept for a new one. */
const FIRST_SHARE = 0.5;

const PAUSE_MS = 20;

/**
 * Makes a client and loads the official one, which only functions with a domain evaluate. A request that fails to
 * connect, is too slow or is rejected for load has one more attempt, on a new connection.
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
        // First, so that the abort's own error comes second and is not seen.
        reject(new AttemptTimeoutError());
        sent?.abort();
      }, limitMs);
    });
    const answered = loading.then(async ({ library, responseInError }) => {
      if (isOver) throw new AttemptTimeoutError();
      // The library's own time-out is one of silence, and a slow body never ends it.
      sent = request(library[over], { requestTimeout: limitMs });
      try {
        const { statusCode, body } = await sent;
        return { status: statusCode ?? 0, body: jsonOnly(body) };
      } catch (error) {
        const answer = responseInError(error);
        if (answer === undefined) throw error;
        return { status: answer.status, body: jsonOnly(answer.body) };
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
      const first = await attempt(request, 'keepAlive', timeoutMs * FIRST_SHARE).catch(() => undefined);
      if (first !== undefined && !WORTH_ANOTHER.has(first.status)) return first;
      await wait(PAUSE_MS);
      try {
        return await attempt(request, 'singleUse', deadline - performance.now());
      } catch (error) {
        // Without a cause: the library's errors carry the request, its body and signature included.
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

/** The library hands over a body of another content type as text. */
const jsonOnly = (body: unknown): unknown => (typeof body === 'object' && body !== null ? body : undefined);

function reasonOf(error: unknown): string {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  return String(code ?? name ?? error);
}

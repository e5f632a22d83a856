import {
  type ApiError,
  ConnectionError,
  InvalidResponseError,
  RequestTimeoutError,
  readApiError,
} from '../errors/errors.ts';
import type { LogEntry } from './log.ts';
import type { CallOptions, ClientOptions, Fetch } from './options.ts';
import type { Answer, ResponseInfo } from './result.ts';
import { isRetryableStatus, readRetryAfter, retryDelay, sleep } from './retry.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RETRIES = 4;
/** Longest delay of timers in JavaScript. */
const MAX_TIMER_MS = 2_147_483_647;
/** Codes of the monthly limits: a retry cannot succeed within the month. */
const MONTHLY_LIMIT_CODES: readonly unknown[] = ['QUOTE_LIMIT_EXCEEDED', 'USAGE_LIMIT_EXCEEDED'];

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Idempotency-Key of a POST. A POST without a key is never retried. */
  readonly idempotencyKey?: string;
  /** Media type of a body that is text, unless the response states that it is JSON; default: JSON. */
  readonly accept?: 'text/csv' | 'text/html' | 'application/pdf';
  /** A signed address, to which the request is sent without the key. */
  readonly address?: string;
  /** A POST that changes nothing, at least when it is repeated. */
  readonly isRead?: true;
}

interface Failure {
  readonly error: ApiError | ConnectionError;
  readonly isRetryable: boolean;
  readonly retryAfterMs: number | undefined;
}

/** Sends requests, with time-outs and retries. */
export class Transport {
  readonly #apiKey: string;
  readonly #baseUrl: string;
  readonly #fetch: Fetch;
  readonly #log: ClientOptions['log'];
  readonly #timeoutMs: number;
  readonly #maxRetries: number;

  /** @throws TypeError for an invalid option; the message does not contain the key */
  constructor({ apiKey, baseUrl, fetch, log, timeoutMs, maxRetries, signal }: ClientOptions) {
    if (signal !== undefined) throw new TypeError('signal is an option of calls, not of the client.');
    // Without this check, the error of an invalid header would contain the key.
    if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
      throw new TypeError('apiKey must be a text of visible ASCII characters.');
    this.#apiKey = apiKey;
    this.#baseUrl = readBaseUrl(baseUrl);
    this.#fetch = fetch ?? ((url, init) => globalThis.fetch(url, init));
    this.#log = log;
    this.#timeoutMs = readTimeout(timeoutMs) ?? DEFAULT_TIMEOUT_MS;
    this.#maxRetries = readRetries(maxRetries) ?? DEFAULT_MAX_RETRIES;
  }

  /**
   * The JSON body of a successful response.
   * @throws ApiError, ConnectionError, or the reason of the signal
   */
  async send<Body>(request: Request, options: CallOptions = {}): Promise<Answer<Body>> {
    const timeoutMs = readTimeout(options.timeoutMs) ?? this.#timeoutMs;
    const maxRetries = readRetries(options.maxRetries) ?? this.#maxRetries;
    const { method, isRead = false, idempotencyKey } = request;
    const canRetry = method !== 'POST' || isRead || idempotencyKey !== undefined;
    const { signal } = options;
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const outcome = await this.#attempt<Body>(request, attempt, timeoutMs, signal);
      if (!('error' in outcome)) return outcome;
      const delayMs =
        canRetry && outcome.isRetryable && attempt <= maxRetries
          ? retryDelay(attempt, outcome.retryAfterMs, Math.random)
          : undefined;
      if (delayMs === undefined) throw outcome.error;
      this.#report(request, attempt, { kind: 'retry', delayMs });
      await sleep(delayMs, signal);
    }
  }

  async #attempt<Body>(
    request: Request,
    attempt: number,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Answer<Body> | Failure> {
    const started = Date.now();
    const deadline = startDeadline(timeoutMs, signal);
    this.#report(request, attempt, { kind: 'request' });
    let response: Response | undefined;
    let error: ConnectionError;
    try {
      response = await this.#fetch(this.#urlOf(request), {
        method: request.method,
        headers: this.#headersOf(request),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal: deadline.signal,
        redirect: 'manual',
      });
      const text = await response.text();
      const { status, headers } = response;
      const requestId = headers.get('x-request-id') ?? undefined;
      this.#report(request, attempt, {
        kind: 'response',
        status,
        requestId,
        durationMs: Date.now() - started,
      });
      const info: ResponseInfo = { status, headers, requestId, attempts: attempt };
      if (!response.ok) return readFailure(text, info, request);
      const isJson =
        request.accept === undefined || /^application\/json\b/.test(headers.get('content-type') ?? '');
      const body = isJson ? parse(text) : text;
      if (body !== undefined) return { data: body as Body, response: info };
      error = new InvalidResponseError(
        `The response to ${request.method} ${request.path} (status ${status}) is not JSON. Check baseUrl, and proxies between your program and the API.`,
        { attempts: attempt, requestId },
      );
    } catch (cause) {
      // A cancelled call rejects with the reason of its signal, whatever fetch reports.
      signal?.throwIfAborted();
      const requestId = response?.headers.get('x-request-id') ?? undefined;
      error = deadline.signal.aborted
        ? new RequestTimeoutError(
            `${request.method} ${request.path} got no complete response within ${timeoutMs} ms. Increase timeoutMs, or try again later.`,
            { attempts: attempt, requestId },
          )
        : new ConnectionError(
            `${request.method} ${request.path} failed without a complete response. Check baseUrl and the network.`,
            { attempts: attempt, requestId, cause },
          );
    } finally {
      deadline.end();
    }
    this.#report(request, attempt, {
      kind: 'failure',
      error: error.name,
      durationMs: Date.now() - started,
    });
    return { error, isRetryable: true, retryAfterMs: undefined };
  }

  #urlOf({ path, query = {}, address }: Request): string {
    if (address !== undefined) return address;
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) parameters.append(name, String(value));
    }
    const text = parameters.toString();
    return `${this.#baseUrl}${path}${text === '' ? '' : `?${text}`}`;
  }

  #headersOf({ body, headers, idempotencyKey, accept, address }: Request): Record<string, string> {
    if (address !== undefined) return {};
    return {
      accept: accept ?? 'application/json',
      'x-api-key': this.#apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...headers,
    };
  }

  #report({ method, path }: Request, attempt: number, entry: Part<LogEntry>): void {
    try {
      this.#log?.({ method, path, attempt, ...entry });
    } catch {
      // A failure of the caller's log must not change the result of the call.
    }
  }
}

/** A log entry without the members that all entries have. */
type Part<Entry> = Entry extends unknown ? Omit<Entry, 'method' | 'path' | 'attempt'> : never;

function readFailure(text: string, info: ResponseInfo, { idempotencyKey }: Request): Failure {
  const { status, headers, requestId, attempts } = info;
  const retryAfterMs = readRetryAfter(headers, Date.now());
  const retryAfter = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000);
  const error = readApiError(text, { status, requestId, retryAfter, attempts });
  const isMonthlyLimit =
    MONTHLY_LIMIT_CODES.includes(error.code) ||
    (status === 429 && retryAfterMs === undefined && headers.has('x-usage-limit'));
  // The service still handles the earlier attempt with this key.
  const isInProgress = status === 409 && idempotencyKey !== undefined && attempts > 1;
  return { error, isRetryable: (isRetryableStatus(status) && !isMonthlyLimit) || isInProgress, retryAfterMs };
}

/** A signal that aborts after the time, or with the caller's signal. AbortSignal.any would keep long-lived signals busy. */
function startDeadline(timeoutMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new TypeError('baseUrl must be an http or https URL without user name and query.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function readTimeout(milliseconds: number | undefined): number | undefined {
  if (milliseconds === undefined || (milliseconds > 0 && milliseconds <= MAX_TIMER_MS)) return milliseconds;
  throw new TypeError(`timeoutMs must be more than 0 and at most ${MAX_TIMER_MS}.`);
}

function readRetries(count: number | undefined): number | undefined {
  if (count === undefined || (Number.isInteger(count) && count >= 0)) return count;
  throw new TypeError('maxRetries must be an integer of at least 0.');
}

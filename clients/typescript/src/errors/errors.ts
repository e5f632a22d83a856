import type { GeneralError, QuotesError, RatesError } from '../api/api-types.ts';
import { adviceFor } from './error-advice.ts';

/** Base of all errors of this package, except TypeError for wrong arguments. */
export class FreightError extends Error {
  override readonly name: string = 'FreightError';
}

/** No complete response arrived: connection failure, time-out, or a body that is not JSON. */
export class ConnectionError extends FreightError {
  override readonly name: string = 'ConnectionError';
  /** Requests that were sent. An earlier one may have succeeded on the server. */
  readonly attempts: number;
  /** Id of the last response, if one arrived. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    { attempts, requestId, cause }: { attempts: number; requestId?: string | undefined; cause?: unknown },
  ) {
    super(message, { cause });
    this.attempts = attempts;
    this.requestId = requestId;
  }
}

/** The last attempt took longer than `timeoutMs`. */
export class RequestTimeoutError extends ConnectionError {
  override readonly name = 'RequestTimeoutError';
}

/** A response with a success status, but without a valid JSON body. */
export class InvalidResponseError extends ConnectionError {
  override readonly name = 'InvalidResponseError';
}

/** What all errors of responses have. */
export interface ResponseFacts {
  readonly status: number;
  readonly requestId: string | undefined;
  /** Seconds of Retry-After. */
  readonly retryAfter: number | undefined;
  readonly attempts: number;
}

/**
 * The service, or a proxy in front of it, answered with an error status. This class is used for bodies that have none of
 * the three error formats of the API; its subclasses are used for the formats.
 */
export class ApiError extends FreightError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** Code of the API: a text, or the status as a number for terminals, rates and usage. `unknown` without a format. */
  readonly code: string | number;
  /** Support needs it. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next call, if the service stated them. */
  readonly retryAfter: number | undefined;
  /** Requests that were sent. After more than one, an earlier request may have succeeded on the server. */
  readonly attempts: number;
  /** What to do. */
  readonly advice: string;

  constructor(message: string, code: string | number, facts: ResponseFacts) {
    const advice = adviceFor(code, facts.status);
    const id = facts.requestId === undefined ? '' : ` Request id: ${facts.requestId}.`;
    super(`${withStop(message)} ${advice} (status ${facts.status}, code ${code})${id}`);
    this.status = facts.status;
    this.code = code;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.attempts = facts.attempts;
    this.advice = advice;
  }
}

/** Webhooks, deliveries, unknown paths, and requests that are rejected before they reach an operation. */
export class GeneralApiError extends ApiError {
  override readonly name = 'GeneralApiError';
  declare readonly code: string;
}

/** Quotes and pricing strategies. */
export class QuotesApiError extends ApiError {
  override readonly name = 'QuotesApiError';
  declare readonly code: string;
  /** Members depend on the code. */
  readonly details: QuotesError['error']['details'];

  constructor(body: QuotesError, facts: ResponseFacts) {
    super(body.error.message, body.error.code, facts);
    this.details = body.error.details;
  }
}

/** Terminals, rates and usage. */
export class RatesApiError extends ApiError {
  override readonly name = 'RatesApiError';
  declare readonly code: number;
  /** Identifies the condition. */
  readonly type: string;
  /** What is wrong with each lane. */
  readonly laneErrors: NonNullable<RatesError['errors']>;
  /** Similar names for unknown terminals. */
  readonly suggestions: NonNullable<RatesError['suggestions']>;

  constructor(body: RatesError, facts: ResponseFacts) {
    super(body.error.message, body.error.code, facts);
    this.type = body.error.type;
    this.laneErrors = body.errors ?? [];
    this.suggestions = body.suggestions ?? [];
  }
}

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The error of a response, by the format of its body. */
export function readApiError(text: string, facts: ResponseFacts): ApiError {
  const body = parse(text);
  const error = isObject(body) ? body.error : undefined;
  if (isObject(body) && isObject(error) && typeof error.message === 'string') {
    if (body.success === false && typeof error.code === 'string') {
      const { error: general } = body as unknown as GeneralError;
      return new GeneralApiError(general.message, general.code, facts);
    }
    if (typeof error.code === 'string' && isObject(error.details))
      return new QuotesApiError(body as unknown as QuotesError, facts);
    if (typeof error.code === 'number') return new RatesApiError(body as unknown as RatesError, facts);
  }
  return new ApiError('The response has none of the error formats of the API', 'unknown', facts);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

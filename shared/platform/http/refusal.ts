import type { ErrorFormat } from './error-format.ts';

/** Why a call is refused; decides status and default code in every error format. */
export type RefusalKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'rate-limited'
  | 'internal';

/** An expected failure of an operation, independent of the error format. */
export interface Refusal {
  readonly kind: RefusalKind;
  readonly message: string;
  /** The quotes format's code where it is finer than the kind's own: LOCATION_NOT_FOUND, NO_ROUTE, ... */
  readonly code?: string;
  /** The quotes format's details. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Members written beside `error` in the rates format: `errors`, `suggestions`. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

interface KindFacts {
  readonly status: number;
  readonly quotesCode: string;
  readonly generalCode: string;
}

const KINDS: Record<RefusalKind, KindFacts> = {
  invalid: { status: 400, quotesCode: 'INVALID_PARAMETERS', generalCode: 'invalid_request' },
  unauthorized: { status: 401, quotesCode: 'INVALID_API_KEY', generalCode: 'unauthorized' },
  forbidden: { status: 403, quotesCode: 'FORBIDDEN', generalCode: 'forbidden' },
  'not-found': { status: 404, quotesCode: 'NOT_FOUND', generalCode: 'not_found' },
  conflict: { status: 409, quotesCode: 'CONFLICT', generalCode: 'conflict' },
  'rate-limited': { status: 429, quotesCode: 'RATE_LIMIT_EXCEEDED', generalCode: 'rate_limit_exceeded' },
  internal: { status: 500, quotesCode: 'INTERNAL_ERROR', generalCode: 'internal_error' },
};

/** The HTTP status of a refusal. */
export function refusalStatus(refusal: Refusal): number {
  return KINDS[refusal.kind].status;
}

const isPlainInvalid = ({ kind, code }: Refusal): boolean => kind === 'invalid' && code === undefined;

/** INVALID_PARAMETERS always has `details.errors`: a fault of no single field is one of the whole request. */
const wholeRequestFault = ({ message }: Refusal) => ({ errors: [{ field: 'request', message }] });

/** The body of a refusal in the error format (interface specification, section 7). */
export function refusalBody(errorFormat: ErrorFormat, refusal: Refusal): Record<string, unknown> {
  const facts = KINDS[refusal.kind];
  switch (errorFormat) {
    case 'quotes':
      return {
        error: {
          code: refusal.code ?? facts.quotesCode,
          message: refusal.message,
          details: refusal.details ?? (isPlainInvalid(refusal) ? wholeRequestFault(refusal) : {}),
        },
      };
    case 'rates':
      return { error: { code: facts.status, message: refusal.message }, ...refusal.beside };
    case 'general':
      return { success: false, error: { code: facts.generalCode, message: refusal.message } };
  }
}

/** What callers read when other writes of the same item came first each time. */
export const CONTENDED: Refusal = {
  kind: 'rate-limited',
  message:
    'Too many calls change the same data at this moment. Wait for the seconds in Retry-After, then try again.',
};
export const CONTENDED_HEADERS = { 'Retry-After': '1' } as const;

/** What callers read when the service itself failed: nothing of the cause. */
export const INTERNAL_ERROR: Refusal = {
  kind: 'internal',
  message:
    'Internal error. Try again; if it persists, contact support with the X-Request-Id of this response.',
};

export const RATE_LIMITED: Refusal = {
  kind: 'rate-limited',
  message: 'Rate limit exceeded. Wait for the seconds in Retry-After, then try again.',
};

import type { QuotesErrorDetails } from './error-bodies.ts';

/** The three error formats of the interface (interface specification, section 7). */
export const ERROR_FORMATS = ['quotes', 'rates', 'general'] as const;
export type ErrorFormat = (typeof ERROR_FORMATS)[number];

const IN_FORMAT_OF_RATES = /^\/api\/v1\/((audit-log|keys|places|rates|terminals|usage)(\/|$)|organization$)/;

/** The format in which the operations of a path state errors. */
export function errorFormatOf(path: string): ErrorFormat {
  if (IN_FORMAT_OF_RATES.test(path)) return 'rates';
  return path.startsWith('/api/') && !path.startsWith('/api/v1/market/') ? 'quotes' : 'general';
}

/** What `error.type` of the rates format can be, where the code is only the status. */
export const RATES_ERROR_TYPES = [
  'no_search_parameter',
  'invalid_parameters',
  'invalid_lanes',
  'unknown_terminal',
  'geocode_failed',
  'no_route',
  'billing_required',
  'unauthorized',
  'missing_organization',
  'forbidden',
  'not_found',
  'conflict',
  'rate_limited',
  'usage_limit_exceeded',
  'internal_error',
] as const;
export type RatesErrorType = (typeof RATES_ERROR_TYPES)[number];

/** Kind of an error. It determines the status and the default code in every error format. */
export type RejectionKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'rate-limited'
  | 'internal';

/** An expected error of an operation, independent of the error format. */
export type Rejection =
  | RateLimited
  | (RejectionParts & { readonly kind: Exclude<RejectionKind, 'rate-limited'> });

/** An error with status 429. Each has a time after which the call can succeed, so that no 429 lacks Retry-After. */
export interface RateLimited extends RejectionParts {
  readonly kind: 'rate-limited';
  /** Value of the header Retry-After: whole seconds, at least 1. */
  readonly retryAfter: number;
}

interface RejectionParts {
  readonly message: string;
  /** Code in the quotes format if it is more specific than the default: LOCATION_NOT_FOUND, NO_ROUTE, ... */
  readonly code?: string;
  /** `details` in the quotes format. */
  readonly details?: QuotesErrorDetails;
  /** `error.type` in the rates format if it is more specific than the default: unknown_terminal, no_route, ... */
  readonly type?: RatesErrorType;
  /** Members next to `error` in the rates format: `errors`, `suggestions`. */
  readonly topLevelMembers?: Readonly<Record<string, unknown>>;
}

interface KindProperties {
  readonly status: number;
  readonly quotesCode: string;
  readonly generalCode: string;
  readonly ratesType: RatesErrorType;
}

const KINDS: Record<RejectionKind, KindProperties> = {
  invalid: {
    status: 400,
    quotesCode: 'INVALID_PARAMETERS',
    generalCode: 'invalid_request',
    ratesType: 'invalid_parameters',
  },
  unauthorized: {
    status: 401,
    quotesCode: 'INVALID_API_KEY',
    generalCode: 'unauthorized',
    ratesType: 'unauthorized',
  },
  forbidden: { status: 403, quotesCode: 'FORBIDDEN', generalCode: 'forbidden', ratesType: 'forbidden' },
  'not-found': { status: 404, quotesCode: 'NOT_FOUND', generalCode: 'not_found', ratesType: 'not_found' },
  conflict: { status: 409, quotesCode: 'CONFLICT', generalCode: 'conflict', ratesType: 'conflict' },
  'rate-limited': {
    status: 429,
    quotesCode: 'RATE_LIMIT_EXCEEDED',
    generalCode: 'rate_limit_exceeded',
    ratesType: 'rate_limited',
  },
  internal: {
    status: 500,
    quotesCode: 'INTERNAL_ERROR',
    generalCode: 'internal_error',
    ratesType: 'internal_error',
  },
};

/** The HTTP status of an error. */
export function rejectionStatus(rejection: Pick<Rejection, 'kind'>): number {
  return KINDS[rejection.kind].status;
}

const isPlainInvalid = ({ kind, code }: Rejection): boolean => kind === 'invalid' && code === undefined;

/** INVALID_PARAMETERS always has `details.errors`. An error without a field refers to the whole request. */
const wholeRequestErrors = ({ message }: Rejection) => ({ errors: [{ field: 'request', message }] });

/** The body of an error in an error format (interface specification, section 7). */
export function rejectionBody(errorFormat: ErrorFormat, rejection: Rejection): Record<string, unknown> {
  const properties = KINDS[rejection.kind];
  switch (errorFormat) {
    case 'quotes':
      return {
        error: {
          code: rejection.code ?? properties.quotesCode,
          message: rejection.message,
          details: rejection.details ?? (isPlainInvalid(rejection) ? wholeRequestErrors(rejection) : {}),
        },
      };
    case 'rates':
      return {
        error: {
          code: properties.status,
          type: rejection.type ?? properties.ratesType,
          message: rejection.message,
        },
        ...rejection.topLevelMembers,
      };
    case 'general':
      return { success: false, error: { code: properties.generalCode, message: rejection.message } };
  }
}

/** Error for callers if other writes changed the same item at every attempt. */
export const CONTENDED: RateLimited = {
  kind: 'rate-limited',
  retryAfter: 1,
  message:
    'Too many calls change the same data at this moment. Wait for the seconds in Retry-After, then try again.',
};

/** Error for callers if the service failed. It does not disclose the cause. */
export const INTERNAL_ERROR: Rejection = {
  kind: 'internal',
  message:
    'Internal error. Try again; if it persists, contact support with the X-Request-Id of this response.',
};

/**
 * Error of the gateway for a call above the organization's plan. The standard plan refills 16 calls per second. A gateway
 * response cannot know the plan, so that an enterprise plan of fewer than 60 calls per minute has the same value.
 */
export const RATE_LIMITED: RateLimited = {
  kind: 'rate-limited',
  retryAfter: 1,
  message: 'Rate limit exceeded. Wait for the seconds in Retry-After, then try again.',
};

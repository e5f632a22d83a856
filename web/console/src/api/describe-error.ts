import { ApiError, ConnectionError, QuotesApiError, RatesApiError, RequestTimeoutError } from './client.ts';
import { fieldTitle, inFormWords } from './field-messages.ts';

/** An error for people: what happened, what to do, and what support needs. */
interface ErrorDescription {
  readonly title: string;
  /** `yellow`: nothing failed, and the state is another one. */
  readonly tone: 'red' | 'yellow';
  /** Texts of the API or of the browser; empty if the title has all. */
  readonly details: readonly string[];
  readonly advice: string;
  readonly requestId: string | undefined;
  /** Seconds after which a retry can succeed. */
  readonly retryAfter: number | undefined;
  readonly canRetry: boolean;
  /** The quote that revises the one of the request. */
  readonly newerQuote: string | undefined;
  /** In place of a retry. */
  readonly remedy: Remedy | undefined;
}

interface Remedy {
  readonly label: string;
  run(): unknown;
}

/** An error that the console found, with what the person can do: try again, or another action. */
export class ExplainedError extends Error {
  readonly title: string;
  readonly remedy: 'retry' | Remedy | undefined;

  constructor(title: string, advice: string, remedy?: 'retry' | Remedy) {
    super(advice);
    this.title = title;
    this.remedy = remedy;
  }
}

const MEANWHILE = 'meanwhile, in another tab or by another person.';
/** What the state is, by the code of the API. */
const STATES: Readonly<Record<string, string>> = {
  QUOTE_EXPIRED: 'It has expired. Revise it, or make a new quote for the lane at the price of today.',
  QUOTE_SUPERSEDED: `It was revised ${MEANWHILE}`,
  QUOTE_ALREADY_CONVERTED: `It was converted ${MEANWHILE}`,
  QUOTE_ALREADY_DECLINED: `It was declined ${MEANWHILE}`,
  TARIFF_CHANGED:
    'Another person changed the tariff since this page was opened. Your input is kept: save it again to add it to the current tariff.',
};

const TRY_AGAIN = 'Try again. If the error continues, send the request id to support.';
/** Codes whose `retryAfter` is the time to the next month. */
const MONTHLY_LIMITS: readonly unknown[] = ['QUOTE_LIMIT_EXCEEDED', 'USAGE_LIMIT_EXCEEDED'];

/** @param laneName name of the lane that was sent at an index, as the page shows it. */
export function describeError(
  error: unknown,
  laneName = (index: number) => `Lane ${index + 1}`,
): ErrorDescription {
  const none = {
    ...{ tone: 'red' as const, details: [], canRetry: true },
    ...{ requestId: undefined, retryAfter: undefined, newerQuote: undefined, remedy: undefined },
  };
  if (error instanceof ExplainedError) {
    const { title, message: advice, remedy } = error;
    return remedy === 'retry'
      ? { ...none, title, advice }
      : { ...none, title, advice, tone: 'yellow', canRetry: false, remedy };
  }
  if (error instanceof QuotesApiError && STATES[error.code] !== undefined) {
    const { code, details } = error;
    const newerQuote = details.superseded_by;
    const title = 'This is not possible now';
    return { ...none, title, advice: STATES[code] ?? '', tone: 'yellow', canRetry: false, newerQuote };
  }
  if (error instanceof ConnectionError) {
    const isTimeout = error instanceof RequestTimeoutError;
    return {
      ...none,
      requestId: error.requestId,
      title: isTimeout ? 'The service did not answer in time' : 'No connection to the service',
      advice: isTimeout
        ? TRY_AGAIN
        : 'Check your network and try again. If a change was being saved, it may have been saved: a repeated try does not save it twice.',
    };
  }
  if (!(error instanceof ApiError)) {
    return {
      ...none,
      title: 'The console has an error',
      details: [error instanceof Error ? error.message : String(error)],
      advice: 'Reload the page.',
      canRetry: false,
    };
  }
  const { status, requestId, retryAfter } = error;
  const isMonthly = retryAfter === undefined || MONTHLY_LIMITS.includes(error.code);
  const kind = status >= 500 ? 500 : status === 429 && isMonthly ? 'month' : status;
  const [title, advice] = API_TEXTS[kind] ?? [
    'The request was not accepted',
    'Correct the values and try again.',
  ];
  return {
    ...{ ...none, title, advice, requestId },
    details: kind === 429 ? [] : detailsOf(error, laneName),
    retryAfter: kind === 'month' ? undefined : retryAfter,
    canRetry: kind === 409 || kind === 429 || kind === 500,
  };
}

const API_TEXTS: Readonly<Record<string | number, readonly [title: string, advice: string]>> = {
  401: ['The API key is not valid', 'Sign in again.'],
  403: [
    'This key has no right to do this',
    'Sign in with a key that has the scope, or ask an administrator of your organization.',
  ],
  404: [
    'Not found',
    "It may have been deleted, or it belongs to the other mode: live keys and test keys do not see each other's data.",
  ],
  409: [
    'This is not possible now',
    'The state may have changed in the meantime. Reload the page to see the current state.',
  ],
  429: ['Too many requests', 'The request rate of your organization is reached.'],
  month: ['The monthly limit is reached', 'Wait for the next month, or ask the operator for a higher limit.'],
  500: ['The service has an error', TRY_AGAIN],
};

/** Messages of the API, without the instructions for programs that the client adds. */
function detailsOf(error: ApiError, laneName: (index: number) => string): string[] {
  if (error instanceof QuotesApiError && error.details.errors !== undefined)
    return error.details.errors.map(({ field, message }) => `${fieldTitle(field)}: ${inFormWords(message)}`);
  if (error instanceof RatesApiError && error.laneErrors.length > 0)
    return error.laneErrors.flatMap(({ index, errors }) =>
      errors.map((text) => `${laneName(index)}: ${inFormWords(text)}`),
    );
  const end = error.message.indexOf(` ${error.advice} (status `);
  const text = end < 0 ? error.message : error.message.slice(0, end);
  // The API counts lanes from 0, pages from 1.
  return [
    error.code === 'LANES_AWARDED'
      ? text.replace(/\blane (\d+)/, (_, index) => `lane ${Number(index) + 1}`)
      : text,
  ];
}

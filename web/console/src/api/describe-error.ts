import { ApiError, ConnectionError, QuotesApiError, RatesApiError, RequestTimeoutError } from './client.ts';
import { fieldTitle, inFormWords } from './field-messages.ts';

/** An error for people: what happened, what to do, and what support needs. */
interface ErrorDescription {
  readonly title: string;
  /** Texts of the API or of the browser; empty if the title has all. */
  readonly details: readonly string[];
  readonly advice: string;
  readonly requestId: string | undefined;
  /** Seconds after which a retry can succeed. */
  readonly retryAfter: number | undefined;
  readonly canRetry: boolean;
}

const TRY_AGAIN = 'Try again. If the error continues, send the request id to support.';
/** Codes whose `retryAfter` is the time to the next month. */
const MONTHLY_LIMITS: readonly unknown[] = ['QUOTE_LIMIT_EXCEEDED', 'USAGE_LIMIT_EXCEEDED'];

/** @param laneName name of the lane that was sent at an index, as the page shows it. */
export function describeError(
  error: unknown,
  laneName = (index: number) => `Lane ${index + 1}`,
): ErrorDescription {
  const none = { details: [], requestId: undefined, retryAfter: undefined, canRetry: true };
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
    ...{ title, advice, requestId },
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
  return [end < 0 ? error.message : error.message.slice(0, end)];
}

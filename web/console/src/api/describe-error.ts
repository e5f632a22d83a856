import { AnswerTooLargeError, MAX_ANSWER_BYTES } from './bounded-fetch.ts';
import { ApiError, ConnectionError, QuotesApiError, RatesApiError, RequestTimeoutError } from './client.ts';

/** An error for people: what happened, what to do, and what support needs. */
export interface ErrorDescription {
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
const CORRECT = 'Correct the values and try again.';

/** @param laneName name of the lane that was sent at an index, as the page shows it. */
export function describeError(
  error: unknown,
  laneName = (index: number) => `Lane ${index + 1}`,
): ErrorDescription {
  const none = { details: [], requestId: undefined, retryAfter: undefined, canRetry: true };
  if (error instanceof RequestTimeoutError)
    return {
      ...none,
      title: 'The service did not answer in time',
      advice: TRY_AGAIN,
      requestId: error.requestId,
    };
  if (error instanceof ConnectionError && error.cause instanceof AnswerTooLargeError) {
    return {
      ...none,
      title: 'The answer is too large to show',
      details: [
        `The console shows answers of at most ${MAX_ANSWER_BYTES / 1_000_000} MB. Nothing of this answer is shown.`,
      ],
      advice: 'Choose fewer entries per page or a narrower filter, or read the data with the API.',
      requestId: error.cause.requestId,
    };
  }
  if (error instanceof ConnectionError) {
    return {
      ...none,
      title: 'No connection to the service',
      advice:
        'Check your network and try again. If a change was being saved, it may have been saved: a repeated try does not save it twice.',
      requestId: error.requestId,
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
  const details = detailsOf(error, laneName);
  const known = { details, requestId, retryAfter };
  if (status === 401)
    return { ...known, title: 'The API key is not valid', advice: 'Sign in again.', canRetry: false };
  if (status === 403) {
    return {
      ...known,
      title: 'This key has no right to do this',
      advice: 'Sign in with a key that has the scope, or ask an administrator of your organization.',
      canRetry: false,
    };
  }
  if (status === 404)
    return {
      ...known,
      title: 'Not found',
      advice:
        "It may have been deleted, or it belongs to the other mode: live keys and test keys do not see each other's data.",
      canRetry: false,
    };
  if (status === 409) {
    return {
      ...known,
      title: 'This is not possible now',
      advice: 'The state may have changed in the meantime. Reload the page to see the current state.',
      canRetry: true,
    };
  }
  const isMonthly = retryAfter === undefined || MONTHLY_LIMITS.includes(error.code);
  if (status === 429 && !isMonthly) {
    return {
      ...known,
      title: 'Too many requests',
      details: [],
      advice: 'The request rate of your organization is reached.',
      canRetry: true,
    };
  }
  if (status === 429) {
    return {
      ...known,
      retryAfter: undefined,
      title: 'The monthly limit is reached',
      advice: 'Wait for the next month, or ask the operator for a higher limit.',
      canRetry: false,
    };
  }
  if (status >= 500)
    return { ...known, title: 'The service has an error', advice: TRY_AGAIN, canRetry: true };
  return { ...known, title: 'The request was not accepted', advice: CORRECT, canRetry: false };
}

/** Messages of the API, without the instructions for programs that the client adds. */
function detailsOf(error: ApiError, laneName: (index: number) => string): string[] {
  if (error instanceof QuotesApiError && error.details.errors !== undefined)
    return error.details.errors.map(({ field, message }) => `${field}: ${message}`);
  if (error instanceof RatesApiError && error.laneErrors.length > 0)
    return error.laneErrors.flatMap(({ index, errors }) =>
      errors.map((text) => `${laneName(index)}: ${text}`),
    );
  const end = error.message.indexOf(` ${error.advice} (status `);
  return [end < 0 ? error.message : error.message.slice(0, end)];
}

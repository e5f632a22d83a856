import { QuotesApiError } from './client.ts';
import { inFormWords } from './form-words.ts';

/** Messages of the API by field, as sentences; {} for other errors. @param nameOf what the form calls a field of the request */
export function fieldMessages(
  error: unknown,
  nameOf: (field: string) => string = (field) => field,
): Readonly<Record<string, string>> {
  const errors = error instanceof QuotesApiError ? (error.details.errors ?? []) : [];
  return Object.fromEntries(errors.map(({ field, message }) => [nameOf(field), fieldSentence(message)]));
}

/** A message of the API, which follows the name of a field, as a sentence. */
const fieldSentence = (message: string): string =>
  `This field ${inFormWords(/[.!?]$/.test(message) ? message : `${message}.`)}`;

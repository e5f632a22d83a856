import {
  ApiError,
  ConnectionError,
  FreightClient,
  QuotesApiError,
} from '../../../clients/typescript/src/index.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { type ApiOptions, findApiService } from './api-service.ts';
import type { Session } from './session.ts';

/** Runs a task on the API. @throws CommandFailedError with the message of the API. */
export async function callApi(
  session: Session,
  options: ApiOptions,
  task: (client: FreightClient) => Promise<void>,
): Promise<void> {
  const { url, apiKey } = await findApiService(session, options);
  try {
    await task(new FreightClient({ apiKey, baseUrl: url.href }));
  } catch (error) {
    if (error instanceof ApiError) throw new CommandFailedError(messageOf(error));
    if (error instanceof ConnectionError) throw new CommandFailedError(error.message);
    throw error;
  }
}

/** The message of the API, which states what to do, with a line for each invalid field. */
function messageOf(error: ApiError): string {
  const fields: unknown = error instanceof QuotesApiError ? error.details.errors : undefined;
  const lines = Array.isArray(fields) ? fields.map(({ field, message }) => `  ${field}: ${message}`) : [];
  return [error.message, ...lines].join('\n');
}

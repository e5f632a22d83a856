import * as v from 'valibot';
import type { OpenSearchResponse } from './opensearch-client.ts';

/** An error status or an unexpected body from OpenSearch. The message has the reason, without data. */
export class OpenSearchResponseError extends Error {
  override readonly name = 'OpenSearchResponseError';
}

/** The body of a response. @throws OpenSearchResponseError for an error status. */
export function successBody(response: OpenSearchResponse): unknown {
  if (response.status >= 200 && response.status < 300) return response.body;
  throw new OpenSearchResponseError(`status ${response.status} ${errorType(response)}`);
}

const errorSchema = v.object({ error: v.object({ type: v.string() }) });

/** The error type of OpenSearch, such as "index_not_found_exception"; "" if the body has none. */
export function errorType({ body }: OpenSearchResponse): string {
  const parsed = v.safeParse(errorSchema, body);
  return parsed.success ? parsed.output.error.type : '';
}

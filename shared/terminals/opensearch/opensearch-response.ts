import * as v from 'valibot';
import type { OpenSearchResponse } from './opensearch-client.ts';

/** OpenSearch answered with something else than what was asked for; the message says what, and carries no data. */
export class OpenSearchResponseError extends Error {
  override readonly name = 'OpenSearchResponseError';
}

/** The body of an answer. @throws OpenSearchResponseError for an error status. */
export function successBody(answer: OpenSearchResponse): unknown {
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw new OpenSearchResponseError(`status ${answer.status} ${errorType(answer)}`);
}

const errorSchema = v.object({ error: v.object({ type: v.string() }) });

/** OpenSearch's own name of an error, such as "index_not_found_exception"; "" where the body has none. */
export function errorType({ body }: OpenSearchResponse): string {
  const parsed = v.safeParse(errorSchema, body);
  return parsed.success ? parsed.output.error.type : '';
}

import * as v from 'valibot';
import type { OpenSearchAnswer } from './opensearch-client.ts';

/** OpenSearch answered with something else than what was asked for; the message says what, and carries no data. */
export class OpenSearchAnswerError extends Error {
  override readonly name = 'OpenSearchAnswerError';
}

/** The body of an answer. @throws OpenSearchAnswerError for an error status. */
export function accepted(answer: OpenSearchAnswer): unknown {
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw new OpenSearchAnswerError(`status ${answer.status} ${errorType(answer)}`);
}

const errorSchema = v.object({ error: v.object({ type: v.string() }) });

/** OpenSearch's own name of an error, such as "index_not_found_exception"; "" where the body has none. */
export function errorType({ body }: OpenSearchAnswer): string {
  const parsed = v.safeParse(errorSchema, body);
  return parsed.success ? parsed.output.error.type : '';
}

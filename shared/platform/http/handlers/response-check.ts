import * as v from 'valibot';
import { log } from '../../logging/log.ts';
import * as LOG from '../../logging/log-messages.ts';
import { countMetric } from '../../logging/metric.ts';

/** `reject` fails the call (tests, local host). `report` logs and counts the mismatch and returns the response. */
export type ResponseMismatch = 'reject' | 'report';

class ResponseMismatchError extends Error {
  override readonly name = 'ResponseMismatchError';
}

/**
 * Checks a 200 body against the schema of its operation.
 * @throws ResponseMismatchError in mode `reject`; its message contains paths and types, never values.
 */
export function checkResponse(schema: v.GenericSchema, body: unknown, mode: ResponseMismatch): void {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return;
  const differences = parsed.issues.map(
    (issue) => `${v.getDotPath(issue) ?? '(body)'}: expected ${issue.expected}`,
  );
  if (mode === 'reject') throw new ResponseMismatchError(differences.join('; '));
  log(LOG.responseMismatch, { differences });
  countMetric('ResponseMismatch');
}

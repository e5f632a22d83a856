import type { Answer } from '../../shared/platform/http/outcome.ts';
import type { Rejection } from '../../shared/platform/http/rejection.ts';

/** The body of a success, of the first call or replayed. @throws Error with the rejection. */
export function bodyOf<Body>(answer: Answer<Body>): Body {
  if (!answer.ok) throw new Error(JSON.stringify(answer.rejection));
  return 'replayed' in answer ? (JSON.parse(answer.replayed) as Body) : answer.body;
}

/** The rejection of a call. @throws Error for a success. */
export function rejectionOf(answer: Answer<unknown>): Rejection {
  if (answer.ok) throw new Error('no rejection');
  return answer.rejection;
}

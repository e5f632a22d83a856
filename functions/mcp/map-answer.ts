import type { Answer } from '../../shared/platform/http/outcome.ts';

type Headers = Readonly<Record<string, string>> | undefined;

/** The answer with another body; errors stay. A replayed answer is read as the body that was stored. */
export function mapAnswer<Body, Shown>(
  answer: Answer<Body>,
  show: (body: Body, headers: Headers, isReplayed: boolean) => Shown,
): Answer<Shown> {
  if (!answer.ok) return answer;
  const isReplayed = 'replayed' in answer;
  const body = isReplayed ? (JSON.parse(answer.replayed) as Body) : answer.body;
  const headers = answer.headers === undefined ? {} : { headers: answer.headers };
  return { ok: true, body: show(body, answer.headers, isReplayed), ...headers };
}

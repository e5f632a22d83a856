import { type Rejection, rejectionStatus } from '../../shared/platform/http/rejection.ts';

/** Details longer than this are cut: an answer must fit into the context of a language model. */
const MAX_DETAILS_LENGTH = 4_000;

/** What to do about an error, by its kind. */
const NEXT_STEP: Readonly<Record<Rejection['kind'], string>> = {
  invalid: 'Correct the arguments, then call the tool again.',
  unauthorized: 'Ask the user for a valid API key.',
  forbidden: 'Ask the user for an API key with this scope, or use a tool that does not need it.',
  'not-found': 'Check the id, and that the key has its organization and mode; find_quotes lists the quotes.',
  conflict: 'Use another idempotency_key for another request, or try again later.',
  'rate-limited': '',
  internal: '',
};

const nextStep = (rejection: Rejection): string =>
  rejection.kind === 'rate-limited'
    ? `Wait ${rejection.retryAfter} seconds before you call the tool again; read_usage shows usage and limits.`
    : NEXT_STEP[rejection.kind];

/** The text of a tool error: the message of the REST operation, its details, and what to do. */
export function describeRejection(rejection: Rejection): string {
  const { code, details, topLevelMembers } = rejection;
  const more = { ...(code === undefined ? {} : { code }), ...details, ...topLevelMembers };
  const text = JSON.stringify(more);
  const shown =
    text.length > MAX_DETAILS_LENGTH ? `${text.slice(0, MAX_DETAILS_LENGTH).toWellFormed()}...` : text;
  const lines = [
    `${rejection.message} (status ${rejectionStatus(rejection)})`,
    ...(Object.keys(more).length > 0 ? [`Details: ${shown}`] : []),
    nextStep(rejection),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

import { LocalSetupError } from '../local-setup-error.ts';

/** Whether an event source mapping passes an event to its function. */
export type EventFilter = (event: unknown) => boolean;

/**
 * Parses an event pattern: lists of values, and the rules prefix, suffix, exists and anything-but. If the value in the event is a
 * list, one matching member is enough.
 * @throws LocalSetupError for an unsupported pattern.
 */
export function readEventFilter(pattern: string): EventFilter {
  const unknown = new LocalSetupError(`The local host does not support the event source filter ${pattern}.`);
  try {
    return membersMatcher(JSON.parse(pattern), unknown);
  } catch {
    throw unknown;
  }
}

/** Matches each member of the pattern with the member of the event that has the same name. */
function membersMatcher(pattern: unknown, unknown: Error): EventFilter {
  if (typeof pattern !== 'object' || pattern === null || Array.isArray(pattern)) throw unknown;
  const members = Object.entries(pattern).map(([name, inner]) => {
    // "$or" and other operators.
    if (name.startsWith('$')) throw unknown;
    return [name, Array.isArray(inner) ? anyRule(inner, unknown) : membersMatcher(inner, unknown)] as const;
  });
  return (value) => members.every(([name, matches]) => matches(memberOf(value, name)));
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

function anyRule(rules: readonly unknown[], unknown: Error): EventFilter {
  const matchers = rules.map((rule) => ruleMatcher(rule, unknown));
  const matchesOne: EventFilter = (value) => matchers.some((matches) => matches(value));
  return (value) => matchesOne(value) || (Array.isArray(value) && value.some(matchesOne));
}

/** Rules whose texts `anything-but` can exclude. */
const AFFIXES = ['prefix', 'suffix'];

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

function ruleMatcher(rule: unknown, unknown: Error): EventFilter {
  if (typeof rule !== 'object' || rule === null) return (value) => value === rule;
  const [only, ...others] = Object.entries(rule);
  if (only === undefined || others.length > 0) throw unknown;
  const [name, argument] = only;
  if (name === 'prefix' && typeof argument === 'string') {
    return (value) => typeof value === 'string' && value.startsWith(argument);
  }
  if (name === 'suffix' && typeof argument === 'string') {
    return (value) => typeof value === 'string' && value.endsWith(argument);
  }
  if (name === 'exists' && typeof argument === 'boolean')
    return (value) => (value !== undefined) === argument;
  if (name === 'anything-but' && !isPlain(argument) && !Array.isArray(argument)) {
    const [affix, ...more] = Object.entries(Object(argument));
    if (affix === undefined || more.length > 0 || !AFFIXES.includes(affix[0])) throw unknown;
    const matchers = [affix[1]].flat().map((text) => ruleMatcher({ [affix[0]]: text }, unknown));
    return (value) => typeof value === 'string' && !matchers.some((matches) => matches(value));
  }
  const excluded: readonly unknown[] = [argument].flat();
  if (name === 'anything-but' && excluded.length > 0 && excluded.every(isPlain)) {
    return (value) => value !== undefined && isPlain(value) && !excluded.includes(value);
  }
  throw unknown;
}

import { LocalSetupError } from '../local-setup-error.ts';

/** Whether an event is one that a mapping's function is called for. */
export type EventFilter = (event: unknown) => boolean;

/**
 * Reads an event pattern of a mapping: lists of values, and the rules prefix, exists and anything-but. Where the event
 * has a list, one of its members is enough.
 * @throws LocalSetupError for a pattern that this machine cannot tell: never ignored.
 */
export function readEventFilter(pattern: string): EventFilter {
  const unknown = new LocalSetupError(
    `The filter ${pattern} of an event source is not known on this machine.`,
  );
  try {
    return membersMatcher(JSON.parse(pattern), unknown);
  } catch {
    throw unknown;
  }
}

/** Each member of the pattern holds for the event's of the same name. */
function membersMatcher(pattern: unknown, unknown: Error): EventFilter {
  if (typeof pattern !== 'object' || pattern === null || Array.isArray(pattern)) throw unknown;
  const members = Object.entries(pattern).map(([name, inner]) => {
    // "$or" and whatever comes after it.
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

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

function ruleMatcher(rule: unknown, unknown: Error): EventFilter {
  if (typeof rule !== 'object' || rule === null) return (value) => value === rule;
  const [only, ...others] = Object.entries(rule);
  if (only === undefined || others.length > 0) throw unknown;
  const [name, argument] = only;
  if (name === 'prefix' && typeof argument === 'string') {
    return (value) => typeof value === 'string' && value.startsWith(argument);
  }
  if (name === 'exists' && typeof argument === 'boolean')
    return (value) => (value !== undefined) === argument;
  const excluded: readonly unknown[] = [argument].flat();
  if (name === 'anything-but' && excluded.length > 0 && excluded.every(isPlain)) {
    return (value) => value !== undefined && isPlain(value) && !excluded.includes(value);
  }
  throw unknown;
}

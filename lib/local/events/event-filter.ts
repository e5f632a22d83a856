import { LocalSetupError } from '../local-setup-error.ts';

/** Whether an event is one that a mapping's function is called for. */
export type EventFilter = (event: unknown) => boolean;

type Rule = string | number | boolean | null | Readonly<Record<string, unknown>>;

/**
 * Reads an event pattern of a mapping: lists of values, and the rules prefix, exists and anything-but.
 * @throws LocalSetupError for a pattern that this machine cannot tell: never ignored.
 */
export function readEventFilter(pattern: string): EventFilter {
  return matcher(JSON.parse(pattern), pattern);
}

function matcher(pattern: unknown, whole: string): EventFilter {
  if (Array.isArray(pattern)) {
    const rules = pattern.map((rule: Rule) => ruleMatcher(rule, whole));
    return (value) => rules.some((matches) => matches(value));
  }
  if (typeof pattern !== 'object' || pattern === null) throw unknownPattern(whole);
  const members = Object.entries(pattern).map(([name, inner]) => [name, matcher(inner, whole)] as const);
  return (value) => members.every(([name, matches]) => matches(Object(value)[name]));
}

function ruleMatcher(rule: Rule, whole: string): EventFilter {
  if (typeof rule !== 'object' || rule === null) return (value) => value === rule;
  const [only, ...others] = Object.entries(rule);
  if (only === undefined || others.length > 0) throw unknownPattern(whole);
  const [name, argument] = only;
  switch (name) {
    case 'prefix':
      return (value) => typeof value === 'string' && value.startsWith(String(argument));
    case 'exists':
      return (value) => (value !== undefined) === argument;
    case 'anything-but': {
      const excluded = [argument].flat();
      return (value) => value !== undefined && !excluded.includes(value);
    }
  }
  throw unknownPattern(whole);
}

const unknownPattern = (pattern: string) =>
  new LocalSetupError(`The filter ${pattern} of an event source is not known on this machine.`);

/** Ids, and the expression of every other id of the same kind. */
const ID = /\b(?:(?:frk_test|frk_live|org|key|wh|evt|dlv|whsec)_[\w+/=-]{8,}|Q-[0-9A-Z]{8,})/;
const otherId = (id: string): string => `${/^(?:frk_test_|frk_live_|[a-z]+_|Q-)/.exec(id)?.[0]}[\\w+/=-]{8,}`;
/** Times, days, months and UUIDs vary from run to run. */
const VARYING = [
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/,
  /\b\d{4}-\d\d-\d\d\b/,
  /\b\d{4}-\d\d\b(?!-)/,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/,
].map(({ source }) => source);
const PARTS = new RegExp(`(\\.\\.\\.|${ID.source}|${VARYING.join('|')})`, 'g');

/** The expression of what a shown text stands for: `...` is any text, and ids and times are any of their kind. */
function patternOf(shown: string): RegExp {
  const parts = shown.split(PARTS).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    if (part === '...') return '.*';
    return VARYING.find((each) => new RegExp(`^${each}$`).test(part)) ?? otherId(part);
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}

export const matchesText = (shown: string, actual: string): boolean => patternOf(shown).test(actual);

/**
 * Differences between an answer that a page shows and the actual answer. Objects have the same members. An array can
 * have more elements than the page shows, and an object that shows the member "..." more members. Of the members `varies`,
 * only types are compared.
 */
export function differences(
  shown: unknown,
  actual: unknown,
  varies: readonly string[] = [],
  at = 'answer',
  loose = false,
): string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(actual)) return [`${at} is ${kindOf(actual)}, not array`];
    const differs = shown.length > actual.length || (shown.length === 0 && actual.length > 0);
    if (differs && !loose) return [`${at} has ${actual.length} elements; the page shows ${shown.length}`];
    return shown
      .slice(0, actual.length)
      .flatMap((each, index) => differences(each, actual[index], varies, `${at}[${index}]`, loose));
  }
  if (kindOf(shown) !== kindOf(actual)) return [`${at} is ${kindOf(actual)}, not ${kindOf(shown)}`];
  if (isObject(shown) && isObject(actual)) {
    const { '...': others, ...members } = shown;
    const names = new Set([...Object.keys(members), ...(others === undefined ? Object.keys(actual) : [])]);
    return [...names].flatMap((name) => {
      const inner = `${at}.${name}`;
      if (!(name in actual)) return [`${inner} is missing`];
      if (!(name in shown)) return [`${inner} is not in the page`];
      return differences(shown[name], actual[name], varies, inner, loose || varies.includes(name));
    });
  }
  if (loose) return [];
  const same = typeof shown === 'string' ? matchesText(shown, String(actual)) : shown === actual;
  return same ? [] : [`${at} is ${JSON.stringify(actual)}, not ${JSON.stringify(shown)}`];
}

const withSingleSpaces = (line: string): string => line.trim().replaceAll(/\s+/g, ' ');

/**
 * The first shown line that the output does not have after the lines before it; undefined if it has all. The number of
 * spaces does not matter.
 */
export function missingLine(shown: string, output: string): string | undefined {
  const lines = output.split('\n').map(withSingleSpaces);
  let from = 0;
  for (const line of shown.split('\n').filter((each) => each.trim() !== '')) {
    const found = lines.findIndex(
      (each, index) => index >= from && matchesText(withSingleSpaces(line), each),
    );
    if (found === -1) return line;
    from = found + 1;
  }
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

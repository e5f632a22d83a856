/** Ids of the items that a function reports as failed (ReportBatchItemFailures). */
export function failedItems(response: unknown): ReadonlySet<string> {
  const { batchItemFailures = [] } = Object(response) as {
    readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[];
  };
  return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
}

/**
 * Whether an event matches a pattern: lists of values, and the rules prefix, suffix, and anything-but with texts that are
 * suffixes.
 * @throws Error for another rule.
 */
export function matchesPattern(pattern: object, event: unknown): boolean {
  return Object.entries(pattern).every(([name, inner]) => {
    const value: unknown = Object(event)[name];
    if (!Array.isArray(inner)) return matchesPattern(inner, value);
    return inner.some((rule) => matchesRule(rule, value));
  });
}

function matchesRule(rule: unknown, value: unknown): boolean {
  if (typeof rule === 'string') return value === rule;
  const { prefix, suffix, 'anything-but': excluded } = Object(rule);
  const text = String(value);
  if (prefix !== undefined) return text.startsWith(prefix);
  if (suffix !== undefined) return text.endsWith(suffix);
  if (excluded?.suffix !== undefined) return !excluded.suffix.some((end: string) => text.endsWith(end));
  throw new Error(`The local host does not know the rule ${JSON.stringify(rule)}`);
}

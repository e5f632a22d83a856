/**
 * Ids of the failed items in a function response, by the rules of Lambda: none for an empty response; all items if the
 * response is invalid or names an item that is not in the batch.
 */
export function failedItems(response: unknown, ids: readonly string[]): ReadonlySet<string> {
  if (response === null || response === undefined || response === '') return new Set();
  if (typeof response !== 'object') return new Set(ids);
  const { batchItemFailures } = response as { readonly batchItemFailures?: unknown };
  if (batchItemFailures === undefined || batchItemFailures === null) return new Set();
  if (!Array.isArray(batchItemFailures)) return new Set(ids);
  const named = batchItemFailures.map((failure) => Object(failure).itemIdentifier as unknown);
  const known = named.every((id) => typeof id === 'string' && ids.includes(id));
  return new Set(known ? (named as string[]) : ids);
}

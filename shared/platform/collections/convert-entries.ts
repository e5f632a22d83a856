/** Converts the entries of a map, in the order of `keys`, so that equal maps give equal JSON. */
export function convertEntries<Key extends string, From, To>(
  keys: readonly Key[],
  map: Readonly<Partial<Record<Key, From>>>,
  change: (value: From) => To,
): Partial<Record<Key, To>> {
  const entries = keys.flatMap((key) => {
    const value = Object.hasOwn(map, key) ? map[key] : undefined;
    return value === undefined ? [] : [[key, change(value)] as const];
  });
  return Object.fromEntries(entries) as Partial<Record<Key, To>>;
}

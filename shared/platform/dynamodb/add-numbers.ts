import type { TransactItem } from './transact-write.ts';

/** Numbers to add to attributes of an item, and attributes to set. */
export interface Addition {
  readonly Key: { readonly pk: string; readonly sk: string };
  readonly add: Readonly<Record<string, number>>;
  readonly set?: Readonly<Record<string, unknown>>;
}

/** The expression of an update that adds numbers, whose names can have dots, and sets attributes. */
export function addExpression(add: Iterable<readonly [string, number]>, set: Addition['set'] = {}) {
  const parts = [
    ...Object.entries(set).map(([name, value]) => ({ clause: 'SET', sign: ' =', name, value })),
    ...[...add].map(([name, value]) => ({ clause: 'ADD', sign: '', name, value: value as unknown })),
  ];
  const clauses = Map.groupBy(
    parts.map((part, index) => ({ ...part, index })),
    ({ clause }) => clause,
  );
  return {
    UpdateExpression: [...clauses]
      .map(([clause, all]) => `${clause} ${all.map(({ index, sign }) => `#a${index}${sign} :a${index}`)}`)
      .join(' '),
    ExpressionAttributeNames: Object.fromEntries(parts.map(({ name }, index) => [`#a${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(parts.map(({ value }, index) => [`:a${index}`, value])),
  };
}

/** The writes of a transaction that add numbers: one update for each item, since it writes an item once. */
export function additionUpdates(TableName: string, additions: readonly Addition[]): TransactItem[] {
  const byItem = Map.groupBy(additions, ({ Key }) => `${Key.pk} ${Key.sk}`);
  return [...byItem.values()].flatMap((ofItem) => {
    const sums = new Map<string, number>();
    for (const [name, by] of ofItem.flatMap(({ add }) => Object.entries(add))) {
      sums.set(name, (sums.get(name) ?? 0) + by);
    }
    const [first] = ofItem;
    return first ? [{ Update: { TableName, Key: first.Key, ...addExpression(sums, first.set) } }] : [];
  });
}

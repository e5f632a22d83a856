import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item } from './expressions.ts';

/** The items of a partition by sort key, in the order of a query. */
export class SortedItems {
  /** Ascending. */
  readonly keys: string[] = [];
  private readonly items = new Map<string, Item>();

  get(key: string): Item | undefined {
    return this.items.get(key);
  }

  set(key: string, item: Item): void {
    if (!this.items.has(key)) this.keys.splice(this.positionOf(key), 0, key);
    this.items.set(key, item);
  }

  delete(key: string): void {
    if (this.items.delete(key)) this.keys.splice(this.positionOf(key), 1);
  }

  values(): IterableIterator<Item> {
    return this.items.values();
  }

  private positionOf(key: string): number {
    let [low, high] = [0, this.keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.keys[middle] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const BEFORE_ALL = '';
const AFTER_ALL = '\uffff';

/** The partition of a query and its inclusive range of sort keys; for an index, by the `pk` of the table. */
export function rangeOf(input: QueryCommandInput, table: ReadonlyMap<string, SortedItems>) {
  const { KeyConditionExpression: condition = '', ExpressionAttributeValues: values = {} } = input;
  const whole = { from: BEFORE_ALL, to: AFTER_ALL };
  if (input.IndexName !== undefined) {
    const [, name = '', value = ''] = /^(\w+) = (:\w+)$/.exec(condition) ?? [];
    const partition = new SortedItems();
    for (const item of [...table.values()].flatMap((items) => [...items.values()])) {
      if (item[name] !== undefined && item[name] === values[value]) partition.set(String(item.pk), item);
    }
    return { partition, ...whole };
  }
  const match = /^(?:pk|#account) = (:\w+)( AND (?:sk|#period) BETWEEN :from AND :to)?$/.exec(condition);
  if (match === null) throw new Error(`the double cannot query by "${condition}"`);
  const partition = table.get(String(values[match[1] ?? ''])) ?? new SortedItems();
  if (match[2] === undefined) return { partition, ...whole };
  const [from, to] = [String(values[':from']), String(values[':to'])];
  if (from > to) throw new Error('ValidationException: the range ends before it begins');
  return { partition, from, to };
}

import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
} from '@aws-sdk/client-dynamodb';
import { engineSettings } from '../../../lib/local/engines/engine-settings.ts';
import { itemJson } from '../../../lib/local/events/stream-record.ts';
import { type WireItem, type WireValue, writeUnitsOf } from './item-size.ts';

/** The properties of an index that determine its writes. */
interface Index {
  readonly IndexName: string;
  readonly KeySchema: readonly { readonly AttributeName: string }[];
  readonly Projection: { readonly ProjectionType: string; readonly NonKeyAttributes?: readonly string[] };
}

interface Table {
  readonly keys: readonly string[];
  readonly indexes: readonly Index[];
}

interface Request {
  readonly TransactItems?: readonly Readonly<
    Record<string, { TableName: string; Item?: WireItem; Key?: WireItem }>
  >[];
  readonly Statements?: readonly { readonly Statement: string; readonly Parameters: readonly WireValue[] }[];
}

/** An item that a request writes: `from` has the values of its keys. */
interface Written {
  readonly table: string;
  readonly from: WireItem;
}

/** The items of a request before its writes, and how often each is written. */
export interface Before {
  readonly times: number;
  readonly items: readonly {
    readonly table: string;
    readonly key: WireItem;
    readonly item: WireItem | undefined;
  }[];
}

/** Each item of a transaction is written twice: prepared and committed. */
const TIMES_OF_TRANSACTION = 2;

/** The value of the attribute that a PartiQL statement compares or sets by a parameter: `"pk" = ?` or `'pk': ?`. */
function parameterOf(
  name: string,
  statement: string,
  parameters: readonly WireValue[],
): WireValue | undefined {
  const at = statement.search(new RegExp(`["']${name}["'](?: =|:) \\?`));
  return at < 0 ? undefined : parameters[statement.slice(0, at).split('?').length - 1];
}

/** The item of a statement `UPDATE "table" ...` or `INSERT INTO "table" ...`, whose keys are `pk` and `sk`. */
export function writtenBy(Statement: string, Parameters: readonly WireValue[]): Written {
  const [, table = ''] = /^(?:UPDATE|INSERT INTO) "([^"]+)"/.exec(Statement) ?? [];
  const keys = ['pk', 'sk'].flatMap((name) => {
    const value = parameterOf(name, Statement, Parameters);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { table, from: Object.fromEntries(keys) };
}

const itemsWritten = ({ TransactItems = [], Statements = [] }: Request): readonly Written[] => [
  ...TransactItems.flatMap((entry) => Object.values(entry)).map(({ TableName, Item, Key }) => ({
    table: TableName,
    from: Key ?? Item ?? {},
  })),
  ...Statements.map(({ Statement, Parameters }) => writtenBy(Statement, Parameters)),
];

/** Requests whose units are computed. */
export const COMPUTED: ReadonlySet<string> = new Set(['TransactWriteItems', 'BatchExecuteStatement']);

/**
 * Write units of transactions and of batches of statements, which DynamoDB Local does not count as AWS does: for each KB
 * of the larger of the old and the new item, two in a transaction and one in a batch. An index is written once for an
 * entry that is added, removed or changed, twice for one whose key changes.
 */
export function computedUnits(endpoint: () => string) {
  const tables = new Map<string, Promise<Table>>();
  let connected: DynamoDBClient | undefined;
  const client = () => {
    connected ??= new DynamoDBClient(engineSettings(endpoint()));
    return connected;
  };
  const describe = (name: string): Promise<Table> => {
    const known = tables.get(name);
    if (known !== undefined) return known;
    const asked = client()
      .send(new DescribeTableCommand({ TableName: name }))
      .then(({ Table = {} }) => ({
        keys: (Table.KeySchema ?? []).map(({ AttributeName = '' }) => AttributeName),
        indexes: (Table.GlobalSecondaryIndexes ?? []) as readonly Index[],
      }));
    tables.set(name, asked);
    return asked;
  };
  const read = async (TableName: string, Key: WireItem): Promise<WireItem | undefined> => {
    const request = {
      TableName,
      Key: Key as unknown as Record<string, AttributeValue>,
      ConsistentRead: true,
    };
    const { Item } = await client().send(new GetItemCommand(request));
    return Item && (itemJson(Item) as WireItem);
  };

  return {
    async before(body: string): Promise<Before> {
      const request = JSON.parse(body) as Request;
      const items = itemsWritten(request).map(async ({ table, from }) => {
        const { keys } = await describe(table);
        const key = Object.fromEntries(keys.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));
        return { table, key, item: await read(table, key) };
      });
      return {
        times: request.TransactItems === undefined ? 1 : TIMES_OF_TRANSACTION,
        items: await Promise.all(items),
      };
    },

    /** Units of a request that was applied, by table, and by table and index. */
    async after({
      times,
      items,
    }: Before): Promise<(readonly [table: string, index: string | undefined, units: number])[]> {
      const units = items.map(async ({ table, key, item }) => {
        const { keys, indexes } = await describe(table);
        const now = await read(table, key);
        const size = Math.max(...[item, now].map((state) => (state === undefined ? 1 : writeUnitsOf(state))));
        return [
          [table, undefined, times * size] as const,
          ...indexes.map(
            (index) =>
              [
                table,
                index.IndexName,
                indexUnits(entryOf(index, keys, item), entryOf(index, keys, now)),
              ] as const,
          ),
        ];
      });
      return (await Promise.all(units)).flat();
    },
  };
}

interface Entry {
  readonly key: WireItem;
  readonly projected: WireItem;
}

/** The projection of an item in an index; undefined if the item lacks a key of the index. */
function entryOf(
  { KeySchema, Projection }: Index,
  tableKeys: readonly string[],
  item: WireItem | undefined,
): Entry | undefined {
  const names = KeySchema.map(({ AttributeName }) => AttributeName);
  if (item === undefined || names.some((name) => item[name] === undefined)) return undefined;
  const kept = [...names, ...tableKeys, ...(Projection.NonKeyAttributes ?? [])];
  const pick = (wanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => wanted(name)));
  return {
    key: pick((name) => names.includes(name)),
    projected: Projection.ProjectionType === 'ALL' ? item : pick((name) => kept.includes(name)),
  };
}

/** Write units of an index for a change of an item. */
export function indexUnits(before: Entry | undefined, after: Entry | undefined): number {
  const unitsOf = (entry: Entry | undefined) => (entry === undefined ? 0 : writeUnitsOf(entry.projected));
  if (before !== undefined && after !== undefined && isDeepStrictEqual(before.key, after.key)) {
    return isDeepStrictEqual(before.projected, after.projected)
      ? 0
      : Math.max(unitsOf(before), unitsOf(after));
  }
  return unitsOf(before) + unitsOf(after);
}

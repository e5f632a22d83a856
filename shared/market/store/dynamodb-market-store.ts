import { type DynamoDBDocumentClient, GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type AuditWriter, recordOrganizationChange } from '../../accounts/audit/dynamodb-audit-log.ts';
import { batchGetAll } from '../../platform/dynamodb/batch-get.ts';
import { putIf, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { retryConflicts } from '../../platform/dynamodb/retry-conflicts.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { cellFromBytes, cellToBytes } from '../cells/cell-bytes.ts';
import { type LoadOwner, organizationOf } from '../loads/load-owner.ts';
import { isUnlearned } from '../loads/unlearned-loads.ts';
import { loadsFromBytes, loadsToBytes } from '../loads/week-loads.ts';
import {
  cellItem,
  cellKey,
  loadsKey,
  readSummary,
  SHARING_KEY,
  SUMMARY_KEY,
  storedCells,
  UNLEARNED_PREFIX,
  unlearnedKey,
  weekAndOwner,
  weekText,
} from './dynamodb-market-items.ts';
import type { MarketStore } from './market-store.ts';
import { storedSummary } from './market-summary.ts';
import { countUnlearned } from './unlearned-counts.ts';

const pendingKey = (freightMarket: string) => ({ pk: `pending#${freightMarket}`, sk: 'weeks' });

const loadsItem = v.object({ version: v.number(), loads: v.instance(Uint8Array) });
const numbers = v.optional(v.set(v.number()), () => new Set<number>());
const pendingItem = v.object({ stamp: v.number(), weeks: numbers });
const unlearnedItem = v.object({
  fuelUnknown: v.number(),
});
const settledItem = v.object({ pk: v.string(), settled: v.optional(v.number(), 0) });

/** Adds pending weeks and increases the stamp, so that a refresh that already began cannot clear them. */
const pendingUpdate = (freightMarket: string, weeks: readonly number[]) => ({
  Key: pendingKey(freightMarket),
  UpdateExpression: 'ADD stamp :one, weeks :weeks',
  ExpressionAttributeValues: { ':one': 1, ':weeks': new Set(weeks) },
});

/** Records changes of sharing in the audit log of the organization. */
export interface SharingChanges {
  readonly audit: AuditWriter;
  readonly now: () => Date;
}

/**
 * The market in the DynamoDB table of diesel prices.
 * `loads#<freightMarket>`: the loads of a week and owner. `unlearned#<owner>`: counts of its unlearned loads by week
 * and freight market. `pending#<freightMarket>`: weeks that its cells do not include yet. `cell#<scope>#<key>`: a cell with all weeks. `market`: the summary and the sharing owners.
 * Every write has the condition that the item has not changed since it was read.
 * @param changes only where operators change the sharing of an organization.
 */
export function createDynamoDbMarketStore(
  client: DynamoDBDocumentClient,
  TableName: string,
  changes?: SharingChanges,
): MarketStore {
  const setSharing = async (owner: LoadOwner, shared: boolean, value: string): Promise<void> => {
    await client.send(
      new UpdateCommand({
        TableName,
        Key: SHARING_KEY,
        UpdateExpression: `SET #owner = ${value}`,
        ExpressionAttributeNames: { '#owner': owner },
        ExpressionAttributeValues: { ':shared': shared },
      }),
    );
  };

  return {
    loads: async (freightMarket, week, owner) => {
      const Key = loadsKey(freightMarket, week, owner);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      if (Item === undefined) return { version: 0, loads: new Map() };
      const { version, loads } = v.parse(loadsItem, Item);
      return { version, loads: loadsFromBytes(loads) };
    },

    replaceLoads: async (freightMarket, owner, changes) => {
      const weeks = [...changes.keys()];
      const unmet = await transactWrite(client, [
        ...[...changes].map(([week, { version, loads }]) => ({
          Put: {
            TableName,
            Item: { ...loadsKey(freightMarket, week, owner), version, loads: loadsToBytes(loads) },
            ...unchanged('version', version === 1 ? undefined : version - 1),
          },
        })),
        ...(isUnlearned(freightMarket)
          ? [...changes].map(([week, { loads }]) => ({
              Put: {
                TableName,
                Item: { ...unlearnedKey(freightMarket, week, owner), ...countUnlearned(loads.values()) },
              },
            }))
          : [{ Update: { TableName, ...pendingUpdate(freightMarket, weeks) } }]),
      ]);
      return unmet.flatMap(({ position }) => weeks[position] ?? []);
    },

    loadsBetween: async function* (freightMarket, from, to) {
      const pages = paginateQuery(
        { client },
        {
          TableName,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          // "$" sorts after "#", which ends a week.
          ExpressionAttributeValues: {
            ':pk': `loads#${freightMarket}`,
            ':from': weekText(from),
            ':to': `${weekText(to)}$`,
          },
          ConsistentRead: true,
        },
      );
      for await (const { Items = [] } of pages) {
        for (const item of Items) {
          const { sk, loads } = v.parse(v.object({ ...loadsItem.entries, sk: v.string() }), item);
          yield { ...weekAndOwner(sk), loads: loadsFromBytes(loads) };
        }
      }
    },

    unlearned: async (owner, from) => {
      const pages = paginateQuery(
        { client },
        {
          TableName,
          KeyConditionExpression: 'pk = :pk AND sk >= :from',
          ExpressionAttributeValues: { ':pk': `${UNLEARNED_PREFIX}${owner}`, ':from': weekText(from) },
          ConsistentRead: true,
        },
      );
      let fuelUnknown = 0;
      for await (const { Items = [] } of pages) {
        for (const item of Items) fuelUnknown += v.parse(unlearnedItem, item).fuelUnknown;
      }
      return { fuelUnknown };
    },

    sharing: async () => {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: SHARING_KEY, ConsistentRead: true }),
      );
      const { pk, sk, ...owners } = Item ?? {};
      return new Map(Object.entries(owners).map(([owner, shared]) => [owner, shared === true]));
    },

    register: (owner, shared) => setSharing(owner, shared, 'if_not_exists(#owner, :shared)'),

    share: async (owner, shared) => {
      const orgId = organizationOf(owner);
      if (changes === undefined || orgId === undefined) return setSharing(owner, shared, ':shared');
      const { audit, now } = changes;
      // A repeated command changes nothing, and is not a second event.
      await transactWrite(client, [
        {
          Update: {
            TableName,
            Key: SHARING_KEY,
            UpdateExpression: 'SET #owner = :shared',
            ConditionExpression: 'attribute_not_exists(#owner) OR #owner <> :shared',
            ExpressionAttributeNames: { '#owner': owner },
            ExpressionAttributeValues: { ':shared': shared },
          },
        },
        ...recordOrganizationChange(audit, orgId, 'organization.sharing_changed', { shared }, now()),
      ]);
    },

    forget: async (owner) => {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: SHARING_KEY,
          UpdateExpression: 'REMOVE #owner',
          ExpressionAttributeNames: { '#owner': owner },
        }),
      );
    },

    addPending: async (freightMarket, weeks) => {
      const command = () =>
        client.send(new UpdateCommand({ TableName, ...pendingUpdate(freightMarket, weeks) }));
      await retryConflicts(command);
    },

    beginRefresh: async (freightMarket) => {
      const update = new UpdateCommand({
        TableName,
        Key: pendingKey(freightMarket),
        UpdateExpression: 'ADD stamp :one',
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'ALL_NEW',
      });
      const { Attributes } = await retryConflicts(() => client.send(update));
      const { stamp, weeks } = v.parse(pendingItem, Attributes);
      return { stamp, pending: [...weeks].sort((a, b) => a - b) };
    },

    clearPending: async (freightMarket, weeks, stamp) => {
      const clear = await updateIf(client, {
        TableName,
        Key: pendingKey(freightMarket),
        UpdateExpression: 'DELETE weeks :weeks ADD settled :one',
        ConditionExpression: 'stamp = :stamp',
        ExpressionAttributeValues: { ':weeks': new Set(weeks), ':stamp': stamp, ':one': 1 },
      });
      return clear.applied;
    },

    clearCounts: async (freightMarkets) => {
      if (freightMarkets.length === 0) return [];
      const Keys = freightMarkets.map(pendingKey);
      const items = (await batchGetAll(client, TableName, Keys)).map((item) => v.parse(settledItem, item));
      const times = new Map(items.map(({ pk, settled }) => [pk, settled]));
      return Keys.map(({ pk }) => times.get(pk) ?? 0);
    },

    cells: async (scope, keys) => {
      if (keys.length === 0) return [];
      const Keys = keys.map((key) => cellKey(scope, key));
      const byKey = storedCells(await batchGetAll(client, TableName, Keys));
      return Keys.map(({ pk }) => {
        const kept = byKey.get(pk);
        return { cell: kept ? cellFromBytes(kept.cell) : { weeks: new Map() }, stamp: kept?.stamp };
      });
    },

    replaceCell: async (scope, key, cell, { before, now }) => {
      const Item = cellItem(scope, key, cellToBytes(cell), now);
      return (await putIf(client, { TableName, Item, ...unchanged('stamp', before) })).applied;
    },

    summary: async () => {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: SUMMARY_KEY, ConsistentRead: true }),
      );
      return readSummary(Item);
    },

    publish: async (summary) => {
      const { version } = summary;
      // A transaction of one item: its token makes a repeated request safe.
      const unmet = await transactWrite(client, [
        {
          Put: {
            TableName,
            Item: { ...SUMMARY_KEY, ...storedSummary(summary) },
            ...unchanged('version', version === 1 ? undefined : version - 1),
          },
        },
      ]);
      return unmet.length === 0;
    },
  };
}

/** The condition that a numeric attribute has the value that was read; undefined if there was no item. */
const unchanged = (name: string, before: number | undefined) => ({
  ConditionExpression: before === undefined ? 'attribute_not_exists(#name)' : '#name = :before',
  ExpressionAttributeNames: { '#name': name },
  ...(before === undefined ? {} : { ExpressionAttributeValues: { ':before': before } }),
});

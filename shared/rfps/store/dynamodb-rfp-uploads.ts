import { randomUUID } from 'node:crypto';
import type { Account } from '../../platform/account/account.ts';
import { chunk as groupsOf } from '../../platform/collections/chunk.ts';
import { batchWrite } from '../../platform/dynamodb/batch-write.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { chunkCount, LANES_PER_CHUNK } from '../lanes/lane-draft.ts';
import { NO_COUNTERS } from '../record/rfp-counters.ts';
import type { RfpId } from '../record/rfp-id.ts';
import { awaitedRfp, type RfpUploadStore } from '../record/rfp-upload-store.ts';
import { headItem, headKey, inputItem } from './dynamodb-rfp-items.ts';
import { createDynamoDbWaitingLimit, reserveCalls, usedCallsOf } from './dynamodb-rfp-limits.ts';
import { type RfpsTable, readHeadItem } from './dynamodb-rfp-reader.ts';
import { CHUNKS_AT_ONCE } from './dynamodb-rfp-store.ts';

export interface DynamoDbRfpUploads<Extra> extends RfpsTable {
  readonly usageTable: string;
  readonly now: () => Date;
  /** Converts an extra to its write; `writtenBy` is unique to the creation of the RFP. */
  readonly composeExtraWrite?: (extra: Extra, writtenBy: string) => TransactItem;
}

const AWAITED = { condition: '#state = :awaited', names: { '#state': 'state' } } as const;

/** RFPs whose lanes come by a file, in the table of RFPs. */
export function createDynamoDbRfpUploads<Extra = never>(
  uploads: DynamoDbRfpUploads<Extra>,
): RfpUploadStore<Extra> {
  const { client, rfpsTable: TableName, usageTable, now, composeExtraWrite } = uploads;

  const writtenByOf = async (account: Account, rfpId: RfpId): Promise<string | undefined> =>
    (await readHeadItem(uploads, account, rfpId))?.writtenBy;

  const waiting = createDynamoDbWaitingLimit(uploads, now);

  const updateReadings = (action: 'ADD' | 'DELETE', account: Account, rfpId: RfpId, at: string) =>
    updateIf(client, {
      TableName,
      Key: headKey(account, rfpId),
      UpdateExpression: `${action} readings :at`,
      ConditionExpression: AWAITED.condition,
      ExpressionAttributeNames: AWAITED.names,
      ExpressionAttributeValues: { ':at': new Set([at]), ':awaited': 'awaiting_upload' },
      ReturnValues: 'UPDATED_NEW',
    });

  return {
    createAwaited: (account, rfp, extra) =>
      waiting.withRoom(account, async () => {
        const writtenBy = randomUUID();
        const at = now().toISOString();
        const stored = awaitedRfp(rfp, { at, period: at.slice(0, 7) });
        const unmet = await transactWrite(
          client,
          [
            {
              Put: {
                TableName,
                Item: headItem(account, { rfp: { ...stored, counters: NO_COUNTERS }, writtenBy }),
                ConditionExpression: 'attribute_not_exists(pk)',
              },
            },
            waiting.addition(account, rfp.rfpId),
            ...(extra === undefined || composeExtraWrite === undefined
              ? []
              : [composeExtraWrite(extra, writtenBy)]),
          ],
          writtenBy,
        );
        const [first] = unmet;
        // A repeated request whose token is forgotten fails on its own head.
        if (first === undefined || (await writtenByOf(account, rfp.rfpId)) === writtenBy) {
          return { outcome: 'created' as const };
        }
        const isAnswered = unmet.some(({ position }) => position > 1);
        return isAnswered ? { outcome: 'extra-write-rejected' as const } : waiting.full(first);
      }),

    async noteReading(account, rfpId, at) {
      const write = await updateReadings('ADD', account, rfpId, at);
      return write.applied ? (write.attributes?.readings as ReadonlySet<string>) : undefined;
    },

    async forgetReading(account, rfpId, at) {
      await updateReadings('DELETE', account, rfpId, at);
    },

    async storeLanes(account, rfpId, lanes) {
      const chunks = groupsOf(lanes, LANES_PER_CHUNK).map((group, at) => ({ group, at }));
      for (const some of groupsOf(chunks, CHUNKS_AT_ONCE)) {
        const requests = some.map(({ group, at }) => ({
          PutRequest: { Item: inputItem(account, rfpId, at, group) },
        }));
        await batchWrite(client, TableName, requests);
      }
    },

    async begin(account, rfpId, { lanes, columns, columnReport, notes, pricing }, reservation) {
      const writtenBy = randomUUID();
      const values = {
        ...{
          state: 'open',
          lanes,
          columns,
          columnReport,
          notes,
          run: 1,
          remaining: chunkCount(lanes),
          ...pricing,
        },
        ...{
          calls: reservation.calls,
          period: reservation.period,
          updatedAt: now().toISOString(),
          writtenBy,
        },
      };
      const names = Object.keys(values);
      const unmet = await transactWrite(
        client,
        [
          {
            Update: {
              TableName,
              Key: headKey(account, rfpId),
              UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')} REMOVE readings`,
              ConditionExpression: AWAITED.condition,
              ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
              ExpressionAttributeValues: {
                ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
                ':awaited': 'awaiting_upload',
              },
            },
          },
          reserveCalls(usageTable, account, reservation),
        ],
        writtenBy,
      );
      if (unmet.length === 0) return { outcome: 'written' };
      if (unmet.some(({ position }) => position === 0)) {
        // A repeated request whose token is forgotten fails on the run that it began.
        const isOwn = (await writtenByOf(account, rfpId)) === writtenBy;
        return { outcome: isOwn ? 'written' : 'obsolete' };
      }
      return { outcome: 'over-limit', used: usedCallsOf(unmet[0]) };
    },

    async fail(account, rfpId, failure) {
      const { applied } = await updateIf(client, {
        TableName,
        Key: headKey(account, rfpId),
        UpdateExpression:
          'SET #state = :failed, #failure = :failure, #updatedAt = :now, #writtenBy = :by REMOVE readings',
        ConditionExpression: AWAITED.condition,
        ExpressionAttributeNames: {
          ...AWAITED.names,
          ...{ '#failure': 'failure', '#updatedAt': 'updatedAt', '#writtenBy': 'writtenBy' },
        },
        ExpressionAttributeValues: {
          ...{ ':awaited': 'awaiting_upload', ':failed': 'failed', ':failure': failure },
          ...{ ':now': now().toISOString(), ':by': randomUUID() },
        },
      });
      return applied ? 'written' : 'obsolete';
    },
  };
}

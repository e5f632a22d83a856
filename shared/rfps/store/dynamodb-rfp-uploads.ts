import { randomUUID } from 'node:crypto';
import type { Account } from '../../platform/account/account.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { chunkCount } from '../lanes/lane-draft.ts';
import type { FileOfLanes, Reservation, RfpFailure, RfpId } from '../record/stored-rfp.ts';
import { headKey, headUpdate } from './dynamodb-rfp-items.ts';
import { reserveCalls, usedCallsOf } from './dynamodb-rfp-limits.ts';
import { type RfpsTable, readHeadItem } from './dynamodb-rfp-reader.ts';

const IS_AWAITED = '#state = :awaited';
const AWAITED = { ':awaited': 'awaiting_upload' } as const;

interface DynamoDbRfpUploads extends RfpsTable {
  readonly usageTable: string;
  readonly now: () => Date;
}

/** RFPs that await their file. `obsolete`: the RFP is deleted, or awaits no file; nothing was written. */
export function createDynamoDbRfpUploads(uploads: DynamoDbRfpUploads) {
  const { client, rfpsTable: TableName, usageTable, now } = uploads;

  const updateReadings = (action: 'ADD' | 'DELETE', account: Account, rfpId: RfpId, at: string) =>
    updateIf(client, {
      TableName,
      Key: headKey(account, rfpId),
      UpdateExpression: `${action} readings :at`,
      ConditionExpression: IS_AWAITED,
      ExpressionAttributeValues: { ...AWAITED, ':at': new Set([at]) },
      ReturnValues: 'UPDATED_NEW',
    });

  const endOfWaiting = (account: Account, rfpId: RfpId, attributes: object, writtenBy: string) => ({
    TableName,
    ...headUpdate(
      account,
      rfpId,
      { ...attributes, updatedAt: now().toISOString(), writtenBy, readings: undefined },
      IS_AWAITED,
      AWAITED,
    ),
  });

  return {
    /**
     * Notes when a run that reads the file began, ISO 8601 UTC.
     * @returns when all runs began that no error ended; undefined if the RFP no longer awaits a file.
     */
    async noteReading(account: Account, rfpId: RfpId, at: string): Promise<ReadonlySet<string> | undefined> {
      const write = await updateReadings('ADD', account, rfpId, at);
      return write.applied ? (write.attributes?.readings as ReadonlySet<string>) : undefined;
    },

    /** Forgets a run that an error ended. */
    async forgetReading(account: Account, rfpId: RfpId, at: string): Promise<void> {
      await updateReadings('DELETE', account, rfpId, at);
    },

    /** Begins run 1 of an RFP whose lanes are stored and counts its calls, or changes nothing. */
    async begin(
      account: Account,
      rfpId: RfpId,
      { pricing, ...file }: FileOfLanes,
      reservation: Reservation,
    ): Promise<
      { readonly outcome: 'written' | 'obsolete' } | { readonly outcome: 'over-limit'; readonly used: number }
    > {
      const writtenBy = randomUUID();
      const { calls, period } = reservation;
      const begun = { state: 'open', run: 1, remaining: chunkCount(file.lanes), calls, period };
      const unmet = await transactWrite(
        client,
        [
          { Update: endOfWaiting(account, rfpId, { ...begun, ...file, ...pricing }, writtenBy) },
          reserveCalls(usageTable, account, reservation),
        ],
        writtenBy,
      );
      if (unmet.length === 0) return { outcome: 'written' };
      if (unmet.every(({ position }) => position !== 0)) {
        return { outcome: 'over-limit', used: usedCallsOf(unmet[0]) };
      }
      // A repeated request whose token is forgotten fails on the run that it began.
      const isOwn = (await readHeadItem(uploads, account, rfpId))?.writtenBy === writtenBy;
      return { outcome: isOwn ? 'written' : 'obsolete' };
    },

    /** Ends an RFP whose file has no lanes to price. */
    async fail(account: Account, rfpId: RfpId, failure: RfpFailure): Promise<'written' | 'obsolete'> {
      const attributes = { state: 'failed', failure };
      const { applied } = await updateIf(client, endOfWaiting(account, rfpId, attributes, randomUUID()));
      return applied ? 'written' : 'obsolete';
    },
  };
}
export type RfpUploads = ReturnType<typeof createDynamoDbRfpUploads>;

import { setTimeout as pause } from 'node:timers/promises';
import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { chunk } from '../../platform/collections/chunk.ts';
import { isOwnRow, type OrganizationRecord } from './organization-record.ts';
import type { OrganizationTables } from './organization-tables.ts';

/** Requests of a batch. */
const BATCH = 25;
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 5_000;

export class RecordsNotWrittenError extends Error {
  override readonly name = 'RecordsNotWrittenError';
}

type WriteRequests = NonNullable<BatchWriteCommandInput['RequestItems']>;

/**
 * Deletes records in groups of 25, the groups in their order; a record that does not exist counts as deleted.
 * @throws TypeError for an entry in a shared row.
 * @throws RecordsNotWrittenError if DynamoDB rejects requests for about ten seconds.
 */
export async function deleteRecords(
  { client, tables }: OrganizationTables,
  records: readonly OrganizationRecord[],
): Promise<void> {
  const entry = records.find(({ kind }) => !isOwnRow(kind));
  if (entry !== undefined)
    throw new TypeError(`A row that other organizations share is not deleted: ${entry.kind}`);
  // A record that leads to others comes after them, in a later call.
  for (const group of chunk(records, BATCH)) {
    let left: WriteRequests = {};
    for (const { table, key } of group) {
      const TableName = tables[table];
      left[TableName] = [...(left[TableName] ?? []), { DeleteRequest: { Key: key } }];
    }
    for (let waitMs = FIRST_WAIT_MS; Object.keys(left).length > 0; waitMs *= 2) {
      const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems: left }));
      left = UnprocessedItems;
      if (Object.keys(left).length === 0) break;
      if (waitMs > MAX_WAIT_MS) {
        throw new RecordsNotWrittenError('DynamoDB throttles the requests: run the command again.');
      }
      await pause(waitMs * (0.5 + Math.random() / 2));
    }
  }
}

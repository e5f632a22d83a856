import { setTimeout as pause } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { chunk } from '../../platform/collections/chunk.ts';
import { isOwnRow, type OrganizationRecord } from './organization-record.ts';
import type { OrganizationTables } from './organization-tables.ts';

/** Requests of a batch. */
const BATCH = 25;
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 5_000;

class RecordsNotDeletedError extends Error {
  override readonly name = 'RecordsNotDeletedError';
}

/**
 * Deletes records in their order, those that DynamoDB puts off after growing pauses; one that is gone is done.
 * @throws TypeError for an entry in a row that others have, too.
 * @throws RecordsNotDeletedError where it puts them off for some ten seconds.
 */
export async function deleteRecords(
  { client, tables }: OrganizationTables,
  records: readonly OrganizationRecord[],
): Promise<void> {
  const entry = records.find(({ kind }) => !isOwnRow(kind));
  if (entry !== undefined) throw new TypeError(`A row of others, too, is not deleted: ${entry.kind}`);
  // In their order: what leads to others goes after them.
  for (const group of chunk(records, BATCH)) {
    let left: Record<string, { DeleteRequest: { Key: OrganizationRecord['key'] } }[]> = {};
    for (const { table, key } of group) {
      const TableName = tables[table];
      left[TableName] = [...(left[TableName] ?? []), { DeleteRequest: { Key: key } }];
    }
    for (let waitMs = FIRST_WAIT_MS; Object.keys(left).length > 0; waitMs *= 2) {
      const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems: left }));
      left = UnprocessedItems as typeof left;
      if (Object.keys(left).length === 0) break;
      if (waitMs > MAX_WAIT_MS) {
        throw new RecordsNotDeletedError('DynamoDB puts deletions off again and again: run it again.');
      }
      await pause(waitMs * (0.5 + Math.random() / 2));
    }
  }
}

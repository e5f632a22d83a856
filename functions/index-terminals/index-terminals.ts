import type { AttributeValue, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { firstFailure, sequenceNumberOf } from '../../shared/platform/dynamodb/stream-batch.ts';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { isTerminalKey } from '../../shared/terminals/catalogue/dynamodb-terminal-items.ts';
import { readTerminalRecord } from '../../shared/terminals/catalogue/terminal-record.ts';
import type { ChangedRow, TerminalIndex } from '../../shared/terminals/indexing/terminal-index.ts';

/**
 * Writes stream records to the search index. All valid rows are written, and the first record that failed is reported.
 * Lambda retries from that record, so later records are written twice. This is harmless, because rows have revisions.
 */
export const createIndexTerminals =
  (index: Pick<TerminalIndex, 'write'>) =>
  async ({ Records }: Pick<DynamoDBStreamEvent, 'Records'>): Promise<DynamoDBBatchResponse> => {
    const rows = new Map<DynamoDBRecord, ChangedRow>();
    const failed = new Set<DynamoDBRecord>();
    for (const record of Records) {
      try {
        const row = changedRow(record);
        if (row !== undefined) rows.set(record, row);
      } catch (error) {
        failed.add(record);
        log(LOG.terminalRecordUnreadable, {
          sequenceNumber: sequenceNumberOf(record),
          ...describeError(error),
        });
      }
    }
    const failedRows = await writeNewest(index, [...rows.values()]);
    if (failedRows.size > 0) {
      const [[id, reason] = []] = failedRows;
      log(LOG.rowsNotIndexed, { rows: failedRows.size, id, reason });
      for (const [record, row] of rows) if (failedRows.has(row.id)) failed.add(record);
    }
    return firstFailure(Records, failed);
  };

/** Writes the newest revision of each row. All rows failed if the index is unreachable. */
async function writeNewest(
  index: Pick<TerminalIndex, 'write'>,
  rows: readonly ChangedRow[],
): Promise<ReadonlyMap<string, string>> {
  const newest = new Map(rows.toSorted((a, b) => a.revision - b.revision).map((row) => [row.id, row]));
  try {
    return await index.write([...newest.values()]);
  } catch (error) {
    return new Map(rows.map(({ id }) => [id, String(error)]));
  }
}

/** Undefined for items that are not terminals. @throws ValiError for an invalid terminal. */
function changedRow({ eventName, dynamodb = {} }: DynamoDBRecord): ChangedRow | undefined {
  if (!isTerminalKey(dynamodb.Keys?.pk?.S)) return undefined;
  const { OldImage, NewImage } = dynamodb;
  if (eventName !== 'REMOVE') return readTerminalRecord(plain({ M: NewImage ?? {} }));
  const { id, revision } = readTerminalRecord(plain({ M: OldImage ?? {} }));
  return { id, revision: revision + 1, status: 'deleted' };
}

/** Converts an attribute value to a JavaScript value, for the attribute types of terminals. */
function plain(attribute: AttributeValue): unknown {
  const { S, N, BOOL, L, M } = attribute;
  if (N !== undefined) return Number(N);
  if (L !== undefined) return L.map(plain);
  if (M !== undefined) return Object.fromEntries(Object.entries(M).map(([name, of]) => [name, plain(of)]));
  return S ?? BOOL;
}

import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { firstFailure, sequenceNumberOf } from '../../shared/platform/dynamodb/stream-batch.ts';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { indexChangedTerminals } from '../../shared/terminals/indexing/index-changed-terminals.ts';
import type {
  IndexedRow,
  TerminalIndexWriter,
} from '../../shared/terminals/indexing/terminal-index-writer.ts';
import { changedRow } from './changed-row.ts';

/**
 * Writes stream records to the search index. All valid rows are written, and the first record that failed is reported.
 * Lambda retries from that record, so later records are written twice. This is harmless, because rows have versions.
 */
export const createIndexTerminals =
  (writer: Pick<TerminalIndexWriter, 'write'>) =>
  async ({ Records }: Pick<DynamoDBStreamEvent, 'Records'>): Promise<DynamoDBBatchResponse> => {
    const rows = new Map<DynamoDBRecord, IndexedRow>();
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
    const failedRows = await indexChangedTerminals(writer, [...rows.values()]);
    if (failedRows.size > 0) {
      const [[id, reason] = []] = failedRows;
      log(LOG.rowsNotIndexed, { rows: failedRows.size, id, reason });
      for (const [record, row] of rows) if (failedRows.has(row.id)) failed.add(record);
    }
    return firstFailure(Records, failed);
  };

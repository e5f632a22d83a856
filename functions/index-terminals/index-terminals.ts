import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { describeError, log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { indexChangedTerminals } from '../../shared/terminals/indexing/index-changed-terminals.ts';
import type {
  IndexedRow,
  TerminalIndexWriter,
} from '../../shared/terminals/indexing/terminal-index-writer.ts';
import { changedRow } from './changed-row.ts';

/**
 * Writes what the records tell to the search index. All that can be written is written; then the first record that
 * could not is named, read or written. Lambda comes again from there: what is behind it is written twice, which changes
 * nothing, since rows carry their versions.
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
        log('error', LOG.terminalRecordUnreadable, {
          sequenceNumber: numberOf(record),
          ...describeError(error),
        });
      }
    }
    const refused = await indexChangedTerminals(writer, [...rows.values()]);
    if (refused.size > 0) {
      const [[id, reason] = []] = refused;
      log('error', LOG.rowsNotIndexed, { rows: refused.size, id, reason });
      for (const [record, row] of rows) if (refused.has(row.id)) failed.add(record);
    }
    const first = Records.find((record) => failed.has(record));
    return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: numberOf(first) }] };
  };

const numberOf = (record: DynamoDBRecord): string => record.dynamodb?.SequenceNumber ?? '';

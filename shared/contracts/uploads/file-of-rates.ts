import { createHash } from 'node:crypto';
import { type FileChoice, GROUP_ROWS, type TableFile } from '../../market/uploads/import-table-upload.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import type { Table } from '../../sheets/table.ts';
import { rowsOfFile } from '../../sheets/workbook-rows.ts';
import { RATE_FILE, type RateColumn } from '../files/rate-columns.ts';
import { type FileRate, RATE_FILE_LIMITS, readRateFile } from '../files/read-rate-file.ts';
import { externalIdentity } from '../record/rate-identity.ts';

/** A file of contract rates as the steps of its import use it. */
export interface FileOfRates extends TableFile<FileRate> {
  readonly table: Table<RateColumn>;
  /** SHA-256 (hex) of the file. */
  readonly digest: string;
  /** The first row with the customer and external id of a row, of each later row. */
  readonly sameAs: ReadonlyMap<FileRate, number>;
}

/** @throws FileError */
export async function readFileOfRates(
  bytes: Uint8Array,
  { columns: choice, sheet }: FileChoice = {},
): Promise<FileOfRates> {
  const { table, rows, notes } = readRateFile(
    await rowsOfFile(bytes, RATE_FILE, RATE_FILE_LIMITS, sheet),
    choice,
  );
  return {
    table,
    notes,
    rows: rows.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
    groups: chunk(rows, GROUP_ROWS),
    sameAs: laterRows(rows),
  };
}

/** Of rows with one customer and external id, the first one counts, also if it is invalid: all steps agree on that. */
function laterRows(rows: readonly FileRate[]): ReadonlyMap<FileRate, number> {
  const first = new Map<string, number>();
  const later = new Map<FileRate, number>();
  for (const row of rows) {
    const { customer = '', external_id: externalId = '' } = row.rate;
    const identity = externalIdentity({ customer: String(customer), externalId: String(externalId) });
    if (identity === undefined) continue;
    const before = first.get(identity);
    if (before === undefined) first.set(identity, row.number);
    else later.set(row, before);
  }
  return later;
}

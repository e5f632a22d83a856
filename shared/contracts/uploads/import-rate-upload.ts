import { hash } from 'node:crypto';
import { rejectionOf } from '../../sheets/read-sheet.ts';
import type { Table } from '../../sheets/table.ts';
import { cellNamed } from '../../sheets/table-rows.ts';
import { withTerminals } from '../../sheets/terminal-meant.ts';
import { rowsOfFile } from '../../sheets/workbook-rows.ts';
import { type GroupWritten, importTable, type TableFile } from '../../uploads/import-table.ts';
import type { ImportOutcome, ImportPorts } from '../../uploads/import-upload.ts';
import type { TableState } from '../../uploads/table-state.ts';
import { readAccountKey } from '../../uploads/upload-key.ts';
import type { Upload } from '../../uploads/upload-message.ts';
import {
  columnsOfField,
  fieldInRate,
  MAX_FILE_BYTES,
  RATE_FILE,
  type RateColumn,
} from '../files/rate-columns.ts';
import { type FileRate, RATE_FILE_LIMITS, readRateFile } from '../files/read-rate-file.ts';
import { MAX_STORED_RATES } from '../rate/contract-rate.ts';
import { callIdentity, externalIdentity } from '../rate/contract-rate-id.ts';
import { NO_ROOM, type WriteContractRatesPorts, writeContractRatesUseCase } from '../write-contract-rates.ts';

/** A file of contract rates as the steps of its import use it. */
interface FileOfRates extends TableFile<FileRate> {
  readonly table: Table<RateColumn>;
  /** SHA-256 (hex) of the file, the sheet that was read, and the columns that the caller states. */
  readonly digest: string;
  /** The first row with the customer and external id of a row, of each later row. */
  readonly sameAs: ReadonlyMap<FileRate, number>;
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

interface RateUploadPorts extends ImportPorts, WriteContractRatesPorts {}

/** Imports a file of contract rates. Rates that were written are found by their identities, so that none is written twice. */
export async function importRateUpload(
  ports: RateUploadPorts,
  upload: Upload,
): Promise<ImportOutcome<TableState>> {
  const { account } = readAccountKey(upload.key) ?? {};
  if (account === undefined) throw new RangeError(`${upload.key} is not a file of contract rates`);
  const writeRates = writeContractRatesUseCase(ports);
  return importTable<FileRate, FileOfRates>(ports, upload, {
    maxBytes: MAX_FILE_BYTES,
    read: async (bytes, { columns, sheet } = {}) => {
      const source = await rowsOfFile(bytes, RATE_FILE, RATE_FILE_LIMITS, sheet);
      const file = readRateFile(source, columns);
      // Another sheet of a workbook, or other columns, are other rates.
      const parts = [hash('sha256', bytes), source.sheet, Object.entries(columns ?? {}).sort()];
      return { ...file, digest: hash('sha256', JSON.stringify(parts)), sameAs: laterRows(file.rows) };
    },
    write: async (group, file, { number, startedAt }) => {
      const rows = group
        .map((row, index) => ({ row, index }))
        .filter(({ row }) => !file.sameAs.has(row) && row.faults.length === 0);
      // The same rates of a file always have the same identities, so that a repeated import writes no rate twice.
      const call = { key: `${number}`, bodyHash: file.digest };
      const sources = { places: ports.places, terminals: await ports.terminals.current() };
      const named = rows.map(({ row }) => withTerminals(sources, row.rate, row.ofTerminals));
      const answer = await writeRates({ rates: named.map(({ item }) => item), skipInvalid: true }, account, {
        at: startedAt,
        identityOf: (position) => callIdentity(call, rows[position]?.index ?? position),
        continues: true,
      });
      if (!answer.ok) throw new Error(answer.rejection.message);
      const { rates, rejected, warnings, overlaps } = answer.body;
      const line = (index: number) => rows[index]?.row.number ?? 0;
      return {
        statuses: rates.map(({ status }) => status),
        rejections: rejectionsOf(
          group,
          new Map(rejected.map(({ index, errors }) => [rows[index]?.row, errors])),
          file,
        ),
        warnings: [
          ...rows.flatMap(({ row }, at) =>
            [...row.warnings, ...(named[at]?.warnings ?? []).map(({ message }) => message)].map(
              (message) => ({
                line: row.number,
                message,
              }),
            ),
          ),
          ...warnings.map(({ index, message }) => ({ line: line(index), message })),
        ],
        overlaps: {
          total: overlaps.total,
          listed: overlaps.listed.map(({ index, with_index: _, ...overlap }) => ({
            line: line(index),
            ...overlap,
          })),
        },
        withoutRoom: rejected.filter(({ errors }) => errors.some(({ message }) => message === NO_ROOM))
          .length,
      };
    },
    noRoom: (rates, name) => ({
      reason: `${name}: ${rates} rates have no room: the organization has the maximum of ${MAX_STORED_RATES} contract rates. Delete rates that ended, and send the file again.`,
      code: 'CONTRACT_RATE_LIMIT_REACHED',
    }),
  });
}

/** Why rows of a group were rejected. @param errors of the rows that were written. */
function rejectionsOf(
  group: readonly FileRate[],
  errors: ReadonlyMap<FileRate | undefined, readonly { readonly field: string; readonly message: string }[]>,
  { sameAs, table }: FileOfRates,
): GroupWritten<FileRate>['rejections'] {
  const cellOf = ({ cells }: FileRate, field: string) => cellNamed(table, cells, columnsOfField(field));
  const rejectionFor = (row: FileRate) => {
    const first = sameAs.get(row);
    if (row.faults.length > 0) return rejectionOf(row.faults);
    if (first !== undefined)
      return { reason: `external_id is that of line ${first}`, ...cellOf(row, 'external_id') };
    const named = errors.get(row)?.map(({ field, message }) => ({ field: fieldInRate(field), message }));
    if (named === undefined) return undefined;
    const reason = named.map(({ field, message }) => `${field} ${message}`.trim()).join('; ');
    return { reason, ...cellOf(row, named[0]?.field ?? '') };
  };
  return new Map(
    group.flatMap((row) => {
      const rejection = rejectionFor(row);
      return rejection === undefined ? [] : [[row, rejection]];
    }),
  );
}

import { createHash } from 'node:crypto';
import type { ImportOutcome } from '../../market/uploads/import-in-steps.ts';
import {
  type FileChoice,
  GROUP_ROWS,
  importTableUpload,
  type TableFile,
  withRejectedRows,
} from '../../market/uploads/import-table-upload.ts';
import { MAX_LISTED, type TableState } from '../../market/uploads/table-upload-state.ts';
import { accountOfUpload } from '../../market/uploads/upload-key.ts';
import { RATES_FOLDER } from '../../market/uploads/upload-object-names.ts';
import type { OwnedUpload, StepPorts, Upload } from '../../market/uploads/upload-ports.ts';
import type { Account } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import { type Rejection, rejectedRowLine } from '../../platform/files/rejected-rows.ts';
import { rejectionOf } from '../../sheets/read-sheet.ts';
import type { Table } from '../../sheets/table.ts';
import { cellNamed } from '../../sheets/understand-table.ts';
import { rowsOfFile } from '../../sheets/workbook-rows.ts';
import type { CreatedRates } from '../documents/rate-document.ts';
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
import { RATES_WRITTEN, type RatesWritten } from './rate-uploads.ts';

/** A file of contract rates as the steps of its import use it. */
interface FileOfRates extends TableFile<FileRate> {
  readonly table: Table<RateColumn>;
  /** SHA-256 (hex) of the file. */
  readonly digest: string;
  /** The first row with the customer and external id of a row, of each later row. */
  readonly sameAs: ReadonlyMap<FileRate, number>;
}

/** @throws FileError */
async function readFileOfRates(
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

interface RateUploadPorts extends StepPorts, WriteContractRatesPorts {}

/** A row of a group with its position there. */
interface Row {
  readonly index: number;
  readonly row: FileRate;
}

/** Creates the step that writes the next group of a file. */
function rateGroupWriter(ports: RateUploadPorts, account: Account) {
  const writeRates = writeContractRatesUseCase(ports);
  return async (
    state: TableState<RatesWritten>,
    file: FileOfRates,
    group: readonly FileRate[],
    upload: OwnedUpload,
  ): Promise<TableState<RatesWritten>> => {
    const at = state.groupsDone;
    const rows = group
      .map((row, index) => ({ row, index }))
      .filter(({ row }) => !file.sameAs.has(row) && row.faults.length === 0);
    // The same file always has the same identities, so that a repeated import writes no rate twice.
    const call = { key: `${at}`, bodyHash: file.digest };
    const answer = await writeRates({ rates: rows.map(({ row }) => row.rate), skipInvalid: true }, account, {
      at: new Date(state.startedAt),
      identityOf: (position) => callIdentity(call, rows[position]?.index ?? position),
      continues: true,
    });
    if (!answer.ok) throw new Error(answer.rejection.message);
    const rejections = rejectionsOf(rows, answer.body, file);
    const lines = group.flatMap((row) => {
      const first = file.sameAs.get(row);
      const rejection =
        rejectionOf(row.faults) ??
        (first === undefined
          ? rejections.get(row)
          : { reason: `external_id is that of line ${first}`, ...cellOf(file, row, 'external_id') });
      return rejection === undefined ? [] : [rejectedRowLine(row, rejection)];
    });
    return {
      ...state,
      ...(await withRejectedRows(ports, upload, state, lines)),
      withoutRoom:
        (state.withoutRoom ?? 0) +
        answer.body.rejected.filter(({ errors }) => errors.some(({ message }) => message === NO_ROOM)).length,
      written: sum(state.written, answer.body, rows),
    };
  };
}

const cellOf = ({ table }: FileOfRates, { cells }: FileRate, field: string) =>
  cellNamed(table, cells, columnsOfField(field));

/** Why rows were rejected. */
const rejectionsOf = (
  rows: readonly Row[],
  { rejected }: CreatedRates,
  file: FileOfRates,
): ReadonlyMap<FileRate, Rejection> =>
  new Map(
    rejected.flatMap(({ index, errors }) => {
      const { row } = rows[index] ?? {};
      if (row === undefined) return [];
      const named = errors.map(({ field, message }) => ({ field: fieldInRate(field), message }));
      const reason = named.map(({ field, message }) => `${field} ${message}`.trim()).join('; ');
      return [[row, { reason, ...cellOf(file, row, named[0]?.field ?? '') }]];
    }),
  );

function sum(before: RatesWritten, answer: CreatedRates, rows: readonly Row[]): RatesWritten {
  const counts = Map.groupBy(answer.rates, ({ status }) => status);
  const countOf = (status: 'created' | 'replaced' | 'unchanged') =>
    before[status] + (counts.get(status)?.length ?? 0);
  const line = (index: number) => rows[index]?.row.number ?? 0;
  const overlaps = answer.overlaps.listed.map(({ index, with_index: _, ...overlap }) => ({
    line: line(index),
    ...overlap,
  }));
  const warnings = [
    ...rows.flatMap(({ row }) => row.warnings.map((message) => ({ line: row.number, message }))),
    ...answer.warnings.map(({ index, message }) => ({ line: line(index), message })),
  ];
  return {
    created: countOf('created'),
    replaced: countOf('replaced'),
    unchanged: countOf('unchanged'),
    overlaps: {
      total: before.overlaps.total + answer.overlaps.total,
      listed: [...before.overlaps.listed, ...overlaps].slice(0, MAX_LISTED),
    },
    warnings: [...before.warnings, ...warnings].slice(0, MAX_LISTED),
  };
}

/** Imports a file of contract rates. Rates that were written are found by their identities, so that none is written twice. */
export async function importRateUpload(
  ports: RateUploadPorts,
  upload: Upload,
): Promise<ImportOutcome<TableState<RatesWritten>>> {
  const account = accountOfUpload(upload.key, RATES_FOLDER);
  if (account === undefined) throw new RangeError(`${upload.key} is not a file of contract rates`);
  return importTableUpload(ports, upload, {
    maxBytes: MAX_FILE_BYTES,
    written: RATES_WRITTEN,
    read: readFileOfRates,
    writeGroup: rateGroupWriter(ports, account),
    faultOf: ({ withoutRoom }, key) =>
      withoutRoom
        ? {
            fault: `${key}: ${withoutRoom} rates have no room: the organization has the maximum of ${MAX_STORED_RATES} contract rates. Delete rates that ended, and send the file again.`,
            code: 'CONTRACT_RATE_LIMIT_REACHED',
          }
        : undefined,
  });
}

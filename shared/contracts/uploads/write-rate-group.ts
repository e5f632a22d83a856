import { withRejectedRows } from '../../market/uploads/import-table-upload.ts';
import { MAX_LISTED, type TableState } from '../../market/uploads/table-upload-state.ts';
import type { OwnedUpload, StepPorts } from '../../market/uploads/upload-ports.ts';
import type { Account } from '../../platform/account/account.ts';
import { type Rejection, rejectedRowLine } from '../../platform/files/rejected-rows.ts';
import { rejectionOf } from '../../sheets/read-sheet.ts';
import { cellNamed } from '../../sheets/understand-table.ts';
import type { CreatedRates } from '../documents/created-rates.ts';
import { fieldInRate } from '../documents/field-in-rate.ts';
import { columnsOfField } from '../files/rate-columns.ts';
import type { FileRate } from '../files/read-rate-file.ts';
import { callIdentity } from '../record/rate-identity.ts';
import { NO_ROOM, type WriteContractRatesPorts, writeContractRatesUseCase } from '../write-contract-rates.ts';
import type { FileOfRates } from './file-of-rates.ts';
import type { RatesWritten } from './rates-written.ts';

export interface RateUploadPorts extends StepPorts, WriteContractRatesPorts {}

/** A row of a group with its position there. */
interface Row {
  readonly index: number;
  readonly row: FileRate;
}

/** Creates the step that writes the next group of a file. */
export function rateGroupWriter(ports: RateUploadPorts, account: Account) {
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

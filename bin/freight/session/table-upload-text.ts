import type { ContractRateUpload, QuoteUpload } from '../../../clients/typescript/src/index.ts';
import { columnLines } from './column-lines.ts';
import { oneLine } from './one-line.ts';

export type TableUpload = QuoteUpload & Partial<Pick<ContractRateUpload, 'overlaps'>>;

/** Overlaps and warnings that are printed, each. `--json` has all that the API lists. */
const MAX_LINES = 20;

/** What an import did. @param rejectedFile path of the file with all rejected rows; null if there are none. */
export const uploadLines = (upload: TableUpload, what: string, rejectedFile: string | null): string[] => {
  const { rows, rejected_rows: rejected, overlaps = { total: 0, listed: [] }, warnings } = upload;
  return [
    `${rows.created} ${what} created, ${rows.replaced} replaced, ${rows.unchanged} unchanged, ${rows.rejected} rejected.`,
    ...rejected.map(
      ({ line, reason, header, value }) =>
        `  line ${line}: ${oneLine(reason)}${cellText(reason, header, value)}`,
    ),
    ...(rejectedFile === null ? [] : [`All rejected rows are in ${rejectedFile}.`]),
    ...(overlaps.total === 0
      ? []
      : [
          `${overlaps.total === 1 ? '1 pair' : `${overlaps.total} pairs`} of rates for the same lane overlap in time.`,
        ]),
    ...firstLines(
      overlaps.listed.map(
        ({ line, with_rate_id, from, to, contradictory }) =>
          `  line ${line}: overlaps ${with_rate_id} from ${from} to ${to ?? '-'}${contradictory ? ', with another price' : ''}`,
      ),
      overlaps.total,
    ),
    ...(warnings.length === 0 ? [] : ['Warnings:']),
    ...firstLines(
      warnings.map(({ line, message }) => `  line ${line}: ${oneLine(message)}`),
      warnings.length,
    ),
    ...columnLines(upload.columns),
  ];
};

/** The cell of a rejected row, unless its reason has it. */
const cellText = (reason: string, header = '', value = ''): string =>
  header === '' || reason.includes(`${header} `) ? '' : oneLine(` (${header}${value && `: "${value}"`})`);

const firstLines = (lines: readonly string[], total: number): readonly string[] => {
  const first = lines.slice(0, MAX_LINES);
  return total > first.length ? [...first, `  and ${total - first.length} more`] : first;
};

/** Why a file was not imported. */
export function faultOfUpload({ state, error, reason }: TableUpload): string {
  if (state === 'expired') return 'The file did not arrive before its address expired.';
  return oneLine(error?.message ?? reason ?? 'The import failed.');
}

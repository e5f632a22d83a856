import type { PlaceDirectory } from '../../geography/places/place.ts';
import { type FoundPlace, resolveEnds } from '../../market/importing/place-load.ts';
import type { ImportOutcome } from '../../market/uploads/import-in-steps.ts';
import { importTableUpload, withRejectedRows } from '../../market/uploads/import-table-upload.ts';
import { MAX_LISTED, type RowsWritten, type TableState } from '../../market/uploads/table-upload-state.ts';
import { accountOfUpload } from '../../market/uploads/upload-key.ts';
import { QUOTES_FOLDER } from '../../market/uploads/upload-object-names.ts';
import type { StepPorts, Upload } from '../../market/uploads/upload-ports.ts';
import { type Rejection, rejectedRowLine } from '../../platform/files/rejected-rows.ts';
import { endColumns } from '../../sheets/place-cells.ts';
import { rejectionOf } from '../../sheets/read-sheet.ts';
import type { Table } from '../../sheets/table.ts';
import { cellNamed } from '../../sheets/understand-table.ts';
import { portPlace } from '../../terminals/catalogue/terminal.ts';
import type { TerminalSource } from '../../terminals/catalogue/terminal-source.ts';
import type { PlaceSources } from '../../terminals/resolution/resolve-place.ts';
import type { TerminalDirectory } from '../../terminals/search/terminal-directory.ts';
import { doorArea, laneArea, terminalArea } from '../stops/lane-area.ts';
import type { ImportedQuotes, WriteStatus } from './dynamodb-imported-quotes.ts';
import type { IdentifiedQuote } from './imported-quote.ts';
import { MAX_QUOTE_FILE_BYTES } from './quote-columns.ts';
import { QUOTE_UPLOADS } from './quote-uploads.ts';
import { type FileQuote, readQuoteFile } from './read-quote-file.ts';

export interface QuoteUploadPorts extends StepPorts {
  readonly imported: ImportedQuotes;
  readonly places: PlaceDirectory;
  readonly terminals: TerminalSource<TerminalDirectory>;
}

/** Imports a file of past quotes. They are neither priced nor listed, cause no events, and count in reports only. */
export async function importQuoteUpload(
  ports: QuoteUploadPorts,
  upload: Upload,
): Promise<ImportOutcome<TableState>> {
  const account = accountOfUpload(upload.key, QUOTES_FOLDER);
  if (account === undefined) throw new RangeError(`${upload.key} is not a file of past quotes`);
  return importTableUpload(ports, upload, {
    maxBytes: MAX_QUOTE_FILE_BYTES,
    written: QUOTE_UPLOADS.written,
    read: readQuoteFile,
    writeGroup: async (state, { table }, group: readonly FileQuote[], owned) => {
      const sources = { places: ports.places, terminals: await ports.terminals.current() };
      const rows = group.map((row) => placeRow(row, table, sources));
      const quotes = rows.flatMap(({ quote }) => quote ?? []);
      const statuses = await ports.imported.write(account, quotes, new Date(state.startedAt));
      const lines = rows.flatMap(({ row, rejection }) =>
        rejection === undefined ? [] : [rejectedRowLine(row, rejection)],
      );
      return {
        ...state,
        ...(await withRejectedRows(ports, owned, state, lines)),
        written: sum(state.written, statuses, rows),
      };
    },
  });
}

interface PlacedRow {
  readonly row: FileQuote;
  readonly quote?: IdentifiedQuote;
  readonly rejection?: Rejection;
  readonly warnings: readonly string[];
}

/** The city of a place, as reports name lanes: a terminal counts to the city of its port. */
function cityOf(found: FoundPlace): string {
  const { city, state } =
    found.kind === 'terminal' ? (portPlace(found.terminal) ?? found.terminal) : found.place;
  return `${city}, ${state}`;
}

const areaOf = (found: FoundPlace): string =>
  found.kind === 'terminal' ? terminalArea(found.terminal) : doorArea(found.place);

function placeRow(row: FileQuote, table: Table<string>, sources: PlaceSources): PlacedRow {
  const { quote, faults, identity } = row;
  if (quote === undefined) {
    const rejection = rejectionOf(faults);
    return { row, ...(rejection && { rejection }), warnings: [] };
  }
  const ends = resolveEnds(sources, quote, row.bare);
  if ('fault' in ends) {
    const cell = cellNamed(table, row.cells, endColumns(ends.of));
    return { row, rejection: { reason: ends.fault, ...cell }, warnings: [] };
  }
  const { origin, destination } = ends;
  return {
    row,
    quote: {
      identity,
      quote: {
        ...quote,
        lane: `${cityOf(origin)} to ${cityOf(destination)}`,
        laneArea: laneArea(areaOf(origin), areaOf(destination)),
      },
    },
    warnings: [...row.warnings, ...origin.warnings, ...destination.warnings],
  };
}

function sum(before: RowsWritten, statuses: readonly WriteStatus[], rows: readonly PlacedRow[]): RowsWritten {
  const countOf = (status: WriteStatus) =>
    before[status] + statuses.filter((found) => found === status).length;
  const warnings = rows.flatMap(({ row, warnings }) =>
    warnings.map((message) => ({ line: row.number, message })),
  );
  return {
    created: countOf('created'),
    replaced: countOf('replaced'),
    unchanged: countOf('unchanged'),
    warnings: [...before.warnings, ...warnings].slice(0, MAX_LISTED),
  };
}

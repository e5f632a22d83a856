import type { PlaceDirectory } from '../../geography/places/place.ts';
import { type FoundPlace, resolveEnds } from '../../market/importing/place-load.ts';
import type { Rejection } from '../../platform/files/rejected-rows.ts';
import { endColumns } from '../../sheets/lane-meanings.ts';
import { rejectionOf } from '../../sheets/read-sheet.ts';
import type { Table } from '../../sheets/table.ts';
import { cellNamed } from '../../sheets/table-rows.ts';
import { portPlace } from '../../terminals/catalogue/terminal.ts';
import type { PlaceSources } from '../../terminals/resolution/resolve-place.ts';
import type { TerminalDirectory } from '../../terminals/search/embedded-terminal-directory.ts';
import type { TerminalSource } from '../../terminals/snapshots/dynamodb-snapshot-store.ts';
import { importTable, type TableFile } from '../../uploads/import-table.ts';
import type { ImportOutcome, ImportPorts } from '../../uploads/import-upload.ts';
import type { TableState } from '../../uploads/table-state.ts';
import { readAccountKey } from '../../uploads/upload-key.ts';
import type { Upload } from '../../uploads/upload-message.ts';
import { doorArea, laneArea, terminalArea } from '../stops/quote-lane.ts';
import type { ImportedQuotes } from './dynamodb-imported-quotes.ts';
import type { IdentifiedQuote } from './imported-quote.ts';
import { MAX_QUOTE_FILE_BYTES } from './quote-columns.ts';
import { type FileQuote, readQuoteFile } from './read-quote-file.ts';

export interface QuoteUploadPorts extends ImportPorts {
  readonly imported: ImportedQuotes;
  readonly places: PlaceDirectory;
  readonly terminals: TerminalSource<TerminalDirectory>;
}

/** Imports a file of past quotes. They are neither priced nor listed, cause no events, and count in reports only. */
export async function importQuoteUpload(
  ports: QuoteUploadPorts,
  upload: Upload,
): Promise<ImportOutcome<TableState>> {
  const { account } = readAccountKey(upload.key) ?? {};
  if (account === undefined) throw new RangeError(`${upload.key} is not a file of past quotes`);
  return importTable<FileQuote, TableFile<FileQuote>>(ports, upload, {
    maxBytes: MAX_QUOTE_FILE_BYTES,
    read: readQuoteFile,
    write: async (group, { table }, { startedAt }) => {
      const sources = { places: ports.places, terminals: await ports.terminals.current() };
      const rows = group.map((row) => placeRow(row, table, sources));
      const quotes = rows.flatMap(({ quote }) => quote ?? []);
      return {
        statuses: await ports.imported.write(account, quotes, startedAt),
        rejections: new Map(rows.flatMap(({ row, rejection }) => (rejection ? [[row, rejection]] : []))),
        warnings: rows.flatMap(({ row, warnings }) =>
          warnings.map((message) => ({ line: row.number, message })),
        ),
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
  const ends = resolveEnds(sources, quote, row.bare, row.ofTerminals);
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

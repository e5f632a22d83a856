import type { Command } from 'commander';
import { openPlaceIndex } from '../../shared/geography/places/embedded-geocoder.ts';
import { csvRow, type SheetRow } from '../../shared/platform/files/csv-rows.ts';
import { FileError } from '../../shared/platform/files/file-error.ts';
import { readTextRows } from '../../shared/platform/files/text-rows.ts';
import {
  LIST_SEPARATOR,
  REQUIRED_COLUMNS,
  readTerminalRow,
  TERMINAL_COLUMNS,
} from '../../shared/terminals/catalogue/read-terminal-row.ts';
import {
  type TerminalRecord,
  type TerminalStatus,
  toListedTerminal,
} from '../../shared/terminals/catalogue/terminal-record.ts';
import { importTerminals, type NumberedRow } from '../../shared/terminals/management/import-terminals.ts';
import {
  renameTerminal,
  setTerminalStatus,
  type TerminalChange,
} from '../../shared/terminals/management/manage-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildEmbeddedSearch } from '../../shared/terminals/search/embedded-terminal-search.ts';
import type { TerminalWritePorts } from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { example } from './arguments.ts';
import { CommandFailedError, PartialFailureError } from './connection/failures.ts';
import { faultyRows, readWith } from './files.ts';
import { tableLines } from './printing.ts';
import type { Session } from './session.ts';

/** `freight terminals ...`: the terminals for search and rates. */
export function addTerminalCommands(program: Command, session: Session): void {
  const terminals = program
    .command('terminals')
    .description('Manage terminals; search and rates use a change within a minute');
  terminals
    .command('import <file>')
    .description('Add or update terminals from a CSV file; if a row is invalid, nothing is written')
    .action((file: string) => importFile(session, file));
  terminals
    .command('export')
    .description('Print all terminals as CSV, in the format that import reads')
    .addHelpText('after', example('freight terminals export > terminals.csv'))
    .action(() =>
      session.work(async ({ terminals: { store } }) => {
        const records = byName(await store.all());
        session.report(records, terminalLines(records));
      }),
    );
  terminals
    .command('list')
    .description('List terminals, including closed terminals')
    .option('--query <text>', 'list only terminals that match this search')
    .addHelpText('after', example('freight terminals list --query "long beach"'))
    .action(({ query }: { query?: string }) =>
      session.work(async ({ terminals: { store } }) => {
        const records = byName(await store.all());
        const found = query === undefined ? records : await matching(records, query);
        const columns = ['name', 'type', 'city', 'state', 'zip', 'status'];
        session.report(found, found.length === 0 ? ['No terminals found.'] : tableLines(found, columns));
      }),
    );
  terminals
    .command('show <name>')
    .description('Show a terminal by its current or a former name')
    .action((name: string) =>
      session.work(async ({ terminals }) => {
        const record = await terminals.store.find(name);
        if (record === undefined) throw await unknownTerminal(terminals, name);
        session.report(record);
      }),
    );
  terminals
    .command('rename <old> <new>')
    .description('Rename a terminal; rates still accept the old name, with a warning')
    .addHelpText('after', example('freight terminals rename "Old Name" "New Name"'))
    .action((from: string, to: string) =>
      session.work(async ({ terminals }) =>
        reportChange(session, terminals, from, await renameTerminal(terminals, from, to)),
      ),
    );
  const setStatus = (name: string, status: TerminalStatus) =>
    session.work(async ({ terminals }) =>
      reportChange(session, terminals, name, await setTerminalStatus(terminals, name, status)),
    );
  terminals
    .command('close <name>')
    .description('Close a terminal: remove it from search; rates still accept it, with a warning')
    .action((name: string) => setStatus(name, 'closed'));
  terminals
    .command('open <name>')
    .description('Reopen a closed terminal')
    .action((name: string) => setStatus(name, 'open'));
  terminals
    .command('reindex')
    .description('Rebuild the OpenSearch index from the terminals table')
    .action(() => session.work(async ({ searchIndex }) => session.report(await searchIndex.rebuild())));
}

const PROGRESS_EVERY = 500;

async function importFile(session: Session, path: string): Promise<void> {
  const rows = await readWith(path, readTerminals);
  if (rows.length === 0) throw new CommandFailedError(`${path} has no rows below the header.`);
  await session.work(async ({ terminals }) => {
    const result = await importTerminals(terminals, rows, (done) => {
      if (done % PROGRESS_EVERY === 0) session.notify(`${done} of ${rows.length} rows ...`);
    });
    if (result.outcome === 'rejected') {
      throw new CommandFailedError(faultyRows(result.faults, `Nothing was imported from ${path}.`));
    }
    const { counts, publication, faults } = result;
    session.report({ ...counts, snapshot: publication.version });
    const summary = 'All other rows were imported. Import the file again to retry these rows.';
    if (faults.length > 0) throw new PartialFailureError(faultyRows(faults, summary));
  });
}

/** All rows are checked before the first is written. */
const LIMITS = { bytes: 10_000_000, rows: 5_000 };

/** Errors of single rows name the row. @throws FileError if a column is missing or unknown. */
function readTerminals(bytes: Uint8Array): readonly NumberedRow[] {
  const [header, ...rows] = readTextRows(bytes, LIMITS).rows;
  if (rows.length > LIMITS.rows) throw new FileError(`more than ${LIMITS.rows} rows: import it in parts`);
  const columns = (header?.cells ?? []).map((cell) => {
    const known = TERMINAL_COLUMNS.find((column) => column.toLowerCase() === cell.trim().toLowerCase());
    if (known !== undefined) return known;
    throw new FileError(`unknown column "${cell}": the columns are ${TERMINAL_COLUMNS.join(', ')}`);
  });
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new FileError(`the header lacks ${missing.join(', ')}`);
  if (new Set(columns).size < columns.length) throw new FileError('the header has a column twice');
  const index = openPlaceIndex();
  return rows.map(({ number, cells }: SheetRow): NumberedRow => {
    if (cells.length !== columns.length) {
      return { number, ok: false, faults: [`${cells.length} cells instead of ${columns.length}`] };
    }
    const byColumn = Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
    return { number, ...readTerminalRow(byColumn, index) };
  });
}

/** Terminals as lines of the file that an import reads. */
const terminalLines = (records: readonly TerminalRecord[]): string[] =>
  [
    TERMINAL_COLUMNS,
    ...records.map((record) =>
      TERMINAL_COLUMNS.map((column) => [record[column]].flat().join(LIST_SEPARATOR)),
    ),
  ].map(csvRow);

const byName = (records: readonly TerminalRecord[]): TerminalRecord[] =>
  [...records].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The terminals that the public search finds, including closed terminals. */
async function matching(records: readonly TerminalRecord[], text: string): Promise<TerminalRecord[]> {
  const listed = records.map((record) => ({ ...toListedTerminal(record), closed: false }));
  const limit = Math.max(1, records.length);
  const { terminals } = await buildEmbeddedSearch(listed).search({ text, limit, page: 1 });
  const recordsByName = new Map(records.map((record) => [record.name, record]));
  return terminals.flatMap(({ name }) => recordsByName.get(name) ?? []);
}

async function reportChange(
  session: Session,
  terminals: TerminalWritePorts,
  name: string,
  change: TerminalChange,
): Promise<void> {
  if (change.outcome === 'unknown-terminal') throw await unknownTerminal(terminals, name);
  if (change.outcome === 'rejected') throw new CommandFailedError(change.reason);
  const { record, publication, outcome } = change;
  session.report({ ...record, changed: outcome === 'changed', snapshot: publication.version });
}

async function unknownTerminal({ store }: TerminalWritePorts, name: string): Promise<CommandFailedError> {
  const directory = buildEmbeddedDirectory((await store.all()).map(toListedTerminal));
  return new CommandFailedError(notATerminal(name, directory.suggest(name, 3)));
}

export const notATerminal = (name: string, similar: readonly string[]): string =>
  `There is no terminal "${name}".${similar.length === 0 ? '' : ` Similar names: ${similar.map((known) => `"${known}"`).join(', ')}.`}`;

import {
  type TerminalRecord,
  type TerminalStatus,
  toListedTerminal,
} from '../../../shared/terminals/catalogue/terminal-record.ts';
import {
  type ImportResult,
  importTerminals,
  type RowFault,
} from '../../../shared/terminals/management/import-terminals.ts';
import {
  renameTerminal,
  setTerminalStatus,
  type TerminalChange,
} from '../../../shared/terminals/management/manage-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildEmbeddedSearch } from '../../../shared/terminals/search/embedded-terminal-search.ts';
import type { TerminalWritePorts } from '../../../shared/terminals/snapshots/terminal-write-ports.ts';
import { CommandFailedError, PartialFailureError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';
import { tableLines } from '../session/table.ts';
import { readTerminalFile, terminalLines } from './terminal-file.ts';
import { describeTerminal, TERMINAL_LIST_COLUMNS, terminalCells } from './terminal-text.ts';

const FAULTS_SHOWN = 50;
const PROGRESS_EVERY = 500;

export async function importFile(session: Session, path: string): Promise<void> {
  const rows = await readTerminalFile(path);
  await session.workOnTerminals(async (terminals) => {
    const result = await importTerminals(terminals, rows, (done) => {
      if (done % PROGRESS_EVERY === 0) session.notify(`${done} of ${rows.length} rows ...`);
    });
    if (result.outcome === 'rejected') throw new CommandFailedError(describeFaults(path, result));
    const { counts, publication, faults } = result;
    session.report({ ...counts, snapshot: publication.version }, [
      `${counts.added} added, ${counts.updated} updated, ${counts.unchanged} unchanged.`,
      publication.published ? WITHIN_A_MINUTE : 'No terminals changed.',
    ]);
    if (faults.length > 0) throw new PartialFailureError(describeFaults(path, result));
  });
}

const WITHIN_A_MINUTE = 'Search and rates use the change within a minute.';

function describeFaults(path: string, { outcome, faults }: ImportResult): string {
  const lines = faults.slice(0, FAULTS_SHOWN).map(({ row, fault }: RowFault) => `row ${row}: ${fault}`);
  const more = faults.length > FAULTS_SHOWN ? [`... and ${faults.length - FAULTS_SHOWN} more`] : [];
  const summary =
    outcome === 'rejected'
      ? `Nothing was imported from ${path}.`
      : 'All other rows were imported. Import the file again to retry these rows.';
  return [...lines, ...more, summary].join('\n');
}

export async function exportTerminals(session: Session): Promise<void> {
  await session.workOnTerminals(async ({ store }) => {
    const records = byName(await store.all());
    session.report(records, terminalLines(records));
  });
}

export async function listTerminals(session: Session, query: string | undefined): Promise<void> {
  await session.workOnTerminals(async ({ store }) => {
    const records = byName(await store.all());
    const found = query === undefined ? records : await matching(records, query);
    session.report(
      found,
      found.length === 0
        ? ['No terminals found.']
        : tableLines(TERMINAL_LIST_COLUMNS, found.map(terminalCells)),
    );
  });
}

/** The terminals that the public search finds, including closed terminals. */
async function matching(records: readonly TerminalRecord[], text: string): Promise<TerminalRecord[]> {
  const search = buildEmbeddedSearch(
    records.map((record) => ({ ...toListedTerminal(record), closed: false })),
  );
  const { terminals } = await search.search({ text, limit: Math.max(1, records.length), page: 1 });
  const recordsByName = new Map(records.map((record) => [record.name, record]));
  return terminals.flatMap(({ name }) => recordsByName.get(name) ?? []);
}

export async function showTerminal(session: Session, name: string): Promise<void> {
  await session.workOnTerminals(async (terminals) => {
    const record = await terminals.store.find(name);
    if (record === undefined) throw await unknownTerminal(terminals, name);
    session.report(record, describeTerminal(record));
  });
}

export async function rename(session: Session, from: string, to: string): Promise<void> {
  await session.workOnTerminals(async (terminals) =>
    reportChange(session, terminals, from, await renameTerminal(terminals, from, to)),
  );
}

export async function setStatus(session: Session, name: string, status: TerminalStatus): Promise<void> {
  await session.workOnTerminals(async (terminals) =>
    reportChange(session, terminals, name, await setTerminalStatus(terminals, name, status)),
  );
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
  session.report({ ...record, changed: outcome === 'changed', snapshot: publication.version }, [
    ...describeTerminal(record),
    publication.published ? WITHIN_A_MINUTE : 'No change: the terminal already has this state.',
  ]);
}

async function unknownTerminal({ store }: TerminalWritePorts, name: string): Promise<CommandFailedError> {
  const directory = buildEmbeddedDirectory((await store.all()).map(toListedTerminal));
  const similar = directory.suggest(name, 3).map((known) => `"${known}"`);
  const suggestion = similar.length === 0 ? '' : ` Similar names: ${similar.join(', ')}.`;
  return new CommandFailedError(`There is no terminal "${name}".${suggestion}`);
}

const byName = (records: readonly TerminalRecord[]): TerminalRecord[] =>
  [...records].sort((a, b) => (a.name < b.name ? -1 : 1));

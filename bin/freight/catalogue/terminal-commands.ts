import type { Command } from 'commander';
import type { Session } from '../session/session.ts';
import { reindexTerminals } from './reindex-action.ts';
import {
  exportTerminals,
  importFile,
  listTerminals,
  rename,
  setStatus,
  showTerminal,
} from './terminal-actions.ts';

/** `freight terminals ...`: the terminals that search finds and rates start from. */
export function addTerminalCommands(program: Command, session: Session): void {
  const terminals = program
    .command('terminals')
    .description('terminals; search and rates follow a change within a minute');

  terminals
    .command('import <file>')
    .description('add the terminals of a CSV file, and update those whose name is known; all rows or none')
    .action((file: string) => importFile(session, file));

  terminals
    .command('export')
    .description('print all terminals as CSV that import reads')
    .action(() => exportTerminals(session));

  terminals
    .command('list')
    .description('print a line for each terminal, closed ones too')
    .option('--query <text>', 'only those that a search for it finds')
    .action(({ query }: { query?: string }) => listTerminals(session, query));

  terminals
    .command('show <name>')
    .description('print a terminal by a name it has or had')
    .action((name: string) => showTerminal(session, name));

  terminals
    .command('rename <old> <new>')
    .description('give a terminal another name; the old one still prices, with a warning')
    .action((from: string, to: string) => rename(session, from, to));

  terminals
    .command('close <name>')
    .description('take a terminal out of the search; it still prices, with a warning')
    .action((name: string) => setStatus(session, name, 'closed'));

  terminals
    .command('open <name>')
    .description('put a closed terminal back in the search')
    .action((name: string) => setStatus(session, name, 'open'));

  terminals
    .command('reindex')
    .description('build the search index anew from the table, where terminals are searched on OpenSearch')
    .action(() => reindexTerminals(session));
}

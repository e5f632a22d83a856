import type { Command } from 'commander';
import { example } from '../session/help-example.ts';
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

/** `freight terminals ...`: the terminals for search and rates. */
export function addTerminalCommands(program: Command, session: Session): void {
  const terminals = program
    .command('terminals')
    .description('Manage terminals; search and rates use a change within a minute');

  terminals
    .command('import <file>')
    .description('Add or update terminals from a CSV file; if a row is invalid, nothing is written')
    .addHelpText('after', example('freight terminals import ./terminals.csv'))
    .action((file: string) => importFile(session, file));

  terminals
    .command('export')
    .description('Print all terminals as CSV, in the format that import reads')
    .addHelpText('after', example('freight terminals export > terminals.csv'))
    .action(() => exportTerminals(session));

  terminals
    .command('list')
    .description('List terminals, including closed terminals')
    .option('--query <text>', 'list only terminals that match this search')
    .addHelpText('after', example('freight terminals list --query "long beach"'))
    .action(({ query }: { query?: string }) => listTerminals(session, query));

  terminals
    .command('show <name>')
    .description('Show a terminal by its current or a former name')
    .addHelpText('after', example('freight terminals show "APM Terminals Pier 400"'))
    .action((name: string) => showTerminal(session, name));

  terminals
    .command('rename <old> <new>')
    .description('Rename a terminal; rates still accept the old name, with a warning')
    .addHelpText('after', example('freight terminals rename "Old Name" "New Name"'))
    .action((from: string, to: string) => rename(session, from, to));

  terminals
    .command('close <name>')
    .description('Close a terminal: remove it from search; rates still accept it, with a warning')
    .addHelpText('after', example('freight terminals close "APM Terminals Pier 400"'))
    .action((name: string) => setStatus(session, name, 'closed'));

  terminals
    .command('open <name>')
    .description('Reopen a closed terminal')
    .addHelpText('after', example('freight terminals open "APM Terminals Pier 400"'))
    .action((name: string) => setStatus(session, name, 'open'));

  terminals
    .command('reindex')
    .description('Rebuild the OpenSearch index from the terminals table')
    .addHelpText('after', example('freight --environment prod terminals reindex'))
    .action(() => reindexTerminals(session));
}

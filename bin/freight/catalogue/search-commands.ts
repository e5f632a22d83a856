import type { Command } from 'commander';
import { readSearchStatus } from '../connection/search-status.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { searchStatusLines } from './search-status-text.ts';

/** `freight search ...`: the search engine for terminals. */
export function addSearchCommands(program: Command, session: Session): void {
  const search = program.command('search').description('Inspect the search engine for terminals');

  search
    .command('status')
    .description(
      'Show health, version, storage and index of the search; exit with 1 if the index differs from the table',
    )
    .addHelpText('after', example('freight --environment prod search status'))
    .action(() =>
      session.workOnSearch(async (parts) => {
        const status = await readSearchStatus(parts, session.pause);
        session.report(status, searchStatusLines(status));
        if (status.faults.length > 0) throw new CommandFailedError(status.faults.join('\n'));
      }),
    );
}

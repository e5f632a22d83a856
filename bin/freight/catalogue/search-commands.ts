import type { Command } from 'commander';
import { readSearchStatus } from '../connection/search-status.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';
import { searchStatusLines } from './search-status-text.ts';

/** `freight search ...`: the engine that terminals are searched on. */
export function addSearchCommands(program: Command, session: Session): void {
  const search = program.command('search').description('the engine that terminals are searched on');

  search
    .command('status')
    .description(
      'print health, version, storage, pending updates and index of the search, and compare it with the table; exits with 1 if they differ',
    )
    .action(() =>
      session.workOnSearch(async (parts) => {
        const status = await readSearchStatus(parts, session.pause);
        session.report(status, searchStatusLines(status));
        if (status.faults.length > 0) throw new CommandFailedError(status.faults.join('\n'));
      }),
    );
}

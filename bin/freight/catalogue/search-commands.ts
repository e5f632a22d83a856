import type { Command } from 'commander';
import { readSearchStatus } from '../connection/search-status.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { releaseSearchNetwork, type SearchReleaseOptions } from './search-release-action.ts';
import { searchStatusLines } from './search-status-text.ts';

/** `freight search ...`: the search engine for terminals. */
export function addSearchCommands(program: Command, session: Session): void {
  const search = program
    .command('search')
    .description('Inspect the search engine for terminals, and remove its domain');

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

  search
    .command('release')
    .description('Delete old function versions that hold network interfaces of a removed domain')
    .option('--dry-run', 'print what would be deleted and delete nothing')
    .option('--confirm <environment>', 'confirm with the name of the environment instead of a prompt')
    .addHelpText('after', example('freight --environment prod search release --dry-run'))
    .action((options: SearchReleaseOptions) =>
      session.workOnSearchNetwork((network) =>
        releaseSearchNetwork(session, program.opts().environment, network, options),
      ),
    );
}

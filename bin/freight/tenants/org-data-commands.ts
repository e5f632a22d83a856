import type { Command } from 'commander';
import type { Session } from '../session/session.ts';
import { type EraseOptions, eraseOrg, exportOrg } from './org-data-actions.ts';

/** `freight org export` and `freight org erase`: everything of one organization. */
export function addOrgDataCommands(org: Command, session: Session): void {
  org
    .command('export <org>')
    .description('write everything that is held of an organization to a folder, without secrets')
    .requiredOption('--to <folder>', 'a new or empty folder')
    .action((orgId: string, { to }: { to: string }) => exportOrg(session, orgId, to));

  org
    .command('erase <org>')
    .description('delete everything that is held of a suspended organization, for good')
    .option('--dry-run', 'count it and delete nothing')
    .option('--confirm <org>', 'its id once more, instead of typing it')
    .action((orgId: string, options: EraseOptions) => eraseOrg(session, orgId, options));
}

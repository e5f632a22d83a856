import type { Command } from 'commander';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { type EraseOptions, eraseOrg, exportOrg } from './org-data-actions.ts';

/** `freight org export` and `freight org erase`: all data of one organization. */
export function addOrgDataCommands(org: Command, session: Session): void {
  org
    .command('export <org>')
    .description('Export all data of an organization to a folder, without secrets')
    .requiredOption('--to <folder>', 'a new or empty folder')
    .addHelpText('after', example('freight org export org_123 --to ./acme'))
    .action((orgId: string, { to }: { to: string }) => exportOrg(session, orgId, to));

  org
    .command('erase <org>')
    .description('Permanently delete all data of a suspended organization')
    .option('--dry-run', 'count the data and delete nothing')
    .option('--confirm <org>', 'confirm with the id of the organization instead of a prompt')
    .addHelpText('after', example('freight org erase org_123 --dry-run'))
    .action((orgId: string, options: EraseOptions) => eraseOrg(session, orgId, options));
}

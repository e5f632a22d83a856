import { type NetworkVersion, planSearchRelease, type SearchNetwork } from '../connection/search-release.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { confirmName } from '../session/confirm.ts';
import type { Session } from '../session/session.ts';

export interface SearchReleaseOptions {
  readonly dryRun?: boolean;
  readonly confirm?: string;
}

const DELETED_WITH_STACK = ['index-terminals', 'reindex-terminals'];

/** Deletes function versions without traffic that hold interfaces in the network of the search domain. */
export async function releaseSearchNetwork(
  session: Session,
  environment: string,
  network: SearchNetwork,
  { dryRun = false, confirm }: SearchReleaseOptions,
): Promise<void> {
  const { deletable, inUse } = planSearchRelease(await network.versions(), DELETED_WITH_STACK);
  if (inUse.length > 0) {
    throw new CommandFailedError(
      `${inUse.map(nameOf).join(', ')} still use the network of the search domain. Deploy ${environment} with terminalSearch 'embedded' first: docs/operators/deploying.md#the-search-domain.`,
    );
  }
  if (!dryRun && deletable.length > 0) {
    const what = `${deletable.length} function versions are deleted: a rollback to them is then not possible.`;
    for (const version of deletable) session.notify(nameOf(version));
    await confirmName(session, environment, confirm, what);
    for (const version of deletable) await network.deleteVersion(version);
  }
  const interfaces = await network.interfaces();
  const result = { environment, dryRun, versions: deletable, interfaces };
  session.report(result, [
    ...(dryRun ? deletable.map(nameOf) : []),
    dryRun
      ? `${deletable.length} function versions would be deleted.`
      : `${deletable.length} function versions deleted.`,
    ...interfaces.map(({ id, type, description }) => `${id}  ${type}  ${description}`),
    `${interfaces.length} network interfaces are left${interfaces.length === 0 ? '.' : ': the deletion of the stack releases those of the domain and of its own functions.'}`,
    ...(dryRun ? [] : [`Next: delete the stack freight-${environment}-search.`]),
  ]);
}

const nameOf = ({ function: name, version, aliases }: NetworkVersion): string =>
  `${name}:${version}${aliases.length === 0 ? '' : ` (${aliases.join(', ')})`}`;

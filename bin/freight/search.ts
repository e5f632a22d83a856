import type { Command } from 'commander';
import { readSnapshot } from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { example } from './arguments.ts';
import type { Connection } from './connection/connection.ts';
import { CommandFailedError } from './connection/failures.ts';
import type { NetworkVersion, SearchNetwork } from './connection/search-network.ts';
import { textOf } from './printing.ts';
import type { Session } from './session.ts';

/** `freight search ...`: the search engine for terminals. */
export function addSearchCommands(program: Command, session: Session): void {
  const search = program
    .command('search')
    .description('Inspect the search engine for terminals, and remove its domain');
  search
    .command('status')
    .description(
      'Show health, version and index of the search; exit with 1 if the index differs from the table',
    )
    .action(() =>
      session.work(async (service) => {
        const status = await readStatus(service, session.pause);
        session.report(status);
        if (status.faults.length > 0) throw new CommandFailedError(status.faults.join('\n'));
      }),
    );
  search
    .command('release')
    .description('Delete old function versions that hold network interfaces of a removed domain')
    .option('--dry-run', 'print what would be deleted and delete nothing')
    .option('--confirm <environment>', 'confirm with the name of the environment instead of a prompt')
    .addHelpText('after', example('freight --environment prod search release --dry-run'))
    .action((options: ReleaseOptions) =>
      session.workOnDeployment(({ searchNetwork }) => releaseNetwork(session, searchNetwork, options)),
    );
}

/** A change reaches the index within seconds of the table, so a difference is read again before it counts. */
const READS = 4;
const BETWEEN_READS_MS = 2_000;

async function readStatus(service: Connection, pause: (ms: number) => Promise<void>) {
  const domain = await service.describeSearchDomain();
  const isDown = domain?.health !== undefined && !['green', 'yellow'].includes(domain.health);
  const health = isDown ? [`The health of the search domain is ${domain.health}.`] : [];
  for (let read = 1; ; read += 1) {
    const records = await service.terminals.store.all();
    const open = records.filter(({ status }) => status === 'open').length;
    const table = { terminals: records.length, open };
    const { differs, faults, ...status } =
      domain === undefined
        ? await embeddedStatus(service, table.terminals)
        : { engine: 'opensearch', domain, ...(await indexStatus(service, open)) };
    if (!differs || read === READS) return { ...status, table, faults: [...health, ...faults] };
    await pause(BETWEEN_READS_MS);
  }
}

/** `differs`: whether the counts differ, which the next moment may change. */
async function embeddedStatus({ terminals: { snapshots } }: Connection, inTable: number) {
  const stored = await snapshots.read();
  const { version, count } = stored === undefined ? { version: 0, count: 0 } : readSnapshot(stored);
  const differs = count !== inTable;
  const fault = `The snapshot that searches read has ${count} terminals and the table has ${inTable}. Import or change a terminal: each change publishes a snapshot.`;
  return { engine: 'embedded', snapshot: { version, count }, faults: differs ? [fault] : [], differs };
}

async function indexStatus({ searchIndex }: Connection, open: number) {
  // What the domain does not answer is a fault of the status.
  const found = await searchIndex.status().catch((error: unknown) => {
    if (error instanceof CommandFailedError) return error.message;
    throw error;
  });
  if (typeof found === 'string') return { faults: [found], differs: false };
  const { index, openTerminals } = found;
  const differs = openTerminals !== undefined && openTerminals !== open;
  const faults = [
    openTerminals === undefined && `The index ${index} is not built: the embedded search answers.`,
    differs &&
      `${index} has ${openTerminals} open terminals and the table has ${open}: searches do not find what the table says.`,
  ].flatMap((fault) => (fault ? [`${fault} Run: freight terminals reindex.`] : []));
  return { index: found, faults, differs };
}

interface ReleaseOptions {
  readonly dryRun?: boolean;
  readonly confirm?: string;
}

/** Deletes function versions without traffic that hold interfaces in the network of the search domain. */
async function releaseNetwork(
  session: Session,
  network: SearchNetwork,
  { dryRun = false, confirm }: ReleaseOptions,
): Promise<void> {
  const environment = session.environment() ?? '';
  // CloudFormation deletes the functions of the stack of the domain with it.
  const ofStack = ['index-terminals', 'reindex-terminals'];
  const others = (await network.versions()).filter(({ function: name }) => !ofStack.includes(name));
  const inUse = others.filter(({ version, aliases }) => version === '$LATEST' || aliases.length > 0);
  const deletable = others.filter((one) => !inUse.includes(one));
  if (inUse.length > 0) {
    throw new CommandFailedError(
      `${inUse.map(nameOf).join(', ')} still use the network of the search domain. Deploy ${environment} with terminalSearch 'embedded' first: docs/operators/deploying.md#the-search-domain.`,
    );
  }
  if (!dryRun && deletable.length > 0) {
    for (const version of deletable) session.notify(nameOf(version));
    const what = `${deletable.length} function versions are deleted: a rollback to them is then not possible.`;
    await session.confirm(environment, confirm, what);
    for (const version of deletable) await network.deleteVersion(version);
  }
  const interfaces = await network.interfaces();
  session.report({ environment, dryRun, versions: deletable, interfaces }, [
    ...(dryRun ? deletable.map(nameOf) : []),
    `${deletable.length} function versions ${dryRun ? 'would be ' : ''}deleted.`,
    ...textOf({ interfaces }),
    ...(dryRun
      ? []
      : [`Next: delete the stack freight-${environment}-search. It releases these interfaces.`]),
  ]);
}

const nameOf = ({ function: name, version, aliases }: NetworkVersion): string =>
  `${name}:${version}${aliases.length === 0 ? '' : ` (${aliases.join(', ')})`}`;

import type { Command } from 'commander';
import { readSnapshot } from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import type { Connection } from './connection/connection.ts';
import { CommandFailedError } from './connection/failures.ts';
import type { Session } from './session.ts';

/** `freight search ...`: the search engine for terminals. */
export function addSearchCommands(program: Command, session: Session): void {
  const search = program.command('search').description('Inspect the search engine for terminals');
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

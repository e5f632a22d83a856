import type { IndexStatus } from '../../../shared/terminals/indexing/index-status.ts';
import { readPointer } from '../../../shared/terminals/snapshots/read-snapshot.ts';
import type { TerminalWritePorts } from '../../../shared/terminals/snapshots/terminal-write-ports.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { SearchDomainFacts } from './search-domain.ts';

/** What the terminal search of a service reads, and how it compares with the table of terminals. */
export type SearchStatus = {
  /** Terminals in the table; `open` leaves out the closed ones. */
  readonly table: { readonly terminals: number; readonly open: number };
  /** A sentence for each fault; empty where all is well. */
  readonly faults: readonly string[];
} & (
  | { readonly engine: 'embedded'; readonly snapshot?: { readonly version: number; readonly count: number } }
  | { readonly engine: 'opensearch'; readonly domain: SearchDomainFacts; readonly index?: IndexStatus }
);

/** Reads of one service that a status is made of. */
export interface SearchParts {
  readonly terminals: TerminalWritePorts;
  /** Undefined where the service has no search domain. */
  readonly domain: () => Promise<SearchDomainFacts | undefined>;
  readonly index: () => Promise<IndexStatus>;
}

/** A change reaches the index within seconds of the table, so a difference is looked at again before it counts. */
const LOOKS = 4;
const BETWEEN_LOOKS_MS = 2_000;

/** @throws errors of the table, and of AWS settings; what the domain does not answer is a fault of the status. */
export async function readSearchStatus(
  { terminals, domain, index }: SearchParts,
  pause: (ms: number) => Promise<void>,
): Promise<SearchStatus> {
  const described = await domain();
  const look = async () => {
    const records = await terminals.store.all();
    const table = {
      terminals: records.length,
      open: records.filter(({ status }) => status === 'open').length,
    };
    return described === undefined
      ? embeddedStatus(terminals, table)
      : domainStatus(described, await answerOf(index), table);
  };
  let looked = await look();
  for (let again = 1; again < LOOKS && looked.differs; again += 1) {
    await pause(BETWEEN_LOOKS_MS);
    looked = await look();
  }
  return looked.status;
}

interface Looked {
  readonly status: SearchStatus;
  /** Whether the counts differ, which the next moment may change. */
  readonly differs: boolean;
}

async function embeddedStatus(
  { snapshots }: TerminalWritePorts,
  table: SearchStatus['table'],
): Promise<Looked> {
  const pointer = await readPointer(snapshots);
  const differs = (pointer?.count ?? 0) !== table.terminals;
  const snapshot = pointer && { snapshot: { version: pointer.version, count: pointer.count } };
  const faults = differs ? [snapshotFault(pointer?.count ?? 0, table.terminals)] : [];
  return { status: { engine: 'embedded', ...snapshot, table, faults }, differs };
}

/** The answer, or why there is none. */
const answerOf = (index: SearchParts['index']): Promise<IndexStatus | string> =>
  index().catch((error: unknown) => {
    if (error instanceof CommandFailedError) return error.message;
    throw error;
  });

function domainStatus(
  domain: SearchDomainFacts,
  answer: IndexStatus | string,
  table: SearchStatus['table'],
): Looked {
  const isDown = domain.health !== undefined && !['green', 'yellow'].includes(domain.health);
  const health = isDown ? [`The health of the search domain is ${domain.health}.`] : [];
  if (typeof answer === 'string') {
    const faults = [...health, answer];
    return { status: { engine: 'opensearch', domain, table, faults }, differs: false };
  }
  const faults = [...health, ...indexFaults(answer, table.open)];
  const differs = answer.index !== undefined && answer.index.openTerminals !== table.open;
  return { status: { engine: 'opensearch', domain, index: answer, table, faults }, differs };
}

const REINDEX = 'Run: freight terminals reindex';

function indexFaults({ alias, index }: IndexStatus, open: number): string[] {
  return [
    ...(index === undefined ? [`No index is in service: the alias ${alias} names none. ${REINDEX}.`] : []),
    ...(index?.isCurrent === false
      ? [`${index.name} was built by code of another version than the one deployed. ${REINDEX}.`]
      : []),
    ...(index !== undefined && index.openTerminals !== open
      ? [
          `${index.name} has ${index.openTerminals} open terminals and the table has ${open}: searches do not find what the table says. ${REINDEX}.`,
        ]
      : []),
  ];
}

const snapshotFault = (inSnapshot: number, inTable: number): string =>
  `The snapshot that searches read has ${inSnapshot} terminals and the table has ${inTable}. Import or change a terminal: each change publishes a snapshot.`;

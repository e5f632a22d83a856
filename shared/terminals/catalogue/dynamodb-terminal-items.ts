import { nameKey } from './terminal-id.ts';
import { TERMINAL_PARTITION_PREFIX } from './terminal-partition-prefix.ts';

/** Partitions that terminals are spread over, so that an import is not held up by one partition's write limit. */
export const PARTITIONS = 8;

export const partitionKey = (number: number): string => `${TERMINAL_PARTITION_PREFIX}${number}`;

/** Whether an item with this partition key is a terminal. */
export const isTerminalKey = (pk: string | undefined): boolean =>
  pk?.startsWith(TERMINAL_PARTITION_PREFIX) ?? false;

/** Key of a terminal's item. */
export const terminalKey = (id: string) => ({
  pk: partitionKey(Number.parseInt(id.slice(-1), 16) % PARTITIONS),
  sk: id,
});

/** Key of the item that says whose a name is. A very long name could not be a key: no terminal has one. */
export const claimKey = (name: string) => ({ pk: `name#${nameKey(name).slice(0, 400)}`, sk: 'claim' });

export const POINTER_KEY = { pk: 'snapshot', sk: 'current' } as const;

export const CHUNKS = 'snapshot-chunks';

/** Sorts as numbers do. */
export const versionPrefix = (version: number): string => String(version).padStart(10, '0');

/** Key of a part of a snapshot, from 0. */
export const chunkKey = (version: number, attempt: string, index: number) => ({
  pk: CHUNKS,
  sk: `${versionPrefix(version)}#${attempt}#${String(index).padStart(4, '0')}`,
});

/** Key of the item that tells how a rebuild of the search index goes. */
export const reindexKey = (runId: string) => ({ pk: 'reindex', sk: runId });

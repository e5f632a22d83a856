import { nameKey } from './terminal-id.ts';
import { TERMINAL_PARTITION_PREFIX } from './terminal-partition-prefix.ts';

/** Number of partitions of terminals, so that the write limit of one partition does not slow down an import. */
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

/** Key of the item that assigns a name to a terminal. Cut to 400 characters because of the key limit; names are shorter. */
export const claimKey = (name: string) => ({ pk: `name#${nameKey(name).slice(0, 400)}`, sk: 'claim' });

export const POINTER_KEY = { pk: 'snapshot', sk: 'current' } as const;

export const CHUNKS = 'snapshot-chunks';

/** Zero-padded, so that versions sort in numeric order. */
export const versionPrefix = (version: number): string => String(version).padStart(10, '0');

/** Key of a chunk of a snapshot; `index` starts at 0. */
export const chunkKey = (version: number, attempt: string, index: number) => ({
  pk: CHUNKS,
  sk: `${versionPrefix(version)}#${attempt}#${String(index).padStart(4, '0')}`,
});

/** Key of the item with the progress of a search index rebuild. */
export const reindexKey = (runId: string) => ({ pk: 'reindex', sk: runId });

import { nameKey } from './terminal.ts';

/** Prefix of the partition keys of terminals. No other items of the table have it. */
export const TERMINAL_PARTITION_PREFIX = 'terminals#';

/** Number of partitions of terminals, so that the write limit of one partition does not slow down an import. */
export const PARTITIONS = 8;

export const partitionKey = (number: number): string => `${TERMINAL_PARTITION_PREFIX}${number}`;

/** Whether an item with this partition key is a terminal. */
export const isTerminalKey = (pk: string | undefined): boolean =>
  pk?.startsWith(TERMINAL_PARTITION_PREFIX) ?? false;

export const terminalKey = (id: string) => ({
  pk: partitionKey(Number.parseInt(id.slice(-1), 16) % PARTITIONS),
  sk: id,
});

/** Key of the item that assigns a name to a terminal. Cut to 400 characters because of the key limit; names are shorter. */
export const claimKey = (name: string) => ({ pk: `name#${nameKey(name).slice(0, 400)}`, sk: 'claim' });

/** Key of the item with the published snapshot of all terminals. */
export const SNAPSHOT_KEY = { pk: 'snapshot', sk: 'terminals' } as const;

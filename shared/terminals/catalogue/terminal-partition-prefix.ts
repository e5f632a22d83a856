/** Prefix of the partition keys of terminals. No other items of the table have it. */
export const TERMINAL_PARTITION_PREFIX = 'terminals#';

/** The beginning of the partition keys of terminals, and of nothing else in their table. */
export const TERMINAL_PARTITION_PREFIX = 'terminals#';

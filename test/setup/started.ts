/** What global setups of Jest started, in the order of starting; `stop.ts` stops it after the last test file. */
export const started: (() => Promise<unknown>)[] = [];

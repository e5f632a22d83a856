import { recordCalls } from './record-calls.ts';

/** In the threads of the local host: records the rights that functions use, in the folder that the address names. */
export function observe(currentFunction: () => string | undefined): void {
  recordCalls(new URL(import.meta.url).searchParams.get('folder') ?? '', currentFunction);
}

/** The address of this module as the observer of a host; none outside of runs that record. */
export function callObserver(): { readonly observer?: string } {
  const folder = process.env.TEST_CALLS_DIR;
  if (folder === undefined) return {};
  const address = new URL(import.meta.url);
  address.search = new URLSearchParams({ folder }).toString();
  return { observer: address.href };
}

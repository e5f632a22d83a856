import type { Result } from './check.ts';

const SIGNS = { passed: '✓', failed: '✗', skipped: '-' } as const;

/** A result in one line. */
export function lineOf({ name, outcome, detail }: Result): string {
  const said = outcome === 'skipped' ? `skipped: ${detail}` : detail;
  return `${SIGNS[outcome]} ${name}${said === '' ? '' : `: ${said}`}`;
}

/** How many came out how. */
export function countsOf(results: readonly Result[]) {
  const count = (wanted: Result['outcome']) => results.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

import { readFile } from 'node:fs/promises';

/** The parts of the JSON report of Schemathesis that the summary needs. */
interface Report {
  readonly failures: readonly { readonly code: string; readonly count: number }[];
  readonly test_cases: { readonly generated: number };
  readonly stop_reason: string;
}

/** Names of failures by code (`st explain CODE`); all others are further failures. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['server errors', /^ST10[12]$/],
  ['undocumented statuses', /^ST103$/],
  ['schema violations', /^ST1(0[4-9]|1[01])$/],
  ['slow responses', /^ST112$/],
  ['other failures', /^(?!ST1(0|1[0-2]))/],
];

/** One line with the number of cases and of failures of each kind. */
export async function reportLine(file: string): Promise<string> {
  const { failures, test_cases, stop_reason } = JSON.parse(await readFile(file, 'utf8')) as Report;
  const counts = KINDS.map(([kind, codes]) => {
    const found = failures.filter(({ code }) => codes.test(code));
    return `${found.reduce((sum, { count }) => sum + count, 0)} ${kind}`;
  });
  return `${test_cases.generated} cases, ${counts.join(', ')} (end: ${stop_reason})`;
}

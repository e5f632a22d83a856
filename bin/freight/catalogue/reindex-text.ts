import type { ReindexProgress } from '../../../shared/terminals/indexing/reindex-runs.ts';

const BAR_CELLS = 30;
const TENTHS = 10;

const share = ({ written, rows }: ReindexProgress): number => (rows === 0 ? 0 : Math.min(1, written / rows));

const amount = ({ written, rows }: ReindexProgress): string =>
  rows === 0 ? 'reading the table' : `${written} of ${rows} rows`;

/** How far a rebuild is, as a bar of fixed width. */
export function reindexBar(progress: ReindexProgress | undefined): string {
  if (progress === undefined) return 'waiting for the function to begin';
  const done = Math.floor(share(progress) * BAR_CELLS);
  const percent = String(Math.floor(share(progress) * 100)).padStart(3);
  return `[${'#'.repeat(done)}${'.'.repeat(BAR_CELLS - done)}] ${percent}%  ${amount(progress)}`;
}

/** The same as a line, for each tenth once; undefined where `before` said it already. */
export function reindexLine(
  progress: ReindexProgress,
  before: ReindexProgress | undefined,
): string | undefined {
  const tenth = (of: ReindexProgress) => `${of.rows === 0} ${Math.floor(share(of) * TENTHS)}`;
  if (before !== undefined && tenth(before) === tenth(progress)) return undefined;
  return `${amount(progress)} ...`;
}

/** What has become of a rebuild that went well. */
export function reindexOutcome({ state, generation, rows, removed = [] }: ReindexProgress): string[] {
  if (state === 'superseded') {
    return ['Another rebuild was faster: its index is newer, and stays in service.'];
  }
  return [
    `Search reads ${generation} now, with ${rows} rows.`,
    ...(removed.length === 0 ? [] : [`Removed: ${removed.join(', ')}.`]),
  ];
}

/** Why a rebuild came to nothing. */
export function reindexFailure({ reason }: ReindexProgress, functionName: string): string {
  return `The index was not built: ${reason ?? 'no reason was told'}. What was in service stays so. More is in the log of ${functionName}.`;
}

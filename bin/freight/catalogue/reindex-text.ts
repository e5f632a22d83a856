import type { ReindexProgress } from '../../../shared/terminals/indexing/reindex-runs.ts';

const BAR_CELLS = 30;
const TENTHS = 10;

const share = ({ written, rows }: ReindexProgress): number => (rows === 0 ? 0 : Math.min(1, written / rows));

const amount = ({ written, rows }: ReindexProgress): string =>
  rows === 0 ? 'reading the table' : `${written} of ${rows} rows`;

/** Progress of a rebuild as a bar of fixed width. */
export function reindexBar(progress: ReindexProgress | undefined): string {
  if (progress === undefined) return 'waiting for the function to start';
  const done = Math.floor(share(progress) * BAR_CELLS);
  const percent = String(Math.floor(share(progress) * 100)).padStart(3);
  return `[${'#'.repeat(done)}${'.'.repeat(BAR_CELLS - done)}] ${percent}%  ${amount(progress)}`;
}

/** Progress as a line, once per 10%; undefined if `before` is in the same 10%. */
export function reindexLine(
  progress: ReindexProgress,
  before: ReindexProgress | undefined,
): string | undefined {
  const tenth = (of: ReindexProgress) => `${of.rows === 0} ${Math.floor(share(of) * TENTHS)}`;
  if (before !== undefined && tenth(before) === tenth(progress)) return undefined;
  return `${amount(progress)} ...`;
}

/** Lines for a rebuild that succeeded. */
export function reindexOutcome({ state, generation, rows, removed = [] }: ReindexProgress): string[] {
  if (state === 'superseded') {
    return ['Another rebuild finished first. Its index is newer and stays in service.'];
  }
  return [
    `Search now uses ${generation} with ${rows} rows.`,
    ...(removed.length === 0 ? [] : [`Deleted: ${removed.join(', ')}.`]),
  ];
}

/** Error message for a rebuild that failed. */
export function reindexFailure({ reason }: ReindexProgress, functionName: string): string {
  return `The index was not built: ${reason ?? 'no reason was reported'}. The previous index stays in service. See the log of ${functionName}.`;
}

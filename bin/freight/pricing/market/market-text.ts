const BAR_CELLS = 30;
const TENTHS = 10;

/** Progress of an import. */
export interface ImportProgress {
  readonly phase: 'reading' | 'writing';
  /** From 0 to 1. */
  readonly share: number;
  readonly rows: number;
}

const PHASES = { reading: 'rows read', writing: 'rows read, importing' } as const;

const amount = ({ phase, rows }: ImportProgress): string => `${rows} ${PHASES[phase]}`;

/** The progress as a bar of fixed width. */
export function importBar(progress: ImportProgress): string {
  const done = Math.floor(Math.min(1, progress.share) * BAR_CELLS);
  const percent = String(Math.floor(Math.min(1, progress.share) * 100)).padStart(3);
  return `[${'#'.repeat(done)}${'.'.repeat(BAR_CELLS - done)}] ${percent}%  ${amount(progress)}`;
}

/** The progress as a line, once for each tenth of a phase; undefined if `before` is in the same tenth. */
export function importLine(progress: ImportProgress, before: ImportProgress | undefined): string | undefined {
  const tenth = ({ phase, share }: ImportProgress) => `${phase} ${Math.floor(share * TENTHS)}`;
  if (before !== undefined && tenth(before) === tenth(progress)) return undefined;
  return `${amount(progress)}, ${Math.floor(progress.share * 100)}% ...`;
}

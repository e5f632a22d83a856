const BAR_CELLS = 30;
const TENTHS = 10;

/** How far an import is. */
export interface ImportProgress {
  readonly phase: 'reading' | 'writing';
  /** From 0 to 1. */
  readonly share: number;
  readonly rows: number;
}

const PHASES = { reading: 'rows read', writing: 'rows read, bringing them in' } as const;

const amount = ({ phase, rows }: ImportProgress): string => `${rows} ${PHASES[phase]}`;

/** The same as a bar of fixed width. */
export function importBar(progress: ImportProgress): string {
  const done = Math.floor(Math.min(1, progress.share) * BAR_CELLS);
  const percent = String(Math.floor(Math.min(1, progress.share) * 100)).padStart(3);
  return `[${'#'.repeat(done)}${'.'.repeat(BAR_CELLS - done)}] ${percent}%  ${amount(progress)}`;
}

/** The same as a line, for each tenth of a phase once; undefined where `before` said it already. */
export function importLine(progress: ImportProgress, before: ImportProgress | undefined): string | undefined {
  const tenth = ({ phase, share }: ImportProgress) => `${phase} ${Math.floor(share * TENTHS)}`;
  if (before !== undefined && tenth(before) === tenth(progress)) return undefined;
  return `${amount(progress)}, ${Math.floor(progress.share * 100)}% ...`;
}

import { entersTenth, progressBar } from '../../session/progress-bar.ts';

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
export const importBar = (progress: ImportProgress): string =>
  `${progressBar(progress.share)}  ${amount(progress)}`;

/** The progress as a line, once for each tenth of a phase; undefined if `before` is in the same tenth. */
export function importLine(progress: ImportProgress, before: ImportProgress | undefined): string | undefined {
  const isSamePhase = before?.phase === progress.phase;
  if (!entersTenth(progress.share, isSamePhase ? before.share : undefined)) return undefined;
  return `${amount(progress)}, ${Math.floor(progress.share * 100)}% ...`;
}

import * as v from 'valibot';
import { columnReportFields } from '../../sheets/column-fields.ts';
import { UPLOAD_ERROR_CODES, type UploadErrorCode } from './upload-result.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const stepStateFields = {
  format: v.literal(1),
  /** The run that wrote it: a run recognizes its own state after a lost response. */
  run: v.string(),
  phase: v.picklist(['reading', 'importing', 'publishing', 'finished']),
  startedAt: v.string(),
  finishedAt: v.optional(v.string()),
  /** When runs began that have not ended the current step. */
  begun: v.optional(v.array(v.string())),
  length: count,
  /** Header of the file, and how its columns were read. */
  header: v.optional(v.array(v.string())),
  columns: v.optional(columnReportFields),
  rows: count,
  rejected: count,
  /** How many of the rejected rows the file of rejected rows lists. */
  listed: count,
  rejectedRows: v.array(v.object({ key: v.string(), length: count })),
  /** Why the file, or the rest of it, is rejected. */
  rejection: v.optional(v.string()),
  /** Absent: `FILE_INVALID`. */
  rejectionCode: v.optional(v.picklist(UPLOAD_ERROR_CODES)),
};
const stepStateSchema = v.object(stepStateFields);
export type StepState = v.InferOutput<typeof stepStateSchema>;

export const newStepState = (run: string, length: number, now: Date): StepState => ({
  format: 1,
  run,
  phase: 'reading',
  startedAt: now.toISOString(),
  length,
  rows: 0,
  rejected: 0,
  listed: 0,
  rejectedRows: [],
});

/**
 * Finishes an import.
 * @param rejection why the file, or the rest of it, is rejected.
 */
export const finished = <State extends StepState>(
  state: State,
  now: Date,
  rejection?: string,
  rejectionCode?: UploadErrorCode,
): State => ({
  ...state,
  phase: 'finished',
  finishedAt: now.toISOString(),
  ...(rejection === undefined ? {} : { rejection }),
  ...(rejectionCode === undefined ? {} : { rejectionCode }),
});

export interface UploadKind<State extends StepState> {
  begin(): State;
  /** Computes the next state of an import that is not finished. Each step is safe to repeat. */
  step(state: State): Promise<State>;
  readonly schema: v.GenericSchema<unknown, State>;
  /** Progress of the current phase, 0 to 1. */
  share(state: State): number;
  importedNothing(state: State): boolean;
  /** Fields of the result in addition to those of every import. */
  resultFields(state: State): Readonly<Record<string, unknown>>;
}

import * as v from 'valibot';
import { newStepState, type StepState, stepStateFields } from '../../market/uploads/step-state.ts';
import { NO_RATES_WRITTEN, ratesWrittenFields } from './rate-upload-result.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const schema = v.object({
  ...stepStateFields,
  listed: count,
  /** Groups and rows that were written. */
  groupsDone: count,
  rowsDone: count,
  /** Rows that were rejected because the account has the maximum of rates. */
  withoutRoom: v.optional(count),
  written: v.object(ratesWrittenFields),
  /** What a person should know of the file, as sentences. */
  notes: v.optional(v.array(v.string()), []),
});
const stored = v.pipe(v.string(), v.parseJson(), schema);

/** How far the import of a file of contract rates is. */
export type RateUploadState = StepState & v.InferOutput<typeof schema>;

/** @throws ValiError if the text is not a stored state. */
export const parseRateUploadState = (text: string): RateUploadState => v.parse(stored, text);

/** The state before anything was read. */
export const newRateUploadState = (run: string, length: number, now: Date): RateUploadState => ({
  ...newStepState(run, length, now),
  groupsDone: 0,
  rowsDone: 0,
  written: NO_RATES_WRITTEN,
  notes: [],
});

import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What is written beside an upload while it is brought in. */
export const uploadProgressSchema = v.object({
  state: v.picklist(['reading', 'importing', 'publishing', 'waiting', 'finished']),
  /** Why it waits. */
  reason: v.optional(v.string()),
  /** Of the state, from 0 to 1; of the one before where it waits. */
  share: v.number(),
  rows: count,
  refused: count,
  startedAt: v.string(),
  /** Of the file that it tells of. */
  etag: v.string(),
});

/** What is written beside an upload in the end. */
export const uploadResultSchema = v.object({
  /** `refused`: nothing of it was brought in. `stopped`: perhaps a part of it. */
  state: v.picklist(['imported', 'stopped', 'refused']),
  /** Why it was not brought in, or not whole. */
  reason: v.optional(v.string()),
  /** Absent, as all that follows but the tag, where nothing of it was read. */
  owner: v.optional(v.string()),
  rows: v.optional(count, 0),
  added: v.optional(count, 0),
  known: v.optional(count, 0),
  refused: v.optional(count, 0),
  /** Key of the refused rows; "" without any. */
  refusedFile: v.optional(v.string(), ''),
  /** Of the refused rows, where that file has not all. */
  refusedRowsInFile: v.optional(count),
  /** Why nobody is answered from the loads yet, where nobody is. */
  note: v.optional(v.string()),
  startedAt: v.optional(v.string()),
  finishedAt: v.optional(v.string()),
  etag: v.string(),
});

export type UploadProgress = v.InferOutput<typeof uploadProgressSchema>;
export type UploadResult = v.InferOutput<typeof uploadResultSchema>;

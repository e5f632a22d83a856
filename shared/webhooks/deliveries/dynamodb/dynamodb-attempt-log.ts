import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';
import { ATTEMPT_ERRORS, type Attempt } from '../delivery.ts';

/** Answers up to this length are kept in the delivery itself; longer ones in an item of their own. */
const INLINE_BYTES = 512;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const entrySchema = v.object({
  number: v.number(),
  startedAt: v.string(),
  durationMs: v.optional(v.number()),
  url: v.string(),
  status: v.optional(v.number()),
  error: v.optional(v.picklist(ATTEMPT_ERRORS)),
  detail: v.optional(v.string()),
  responseTruncated: v.optional(v.boolean()),
  body: v.optional(v.instance(Uint8Array)),
  bodyApart: v.optional(v.boolean()),
});

/** An attempt in the list that its delivery's item carries. */
export type LogEntry = v.InferOutput<typeof entrySchema>;

/** The entries of a delivery's item. */
export const readEntries = (log: unknown): readonly LogEntry[] => v.parse(v.array(entrySchema), log ?? []);

/** An attempt as an entry, and its answer's body apart where that is long. */
export function toEntry({ responseBody, ...attempt }: Attempt): {
  readonly entry: LogEntry;
  readonly apart?: Uint8Array;
} {
  if (responseBody === undefined || responseBody.length === 0) return { entry: attempt };
  const body = brotliCompressSync(responseBody, QUALITY);
  if (body.length <= INLINE_BYTES) return { entry: { ...attempt, body } };
  return { entry: { ...attempt, bodyApart: true }, apart: body };
}

/** @param apart compressed body of an entry that has it apart, while it is kept. */
export function toAttempt({ body, bodyApart, ...attempt }: LogEntry, apart?: Uint8Array): Attempt {
  const compressed = bodyApart ? apart : body;
  const entries = Object.entries(attempt).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(entries) as unknown as Attempt),
    ...(compressed === undefined ? {} : { responseBody: brotliDecompressSync(compressed) }),
  };
}

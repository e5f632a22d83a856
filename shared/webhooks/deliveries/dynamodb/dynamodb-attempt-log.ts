import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';
import { ATTEMPT_ERRORS, type Attempt } from '../delivery.ts';

/** Compressed response bodies up to this length are stored in the delivery's item, longer ones in a separate item. */
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

/** An attempt as stored in the `log` attribute of its delivery. */
export type LogEntry = v.InferOutput<typeof entrySchema>;

/** Reads the `log` attribute of a delivery's item. */
export const readEntries = (log: unknown): readonly LogEntry[] => v.parse(v.array(entrySchema), log ?? []);

/** Converts an attempt to its log entry; `apart` is a compressed body for a separate item. */
export function toEntry({ responseBody, ...attempt }: Attempt): {
  readonly entry: LogEntry;
  readonly apart?: Uint8Array;
} {
  if (responseBody === undefined || responseBody.length === 0) return { entry: attempt };
  const body = brotliCompressSync(responseBody, QUALITY);
  if (body.length <= INLINE_BYTES) return { entry: { ...attempt, body } };
  return { entry: { ...attempt, bodyApart: true }, apart: body };
}

/** @param apart compressed body from the separate item, until that expires. */
export function toAttempt({ body, bodyApart, ...attempt }: LogEntry, apart?: Uint8Array): Attempt {
  const compressed = bodyApart ? apart : body;
  const entries = Object.entries(attempt).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(entries) as unknown as Attempt),
    ...(compressed === undefined ? {} : { responseBody: brotliDecompressSync(compressed) }),
  };
}

import * as v from 'valibot';

/** A file in the bucket, as its event describes it. */
const uploadSchema = v.object({
  key: v.string(),
  /** ETag of the object that the event is about. */
  tag: v.string(),
  /** In bytes. */
  length: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Distinguishes writes of the same key, even of the same bytes. */
  sequencer: v.string(),
});
export type Upload = Readonly<v.InferOutput<typeof uploadSchema>>;

const messageBody = v.pipe(v.string(), v.parseJson(), v.object({ upload: uploadSchema }));

/** The body of a message that asks for the import of an upload, or for its rest. */
export const uploadMessage = ({ key, tag, length, sequencer }: Upload): string =>
  JSON.stringify({ upload: { key, tag, length, sequencer } });

/** The upload of such a message; undefined for others. */
export function readUploadMessage(body: string): Upload | undefined {
  const parsed = v.safeParse(messageBody, body);
  return parsed.success ? parsed.output.upload : undefined;
}

const { key, length, sequencer } = uploadSchema.entries;

/** EventBridge event of S3 for a new object; its key is not escaped. */
const objectCreated = v.object({
  source: v.literal('aws.s3'),
  'detail-type': v.literal('Object Created'),
  detail: v.object({
    object: v.object({ key, size: v.optional(length, 0), etag: v.string(), sequencer }),
  }),
});

/** The upload of an event; undefined for other events. */
export function readUploadEvent(body: string): Upload | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), objectCreated), body);
  if (!parsed.success) return undefined;
  const { key, size, etag, sequencer } = parsed.output.detail.object;
  return { key, tag: etag, length: size, sequencer };
}

import * as v from 'valibot';
import { type Upload, uploadSchema } from './upload-ports.ts';

const uploadMessageBody = v.pipe(v.string(), v.parseJson(), v.object({ upload: uploadSchema }));

/** The body of a message that asks for the import of an upload, or for its rest. */
export const uploadMessage = ({ key, tag, length, sequencer }: Upload): string =>
  JSON.stringify({ upload: { key, tag, length, sequencer } });

/** The upload of such a message; undefined for others. */
export function readUploadMessage(body: string): Upload | undefined {
  const parsed = v.safeParse(uploadMessageBody, body);
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

import * as v from 'valibot';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { ANNOUNCEMENT_SUFFIX, CANCELLATION_SUFFIX } from './upload-object-names.ts';

/** How long a file can be sent. */
export const ADDRESS_SECONDS = 3_600;

const announcementSchema = v.object({
  fileName: v.nullable(v.string()),
  /** ISO 8601 UTC. */
  createdAt: v.string(),
  /** Until when the file can be sent. ISO 8601 UTC. */
  expiresAt: v.string(),
  /** What columns of the file mean, as the caller states it. */
  columns: v.optional(v.record(v.string(), v.string())),
  /** Name of the sheet of a workbook. */
  sheet: v.optional(v.string()),
});
export type UploadAnnouncement = v.InferOutput<typeof announcementSchema>;

/** Stores an announcement next to its upload, so that both expire and are erased together. */
export async function storeAnnouncement(
  objects: Pick<ObjectStore, 'write'>,
  key: string,
  announcement: UploadAnnouncement,
): Promise<void> {
  await objects.write(`${key}${ANNOUNCEMENT_SUFFIX}`, Buffer.from(JSON.stringify(announcement)));
}

/** The announcement of an upload; undefined if there is none. */
export async function readAnnouncement(
  objects: Pick<ObjectStore, 'read'>,
  key: string,
): Promise<UploadAnnouncement | undefined> {
  const found = await objects.read(`${key}${ANNOUNCEMENT_SUFFIX}`);
  return found && v.parse(announcementSchema, JSON.parse(Buffer.from(found.bytes).toString()));
}

/** Whether the caller cancelled an upload: its import ends before its next step. */
export const isCancelled = async (objects: Pick<ObjectStore, 'tagOf'>, key: string): Promise<boolean> =>
  (await objects.tagOf(`${key}${CANCELLATION_SUFFIX}`)) !== undefined;

/** Cancels an upload; safe to repeat. */
export async function cancelUpload(
  objects: Pick<ObjectStore, 'write'>,
  key: string,
  cancelledAt: Date,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ cancelledAt: cancelledAt.toISOString() }));
  await objects.write(`${key}${CANCELLATION_SUFFIX}`, bytes);
}

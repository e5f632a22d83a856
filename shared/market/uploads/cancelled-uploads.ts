import type { ObjectStore } from '../../platform/s3/object-store.ts';
import { CANCELLATION_SUFFIX } from './upload-object-names.ts';

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

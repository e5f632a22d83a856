import { forEachConcurrent } from '../platform/concurrency/for-each-concurrent.ts';
import type { ObjectStore } from '../platform/s3/s3-object-store.ts';
import { prefixesOf } from './upload-key.ts';

const AT_ONCE = 10;

export type HeldUploads = ReturnType<typeof createHeldUploads>;

/**
 * The objects of an organization in the bucket, in both modes: uploads, their records and stored work.
 * @param objects of the bucket of uploads.
 */
export function createHeldUploads(objects: () => Promise<ObjectStore>) {
  const each = async (orgId: string, act: (store: ObjectStore, key: string) => Promise<void>) => {
    const store = await objects();
    let count = 0;
    for (const prefix of prefixesOf(orgId)) {
      for await (const page of store.keys(prefix)) {
        await forEachConcurrent(page, AT_ONCE, (key) => act(store, key));
        count += page.length;
      }
    }
    return count;
  };
  return {
    count: (orgId: string): Promise<number> => each(orgId, async () => {}),
    /** @returns how many were deleted. */
    erase: (orgId: string): Promise<number> => each(orgId, (store, key) => store.remove(key)),
  };
}

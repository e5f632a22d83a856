import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { organizationPrefix } from './upload-key.ts';
import { WORK_PREFIX } from './upload-object-names.ts';

/** Port: the objects of an organization in the bucket, in both modes. */
export interface HeldUploads {
  /** Number of objects: uploads, results and stored chunks. */
  count(orgId: string): Promise<number>;
  /**
   * Deletes them.
   * @returns how many.
   */
  erase(orgId: string): Promise<number>;
}

const AT_ONCE = 10;

/** @param objects of the bucket of uploads. */
export function createHeldUploads(objects: () => Promise<ObjectStore>): HeldUploads {
  const each = async (orgId: string, act: (store: ObjectStore, key: string) => Promise<void>) => {
    const store = await objects();
    let count = 0;
    for (const prefix of [organizationPrefix(orgId), `${WORK_PREFIX}${orgId}/`]) {
      for await (const page of store.keys(prefix)) {
        await forEachConcurrent(page, AT_ONCE, (key) => act(store, key));
        count += page.length;
      }
    }
    return count;
  };
  return {
    count: (orgId) => each(orgId, async () => {}),
    erase: (orgId) => each(orgId, (store, key) => store.remove(key)),
  };
}

import * as v from 'valibot';
import type { ObjectStore } from '../../platform/s3/object-store.ts';
import { WORK_PREFIX, WORK_SUFFIX } from './upload-object-names.ts';
import type { Upload, UploadPorts } from './upload-ports.ts';

const uploadSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ key: v.string(), tag: v.string(), length: v.number(), sequencer: v.string() }),
);

/** Imports of an organization that wait for its suspension to end. */
const waitingPrefix = (orgId: string): string => `${WORK_PREFIX}${orgId}/waiting/`;

/** Objects whose creation starts an import again: events of the bucket leave out only keys with `WORK_SUFFIX`. */
const RESUMPTION = /^work\/[^/]+\/resumed\/[^/]+\.json$/;
const resumptionKey = (orgId: string, run: string): string => `${WORK_PREFIX}${orgId}/resumed/${run}.json`;

/** Whether the event of an object's creation starts a waiting import again. */
export const isResumption = (key: string): boolean => RESUMPTION.test(key);

/**
 * Keeps an upload until its organization is resumed. Each run that waits has an object of its own: a suspension right
 * after a resumption is not lost with the object of the one before.
 */
export async function storeWaitingUpload(
  { objects, run }: Pick<UploadPorts, 'objects' | 'run'>,
  orgId: string,
  { key, tag, length, sequencer }: Upload,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ key, tag, length, sequencer }));
  await objects.write(`${waitingPrefix(orgId)}${run}${WORK_SUFFIX}`, bytes);
}

/**
 * Starts the waiting imports of an organization again. Safe to repeat: an import that goes on twice counts once.
 * @returns how many were started.
 */
export async function resumeUploads(objects: ObjectStore, orgId: string): Promise<number> {
  const prefix = waitingPrefix(orgId);
  let started = 0;
  for await (const page of objects.keys(prefix)) {
    for (const key of page) {
      const waiting = await objects.read(key);
      if (waiting === undefined) continue;
      const run = key.slice(prefix.length, -WORK_SUFFIX.length);
      await objects.write(resumptionKey(orgId, run), waiting.bytes);
      await objects.remove(key);
      started += 1;
    }
  }
  return started;
}

/** The upload that goes on by a resumption; undefined where it was deleted, as by an erasure. */
export async function readResumption(objects: ObjectStore, key: string): Promise<Upload | undefined> {
  const found = await objects.read(key);
  return found && v.parse(uploadSchema, Buffer.from(found.bytes).toString());
}

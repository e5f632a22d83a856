import * as v from 'valibot';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { WORK_PREFIX, WORK_SUFFIX } from './upload-object-names.ts';
import { type StepPorts, type Upload, uploadSchema } from './upload-ports.ts';

/** Imports of an organization that wait until it is resumed. */
const waitingPrefix = (orgId: string): string => `${WORK_PREFIX}${orgId}/waiting/`;

/** Objects whose creation resumes an import: the bucket's event rule excludes only keys that end in `WORK_SUFFIX`. */
const RESUMPTION = /^work\/[^/]+\/resumed\/[^/]+\.json$/;
const resumptionKey = (orgId: string, run: string): string => `${WORK_PREFIX}${orgId}/resumed/${run}.json`;

/** Whether the event of an object resumes a waiting import. */
export const isResumption = (key: string): boolean => RESUMPTION.test(key);

/**
 * Stores an upload until its organization is resumed.
 * Each waiting run has its own object, so that a suspension right after a resumption is not lost.
 */
export async function storeWaitingUpload(
  { objects, run }: Pick<StepPorts, 'objects' | 'run'>,
  orgId: string,
  { key, tag, length, sequencer }: Upload,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ key, tag, length, sequencer }));
  await objects.write(`${waitingPrefix(orgId)}${run}${WORK_SUFFIX}`, bytes);
}

/**
 * Resumes the waiting imports of an organization; safe to repeat.
 * @returns how many were resumed.
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

/** The upload of a resumption; undefined if it was deleted, for example by an erasure. */
export async function readResumption(objects: ObjectStore, key: string): Promise<Upload | undefined> {
  const found = await objects.read(key);
  return found && v.parse(uploadSchema, JSON.parse(Buffer.from(found.bytes).toString()));
}

import type { Account } from '../../platform/account/account.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { ADDRESS_SECONDS } from '../uploads/upload-announcement.ts';
import { uploadCreatedAt } from '../uploads/upload-key.ts';
import {
  CANCELLATION_SUFFIX,
  QUOTES_FOLDER,
  RATES_FOLDER,
  REPORT_SUFFIXES,
} from '../uploads/upload-object-names.ts';

/** Unfinished uploads of an organization and mode: loads, contract rates and past quotes together. */
export const MAX_UNFINISHED_UPLOADS = 5;

/** Port: the unfinished uploads of an account, by their object keys. Exact, also for concurrent calls. */
export interface UnfinishedUploads {
  /** Counts an upload. @returns the keys of the unfinished uploads if there are too many. */
  add(account: Account, key: string): Promise<readonly string[] | undefined>;
  /** Forgets an upload that was not announced after all. */
  remove(account: Account, key: string): Promise<void>;
}

const idOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1, -'.csv'.length);

/**
 * Whether an upload is unfinished no longer: it has a result, was cancelled, or its address has expired without a file.
 * The objects of the upload decide, so that nothing has to be written when it ends, in whatever way.
 */
export async function hasEnded(objects: Pick<ObjectStore, 'keys'>, key: string, now: Date): Promise<boolean> {
  const existing = new Set<string>();
  for await (const page of objects.keys(key)) for (const found of page) existing.add(found);
  if (existing.has(`${key}${REPORT_SUFFIXES.result}`) || existing.has(`${key}${CANCELLATION_SUFFIX}`))
    return true;
  return !existing.has(key) && now.getTime() > uploadCreatedAt(idOf(key)) + ADDRESS_SECONDS * 1000;
}

/** Paths of uploads by the folder of their file; others are loads. */
const PATHS: Readonly<Record<string, string>> = {
  [RATES_FOLDER]: 'contract-rates',
  [QUOTES_FOLDER]: 'quotes',
};

const pathOf = (key: string): string =>
  `/api/v1/${PATHS[`${key.split('/').at(-2)}/`] ?? 'market'}/uploads/${idOf(key)}`;

/** @param unfinished keys of the uploads. */
export const tooManyUploads = (unfinished: readonly string[]): Rejection => ({
  kind: 'conflict',
  code: 'TOO_MANY_UPLOADS',
  message: `${unfinished.length} uploads of loads, contract rates and past quotes are unfinished, the maximum. Wait until one has ended, or cancel one with DELETE, then try again: ${unfinished.map(pathOf).join(', ')}.`,
  details: { limit: MAX_UNFINISHED_UPLOADS },
});

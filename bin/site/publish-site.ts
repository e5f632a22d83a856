import { globSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import {
  DeleteObjectsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { ASK_EACH_TIME, CACHE_FOR_A_YEAR, contentType, isAssetPath } from '../../lib/web/page-headers.ts';

const CONCURRENT_UPLOADS = 8;
const MAX_DELETED_AT_ONCE = 1_000;

export interface Publication {
  readonly uploaded: number;
  readonly deleted: number;
}

const isAsset = (key: string) => isAssetPath(`/${key}`);

/**
 * Uploads a built site. Files with a hash in their name come first and stay, so that a page that a browser has open still
 * finds them; then the pages; then pages that no longer exist are deleted.
 */
export async function publishSite(client: S3Client, bucket: string, site: string): Promise<Publication> {
  const keys = globSync('**', { cwd: site, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').slice(site.length + 1));
  const upload = async (key: string) => {
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: readFileSync(`${site}/${key}`),
        CacheControl: isAsset(key) ? CACHE_FOR_A_YEAR : ASK_EACH_TIME,
        ContentType: contentType(extname(key)),
      }),
    );
  };
  for (const part of [keys.filter(isAsset), keys.filter((key) => !isAsset(key))]) {
    const waiting = part.values();
    await Promise.all(
      Array.from({ length: CONCURRENT_UPLOADS }, async () => {
        for (const key of waiting) await upload(key);
      }),
    );
  }
  const published = new Set(keys);
  const removed: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
    removed.push(
      ...Contents.map(({ Key = '' }) => Key).filter((key) => !isAsset(key) && !published.has(key)),
    );
  }
  for (let from = 0; from < removed.length; from += MAX_DELETED_AT_ONCE) {
    const Objects = removed.slice(from, from + MAX_DELETED_AT_ONCE).map((Key) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    const [error] = Errors;
    if (error !== undefined) throw new Error(`${error.Key} was not deleted: ${error.Message}`);
  }
  return { uploaded: keys.length, deleted: removed.length };
}

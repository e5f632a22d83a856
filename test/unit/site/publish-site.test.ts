import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DeleteObjectsCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, expect, it, jest } from '@jest/globals';
import { publishSite } from '../../../bin/site/publish-site.ts';

const site = mkdtempSync(join(tmpdir(), 'freight-site-'));
const FILES = [
  'index.html',
  'docs/index.html',
  'docs/assets/app.1a2b.js',
  'console/index.html',
  'console/assets/main.3c4d.js',
  'console/.vite/manifest.json',
];
for (const file of FILES) {
  mkdirSync(dirname(join(site, file)), { recursive: true });
  writeFileSync(join(site, file), file);
}
afterAll(() => rmSync(site, { recursive: true }));

it('uploads hashed files first, with their lifetime, and deletes only pages that no longer exist', async () => {
  const client = new S3Client({ region: 'us-east-1' });
  const puts: Record<string, unknown>[] = [];
  const deleted: unknown[] = [];
  jest.spyOn(client, 'send').mockImplementation(async (command: unknown) => {
    if (command instanceof PutObjectCommand) puts.push({ ...command.input });
    if (command instanceof DeleteObjectsCommand) deleted.push(command.input.Delete?.Objects);
    if (!(command instanceof ListObjectsV2Command)) return {};
    const keys = ['index.html', 'docs/old.html', 'docs/assets/app.old.js', 'console/assets/main.old.js'];
    return { Contents: keys.map((Key) => ({ Key })) };
  });

  expect(await publishSite(client, 'pages', site)).toEqual({ uploaded: 5, deleted: 1 });
  for (const Key of ['docs/assets/app.1a2b.js', 'console/assets/main.3c4d.js']) {
    expect(puts.slice(0, 2)).toContainEqual(
      expect.objectContaining({
        Bucket: 'pages',
        Key,
        CacheControl: 'public, max-age=31536000, immutable',
        ContentType: 'text/javascript; charset=utf-8',
      }),
    );
  }
  expect(puts.slice(2).map(({ Key, CacheControl, ContentType }) => [Key, CacheControl, ContentType])).toEqual(
    expect.arrayContaining([
      ['console/index.html', 'no-cache', 'text/html; charset=utf-8'],
      ['docs/index.html', 'no-cache', 'text/html; charset=utf-8'],
      ['index.html', 'no-cache', 'text/html; charset=utf-8'],
    ]),
  );
  expect(deleted).toEqual([[{ Key: 'docs/old.html' }]]);
});

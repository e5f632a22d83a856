import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSignedRequests } from '../../../../lib/local/gateway/signed-requests.ts';
import type { PresignedRequests } from '../../../../shared/platform/s3/presigned-requests.ts';
import { composePresignedRequests } from '../../../../shared/platform/s3/s3-presigned-requests.ts';

const KEY = 'organizations/org_1/test/api/upl_1.csv';
const objects = new Map<string, { body: Buffer; contentType: string }>();
const described = ({ body, contentType }: { body: Buffer; contentType: string }) => ({
  body,
  contentType,
  contentLength: body.length,
  etag: '"etag"',
});
let now = new Date();
let server: Server;
let signed: PresignedRequests;
beforeAll(async () => {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const answer = createSignedRequests(
    {
      find: (_, key) => {
        const found = objects.get(key);
        return found && described(found);
      },
      put: (_, key, body, contentType) => {
        objects.set(key, { body, contentType });
        return described({ body, contentType });
      },
    },
    () => 'bucket',
    ['/organizations/'],
    () => now,
  );
  server = createServer(async (request, response) => {
    if (!(await answer(request, response))) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  signed = composePresignedRequests('bucket', { address: `http://localhost:${port}` });
});
afterAll(() => void server.close());
beforeEach(() => {
  objects.clear();
  now = new Date();
});

const sign = () => signed.put(KEY, { contentType: 'text/csv', seconds: 60 });
async function send(url: string, headers: Readonly<Record<string, string>>, body = 'a,b') {
  const response = await fetch(url, { method: 'PUT', headers, body });
  const [, code = ''] = /<Code>(\w+)</.exec(await response.text()) ?? [];
  return [response.status, code];
}

describe('a signed address', () => {
  it('stores one file, and reads it as a download', async () => {
    const { url, headers } = await sign();
    expect(await send(url, headers)).toEqual([200, '']);
    expect(await send(url, headers, 'other')).toEqual([412, 'PreconditionFailed']);
    expect(objects.get(KEY)).toEqual({ body: Buffer.from('a,b'), contentType: 'text/csv' });
    const read = await fetch(await signed.get(KEY, { fileName: 'a.csv', seconds: 60 }));
    expect([await read.text(), read.headers.get('content-disposition')]).toEqual([
      'a,b',
      'attachment; filename="a.csv"',
    ]);
    expect(read.headers.get('content-security-policy')).toContain('sandbox');
  });

  it.each<[string, (url: string) => string, Readonly<Record<string, string>>, [number, string]]>([
    ['another key', (url) => url.replace('upl_1', 'upl_2'), {}, [403, 'SignatureDoesNotMatch']],
    ['a longer time', (url) => url.replace('Expires=60', 'Expires=600'), {}, [403, 'SignatureDoesNotMatch']],
    ['another type', (url) => url, { 'Content-Type': 'text/html' }, [403, 'SignatureDoesNotMatch']],
    ['another condition', (url) => url, { 'If-None-Match': 'x' }, [403, 'SignatureDoesNotMatch']],
    ['an unsigned header of S3', (url) => url, { 'x-amz-acl': 'public-read' }, [403, 'AccessDenied']],
    ['no signature', (url) => url.split('?')[0] ?? '', {}, [403, 'AccessDenied']],
  ])('rejects %s', async (_, change, others, expected) => {
    const { url, headers } = await sign();
    expect(await send(change(url), { ...headers, ...others })).toEqual(expected);
    expect(objects.size).toBe(0);
  });

  it('expires', async () => {
    const { url, headers } = await sign();
    now = new Date(Date.now() + 61_000);
    expect(await send(url, headers)).toEqual([403, 'AccessDenied']);
  });
});

it('other paths are not those of objects', async () => {
  const { port } = server.address() as AddressInfo;
  expect((await fetch(`http://localhost:${port}/api/v1/usage`)).status).toBe(418);
});

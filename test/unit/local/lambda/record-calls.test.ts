import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { functionsUnderTest } from './function-under-test.ts';

const { start } = functionsUnderTest();

/** Calls a stand-in of AWS with node:http in two chunks and with fetch, and a server that is not AWS. */
const CALLER = `
  import { request } from 'node:http';
  const byHttp = (target, [first, second]) => new Promise((resolve, reject) => {
    const sent = request(process.env.ENGINE, { method: 'POST', headers: { 'X-Amz-Target': target } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.write(first);
    sent.end(Buffer.from(second));
  });
  const byFetch = async (headers, body) =>
    (await fetch(process.env.ENGINE, { method: 'POST', headers, body })).status;
  export const handler = async () => [
    await byHttp('DynamoDB_20120810.GetItem', ['{"TableName":"or', 'ders"}']),
    await byHttp('DynamoDB_20120810.GetItem', ['{"TableName":"or', 'ders"}']),
    await byFetch({ 'x-amz-target': 'TrentService.Encrypt' }, '{"KeyId":"key"}'),
    await byFetch({}, 'no JSON'),
  ];
`;

const received: string[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  received.push(Buffer.concat(chunks).toString());
  response.end();
});
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'freight-calls-'));
  received.length = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
});

const environment = () => ({ ENGINE: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
const records = () =>
  globSync(join(folder, '**/*.jsonl'))
    .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
    .map((line): unknown => JSON.parse(line));

describe('the record of the AWS calls of a function', () => {
  it('contains each right once, for calls with node:http and fetch, and does not change the calls', async () => {
    const { returned } = start(CALLER, { recordCallsIn: join(folder, 'calls'), environment: environment() });

    expect(await returned<number[]>({})).toEqual([200, 200, 200, 200]);

    expect(received).toEqual([
      '{"TableName":"orders"}',
      '{"TableName":"orders"}',
      '{"KeyId":"key"}',
      'no JSON',
    ]);
    expect(records()).toEqual([
      {
        functionName: 'tested',
        action: 'dynamodb:GetItem',
        resource: 'arn:aws:dynamodb:us-east-1:000000000000:table/orders',
      },
      { functionName: 'tested', action: 'kms:Encrypt', resource: 'key' },
    ]);
  });

  it('contains requests to the search domain by method and path without the query, and none without a domain', async () => {
    const asker = `
      import { request } from 'node:http';
      export const handler = () => new Promise((resolve, reject) => {
        const sent = request(process.env.ENGINE + 'orders/_search?timeout=1s', { method: 'POST' }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        sent.on('error', reject);
        sent.end('{"query":{}}');
      });
    `;
    const recordCallsIn = join(folder, 'calls');
    const { ENGINE } = environment();

    await start(asker, { recordCallsIn, environment: { ENGINE } }).returned({});
    expect(records()).toEqual([]);

    await start(asker, {
      recordCallsIn,
      environment: { ENGINE, OPENSEARCH_ENDPOINT: ENGINE.slice(0, -1) },
    }).returned({});
    expect(received).toEqual(['{"query":{}}', '{"query":{}}']);
    expect(records()).toEqual([
      {
        functionName: 'tested',
        action: 'es:ESHttpPost',
        resource: 'arn:aws:es:us-east-1:000000000000:domain/local/orders/_search',
      },
    ]);
  });

  it('is not written unless it is requested', async () => {
    const { returned } = start(CALLER, { environment: environment() });

    expect(await returned<number[]>({})).toEqual([200, 200, 200, 200]);

    expect(records()).toEqual([]);
  });
});

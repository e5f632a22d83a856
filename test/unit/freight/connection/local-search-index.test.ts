import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolveTarget } from '../../../../bin/freight/connection/target.ts';
import { forEachTable } from '../../../../lib/functions/function-definition.ts';

const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:reindex';
const HOST = {
  pid: process.pid,
  url: 'http://localhost:3000',
  controlUrl: 'http://127.0.0.1:4001',
  dynamodbEndpoint: 'http://127.0.0.1:4002',
  sqsEndpoint: 'http://127.0.0.1:4003',
  s3Endpoint: 'http://127.0.0.1:4004',
  uploadsBucket: 'uploads',
  tables: forEachTable((table) => table),
  standardUsagePlanId: 'plan',
  restApiId: 'api',
  stageName: 'local',
  queueUrls: {},
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-target-'));
  process.env.FREIGHT_LOCAL_DIR = folder;
});
afterEach(async () => {
  delete process.env.FREIGHT_LOCAL_DIR;
  await rm(folder, { recursive: true });
});

describe('the search index of the service on this machine', () => {
  it('is built by the function that the service publishes, called on its control plane', async () => {
    await writeFile(join(folder, 'host.json'), JSON.stringify({ ...HOST, reindexFunctionArn: ARN }));

    const { lambda, reindexFunctionArn } = await resolveTarget(undefined);

    expect(lambda.endpoint).toBe(HOST.controlUrl);
    await expect(reindexFunctionArn()).resolves.toBe(ARN);
  });

  it('is not there where it was started without one, which is stated with what to do', async () => {
    await writeFile(join(folder, 'host.json'), JSON.stringify(HOST));

    const { reindexFunctionArn } = await resolveTarget(undefined);

    await expect(reindexFunctionArn()).rejects.toThrow('npm start -- --opensearch');
  });
});

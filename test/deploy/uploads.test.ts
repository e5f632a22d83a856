import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { createS3Client } from '../../shared/platform/s3/s3-client.ts';
import { createS3ObjectStore, type ObjectStore } from '../../shared/platform/s3/s3-object-store.ts';
import { addDays, utcDay } from '../../shared/platform/time/utc-calendar.ts';
import type { RateAnalysis } from '../../shared/rates/rates-document.ts';
import { deployedService } from '../support/deployed-service.ts';
import { eventually } from '../support/eventually.ts';
import {
  createEnterprise,
  type ServiceUnderTest,
  type TestOrganization,
} from '../support/service-under-test.ts';
import { LOADS_HEADER } from '../support/uploads-under-test.ts';

const { name } = environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '');
const LANE = {
  originTerminal: 'North Charleston Terminal',
  destinationCity: 'Charlotte',
  destinationState: 'NC',
  destinationZip: '28202',
};

let service: ServiceUnderTest;
let objects: ObjectStore;
let owner: TestOrganization;

beforeAll(async () => {
  service = await deployedService(name);
  owner = await createEnterprise(service);
  const ssm = new SSMClient({});
  const { Parameter } = await ssm.send(new GetParameterCommand({ Name: parameterNames(name).uploadsBucket }));
  ssm.destroy();
  objects = createS3ObjectStore({
    client: createS3Client({ endpoint: process.env.AWS_ENDPOINT_URL }),
    bucket: Parameter?.Value ?? '',
  });
});
afterAll(() => service.stop());

const today = utcDay(new Date());
/** Loads of the lane over the last ten weeks, with a row that cannot be used. */
const loads = (usd: number): string => {
  const rows = Array.from({ length: 60 }, (_, position) => {
    const rate = (usd * (0.97 + 0.06 * ((position * 7) % 11) * 0.1)).toFixed(2);
    return `${addDays(today, -position)},${LANE.originTerminal},Charlotte,NC,28202,container_40,${rate},true,`;
  });
  return [LOADS_HEADER, ...rows, `${today},Nowhere Dock,Charlotte,NC,28202,container_40,900,true,`, ''].join(
    '\n',
  );
};

const textOf = async (key: string): Promise<string | undefined> => {
  const found = await objects.read(key);
  return found && Buffer.from(found.bytes).toString();
};
const resultOf = async (key: string): Promise<Record<string, unknown>> => {
  const importOf = async () => JSON.parse((await textOf(`${key}.upload.json`)) ?? '{}').import;
  return eventually(importOf, (found) => found?.finishedAt !== undefined);
};
const upload = (key: string, content: string) => objects.write(key, Buffer.from(content));

const price = async (): Promise<RateAnalysis> => {
  const { status, text, json } = await service.call('POST', '/api/v1/rates', {
    key: owner.apiKey,
    body: [LANE],
  });
  if (status !== 200) throw new Error(`${status}: ${text}`);
  const [rate] = (json as { data: { analysis: RateAnalysis }[] }).data;
  if (rate === undefined) throw new Error('no rate');
  return rate.analysis;
};

describe('a file in the bucket of a deployment', () => {
  it("is imported and used for its owner's rates", async () => {
    const before = await price();
    const key = `organizations/${owner.orgId}/test/loads of a lane.csv`;
    const tag = await upload(key, loads(1.3 * before.suggestedRate));

    expect(await resultOf(key)).toMatchObject({
      phase: 'imported',
      owner: `${owner.orgId}#test`,
      rows: 61,
      added: 60,
      known: 0,
      rejected: 1,
      tag,
    });
    expect(await textOf(`${key}.rejected.csv`)).toMatch(
      /^\uFEFFline,reason,header,value,date,.*\n62,"?origin .*Nowhere Dock/,
    );
    const after = await eventually(price, ({ basis }) => basis.level === 'lane');
    expect(after.suggestedRate).toBeGreaterThan(1.1 * before.suggestedRate);
  });

  it('under an invalid key, or of an unknown organization, has a result with the reason', async () => {
    const keys = ['loads.csv', 'operator/loads.xlsx', 'organizations/org_nobody/live/loads.csv'];
    for (const key of keys) await upload(key, loads(900));

    const reasons = await Promise.all(keys.map(async (key) => (await resultOf(key)).reason));
    expect(reasons).toEqual([
      expect.stringContaining('does not name an owner'),
      expect.stringContaining('does not end in .csv'),
      'There is no organization org_nobody.',
    ]);
  });

  it('is uploaded by the command line, which waits and downloads the rejected rows', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'uploads-'));
    try {
      const path = join(folder, 'loads.csv');
      writeFileSync(path, loads(1_000));
      const args = ['market', 'import', path, '--org', owner.orgId, '--mode', 'live', '--json'];

      expect(await service.freight(...args)).toMatchObject({ rows: 61, added: 60, known: 0, rejected: 1 });
      expect(readFileSync(`${path}.rejected.csv`, 'utf8')).toMatch(/^\uFEFFline,reason,.*\n62,/);
      expect(await service.freight(...args)).toMatchObject({ rows: 61, added: 0, known: 60 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('goes with its organization', async () => {
    const { orgId } = await createEnterprise(service);
    const keys = ['test/a b+c.csv', 'live/2026/é.csv'].map((key) => `organizations/${orgId}/${key}`);
    for (const key of keys) await upload(key, loads(900));
    await Promise.all(keys.map(resultOf));
    await service.freight('org', 'suspend', orgId, '--json');

    const { uploads } = await service.freight<{ uploads: number }>(
      ...['org', 'erase', orgId, '--confirm', orgId, '--json'],
    );
    expect(uploads).toBeGreaterThan(2 * 3);
    for (const key of keys) expect(await objects.tagOf(key)).toBeUndefined();
  });

  it('is written conditionally by only one writer', async () => {
    const key = 'work/contested.work';
    const write = (text: string, tag: string | undefined) => objects.write(key, Buffer.from(text), { tag });
    const tags = await Promise.all(['a', 'b', 'c'].map((text) => write(text, undefined)));
    const [first, ...others] = tags.filter((tag) => tag !== undefined);

    expect(others).toEqual([]);
    expect(await write('d', 'another')).toBeUndefined();
    expect(await write('e', first)).toEqual(expect.any(String));
    expect(await textOf(key)).toBe('e');
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestDynamoDb, type TestDynamoDb } from '../../support/dynamodb-local.ts';
import { eventually } from '../../support/eventually.ts';
import { type KmsStandIn, kmsRejection, startKmsStandIn } from '../../support/kms-stand-in.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { type LossyDynamoDb, startLossyDynamoDb, type WireFault } from '../../support/lossy-dynamodb.ts';
import { type Answer, createEnterprise, type TestOrganization } from '../../support/service-under-test.ts';

const PATH = '/v1/webhooks';

let engine: TestDynamoDb;
let wire: LossyDynamoDb;
let kms: KmsStandIn;
let service: LocalService;

beforeAll(async () => {
  engine = await startTestDynamoDb();
  [wire, kms] = await Promise.all([startLossyDynamoDb(engine.endpoint), startKmsStandIn()]);
  service = await startLocalService({
    dynamodbEndpoint: wire.endpoint,
    // No queue is available.
    variables: {
      AWS_ENDPOINT_URL_KMS: kms.endpoint,
      AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:1',
    },
  });
});

afterAll(async () => {
  await service.stop();
  await Promise.all([wire.stop(), kms.stop()]);
  await engine.stop();
});

beforeEach(() => {
  wire.disturb(() => undefined);
  kms.faults.length = 0;
});

const newOrganization = () => createEnterprise(service, 600_000);
const register = ({ orgId, apiKey }: TestOrganization, key?: string) =>
  service.call('POST', PATH, {
    key: apiKey,
    body: { url: 'https://93.184.215.14/hooks', events: ['quote.created'], orgId },
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  });
const dataOf = ({ json }: Answer) => (json as { readonly data: { id: string; secret?: string } }).data;
const registered = async ({ apiKey }: TestOrganization) =>
  (await service.call('GET', PATH, { key: apiKey })).json as { readonly data: readonly unknown[] };

const FAULTS: readonly WireFault[] = ['applied-then-broken', 'lost', 'conflict', undefined];

describe('registering webhooks with faults', () => {
  it('makes each once, and 20 of 40 concurrent ones, if the database loses requests and responses', async () => {
    const organization = await newOrganization();
    let writes = 0;
    wire.disturb(({ operation, attempt }) => {
      if (operation !== 'TransactWriteItems' || attempt > 1) return undefined;
      writes += 1;
      return FAULTS[writes % FAULTS.length];
    });

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => register(organization, `key-${index}`)),
    );

    const made = answers.filter(({ status }) => status === 200);
    expect([made.length, answers.filter(({ status }) => status === 400).length]).toEqual([20, 20]);
    expect(new Set(made.map((answer) => dataOf(answer).id)).size).toBe(20);
    expect((await registered(organization)).data).toHaveLength(20);
  });

  it('makes none while the KMS key is unavailable, and does not use the Idempotency-Key', async () => {
    const organization = await newOrganization();
    const key = randomUUID();
    const failed = kmsRejection(500, 'KMSInternalException');
    kms.faults.push(failed, failed);

    const { status, json } = await register(organization, key);

    expect([status, json]).toEqual([
      500,
      { success: false, error: { code: 'internal_error', message: expect.any(String) } },
    ]);
    expect((await registered(organization)).data).toEqual([]);
    expect((await register(organization, key)).status).toBe(200);
  });

  it('deletes and disables webhooks while the queue is unavailable', async () => {
    const organization = await newOrganization();
    const { orgId, apiKey } = organization;
    const [one, other] = [dataOf(await register(organization)), dataOf(await register(organization))];

    const deleted = await service.call('DELETE', `${PATH}/${one.id}`, { key: apiKey });
    const disabled = await service.call('PUT', `${PATH}/${other.id}`, {
      key: apiKey,
      body: { events: ['rfp.created'], orgId, enabled: false },
    });

    expect([deleted.status, disabled.status]).toEqual([200, 200]);
    // Log lines of workers arrive with a delay.
    const lines = await eventually(
      async () => service.logs.filter((line) => line.includes('DELIVERY_MESSAGE_NOT_SENT')),
      ({ length }) => length >= 2,
    );
    expect(lines).toHaveLength(2);
  });

  it('writes no secret to any log', async () => {
    const organization = await newOrganization();
    const first = dataOf(await register(organization));
    const rotated = await service.call('POST', `${PATH}/${first.id}/rotate-secret`, {
      key: organization.apiKey,
    });

    expect([first.secret, dataOf(rotated).secret]).toEqual([
      expect.stringMatching(/^whsec_/),
      expect.stringMatching(/^whsec_/),
    ]);
    const lines = service.logs.join('\n');
    expect(lines).not.toContain('whsec_');
    for (const { body } of kms.calls) expect(lines).not.toContain(String(body.Plaintext));
  });
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  CONTROL_PLANE_RETRIES,
  createApiGatewayGatewayKeys,
  gatewayResourceName,
  limitWarnings,
  readGatewayResourceName,
} from '../../../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import { newOrgId } from '../../../../shared/accounts/organizations/organization.ts';

describe('gateway keys and plans in API Gateway', () => {
  interface Answer {
    readonly status: number;
    readonly error?: string;
    readonly body?: unknown;
  }

  const NOW = new Date(1_772_366_400_000);
  const STAGE = { restApiId: 'api1', stageName: 'dev', standardPlanId: 'standard1', propagationMs: 0 };

  let server: Server;
  let client: APIGatewayClient;
  let calls: { readonly call: string; readonly body?: unknown }[];
  /** Responses in the order of calls; afterwards 200 with an empty object. */
  let answers: Answer[];

  /** A scripted control plane of API Gateway with the SDK's wire format. */
  beforeEach(async () => {
    calls = [];
    answers = [];
    server = createServer(async (request, response) => {
      const body = await text(request);
      calls.push({
        call: `${request.method} ${request.url}`,
        ...(body === '' ? {} : { body: JSON.parse(body) }),
      });
      const { status, error, body: answer = {} } = answers.shift() ?? { status: 200 };
      response.writeHead(status, {
        'Content-Type': 'application/json',
        ...(error === undefined ? {} : { 'x-amzn-errortype': error }),
      });
      response.end(JSON.stringify(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = new APIGatewayClient({
      ...CONTROL_PLANE_RETRIES,
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/control`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
  });

  afterEach(async () => {
    client.destroy();
    server.close();
    await once(server, 'close');
  });

  const gatewayKeys = () => createApiGatewayGatewayKeys(client, STAGE);

  it('are created for an organization: a key in its plan, N/60 per second and a burst of N', async () => {
    answers = [
      { status: 200 },
      { status: 201, body: { id: 'plan1' } },
      { status: 201, body: { id: 'key1', value: 'value1' } },
      { status: 201 },
    ];
    const keys = gatewayKeys();

    await expect(keys.createEnterprisePlan('org_a', 6000, NOW)).resolves.toBe('plan1');
    await expect(keys.createKeyInPlan('org_a', 'plan1', NOW)).resolves.toEqual({
      id: 'key1',
      value: 'value1',
      planId: 'plan1',
    });
    const name = 'freight-dev-org_a-1772366400000';
    expect(calls).toMatchObject([
      { call: 'GET /control/account' },
      {
        call: 'POST /control/usageplans',
        body: {
          name,
          apiStages: [{ apiId: 'api1', stage: 'dev' }],
          throttle: { rateLimit: 100, burstLimit: 6000 },
        },
      },
      { call: 'POST /control/apikeys', body: { name, enabled: true } },
      { call: 'POST /control/usageplans/plan1/keys', body: { keyId: 'key1', keyType: 'API_KEY' } },
    ]);
  });

  it('have at most the burst of the account, which limits every plan', async () => {
    const throttleSettings = { rateLimit: 2500, burstLimit: 1250 };
    answers = [
      { status: 200, body: { throttleSettings } },
      { status: 201, body: { id: 'plan1' } },
      { status: 200, body: { throttleSettings } },
    ];
    const keys = gatewayKeys();

    await keys.createEnterprisePlan('org_a', 6000, NOW);
    await keys.updateEnterprisePlan('plan1', 12_000);

    expect(calls[1]?.body).toMatchObject({ throttle: { rateLimit: 100, burstLimit: 1250 } });
    expect(calls[3]?.body).toMatchObject({
      patchOperations: [
        { op: 'replace', path: '/throttle/rateLimit', value: '200' },
        { op: 'replace', path: '/throttle/burstLimit', value: '1250' },
      ],
    });
  });

  it('are deleted, also if they no longer exist', async () => {
    const gone = { status: 404, error: 'NotFoundException', body: { message: 'gone' } };
    answers = [gone, gone];

    await expect(gatewayKeys().deleteKey('key1')).resolves.toBeUndefined();
    await expect(gatewayKeys().deletePlan('plan1')).resolves.toBeUndefined();
  });

  it('are removed from their stage before deletion, if API Gateway requires it', async () => {
    answers = [
      { status: 400, error: 'BadRequestException', body: { message: 'there are API Stages' } },
      { status: 200, body: { apiStages: [{ apiId: 'api1', stage: 'dev' }] } },
    ];

    await gatewayKeys().deletePlan('plan1');

    expect(calls).toEqual([
      { call: 'DELETE /control/usageplans/plan1' },
      { call: 'GET /control/usageplans/plan1' },
      {
        call: 'PATCH /control/usageplans/plan1',
        body: { patchOperations: [{ op: 'remove', path: '/apiStages', value: 'api1:dev' }] },
      },
      { call: 'DELETE /control/usageplans/plan1' },
    ]);
  });

  it('fail to delete for any other reason', async () => {
    answers = [{ status: 400, error: 'BadRequestException', body: { message: 'no' } }];

    await expect(gatewayKeys().deletePlan('plan1')).rejects.toThrow('no');
  });

  it('has every page of keys and plans, and omits those of other stages', async () => {
    answers = [
      { status: 200, body: { item: [{ id: 'key1', name: 'freight-dev-org_a-1000' }], position: 'next' } },
      { status: 200, body: { item: [{ id: 'key2', name: 'freight-dev-org_b-2000' }, { id: 'key3' }] } },
      {
        status: 200,
        body: {
          item: [
            { id: 'plan1', name: 'freight-dev-org_a-1000' },
            { id: 'plan2', name: 'StandardPlan' },
          ],
        },
      },
    ];

    await expect(gatewayKeys().listCreated()).resolves.toEqual([
      { kind: 'key', id: 'key1', orgId: 'org_a', madeAt: new Date(1000) },
      { kind: 'key', id: 'key2', orgId: 'org_b', madeAt: new Date(2000) },
      { kind: 'plan', id: 'plan1', orgId: 'org_a', madeAt: new Date(1000) },
    ]);
    expect(calls).toEqual([
      { call: 'GET /control/apikeys?limit=500&name=freight-dev-' },
      { call: 'GET /control/apikeys?limit=500&name=freight-dev-&position=next' },
      { call: 'GET /control/usageplans?limit=500' },
    ]);
  });

  it('are retried while the control plane throttles calls', async () => {
    const throttled = {
      status: 429,
      error: 'TooManyRequestsException',
      body: { message: 'Too Many Requests' },
    };
    answers = [throttled, throttled, { status: 202 }];

    await gatewayKeys().deleteKey('key1');

    expect(calls).toHaveLength(3);
  });
});

describe('limits of API Gateway', () => {
  it.each([
    ['far', { keys: 7_999, plans: 239 }, []],
    ['near, of keys', { keys: 8_000, plans: 1 }, [/^Near the limit: 8000 of 10000 API keys .* cleanup/]],
    ['near, of plans', { keys: 1, plans: 240 }, [/^Near the limit: 240 of 300 usage plans .*Service Quotas/]],
    ['reached, both', { keys: 10_000, plans: 300 }, [/^At the limit: 10000/, /^At the limit: 300/]],
  ])('%s', (_case, use, expected) => {
    const warnings = limitWarnings(use);

    expect(warnings).toHaveLength(expected.length);
    for (const [index, words] of expected.entries()) expect(warnings[index]).toMatch(words);
  });
});

describe('the name of a gateway key or plan', () => {
  it('contains the organization and the creation time', () => {
    const orgId = newOrgId();
    const madeAt = new Date('2026-03-01T12:00:00.123Z');

    expect(readGatewayResourceName('prod', gatewayResourceName('prod', orgId, madeAt))).toEqual({
      orgId,
      madeAt,
    });
  });
});

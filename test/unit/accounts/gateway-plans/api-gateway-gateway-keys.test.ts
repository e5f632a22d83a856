import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CONTROL_PLANE_RETRIES,
  createApiGatewayGatewayKeys,
} from '../../../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';

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

describe('gateway keys in API Gateway', () => {
  it('are created with a value that API Gateway generates, and then added to their plan', async () => {
    answers = [{ status: 201, body: { id: 'key1', value: 'value1' } }, { status: 201 }];

    await expect(gatewayKeys().createKeyInPlan('org_a', 'plan1', NOW)).resolves.toEqual({
      id: 'key1',
      value: 'value1',
      planId: 'plan1',
    });
    expect(calls).toEqual([
      {
        call: 'POST /control/apikeys',
        body: {
          name: 'freight-dev-org_a-1772366400000',
          description: 'Throttle bucket of organization org_a',
          enabled: true,
        },
      },
      { call: 'POST /control/usageplans/plan1/keys', body: { keyId: 'key1', keyType: 'API_KEY' } },
    ]);
  });

  it('are deleted, also if they no longer exist', async () => {
    answers = [{ status: 202 }, { status: 404, error: 'NotFoundException', body: { message: 'gone' } }];

    await gatewayKeys().deleteKey('key1');
    await gatewayKeys().deleteKey('key1');

    expect(calls).toEqual([
      { call: 'DELETE /control/apikeys/key1' },
      { call: 'DELETE /control/apikeys/key1' },
    ]);
  });
});

describe('enterprise plans in API Gateway', () => {
  it('are created for the stage with N/60 per second and a burst of N', async () => {
    answers = [{ status: 200 }, { status: 201, body: { id: 'plan1' } }];

    await expect(gatewayKeys().createEnterprisePlan('org_a', 6000, NOW)).resolves.toBe('plan1');
    expect(calls).toEqual([
      { call: 'GET /control/account' },
      {
        call: 'POST /control/usageplans',
        body: {
          name: 'freight-dev-org_a-1772366400000',
          description: 'Enterprise organization org_a',
          apiStages: [{ apiId: 'api1', stage: 'dev' }],
          throttle: { rateLimit: 100, burstLimit: 6000 },
        },
      },
    ]);
  });

  it('are updated with a new rate', async () => {
    await gatewayKeys().updateEnterprisePlan('plan1', 90);

    expect(calls).toEqual([
      { call: 'GET /control/account' },
      {
        call: 'PATCH /control/usageplans/plan1',
        body: {
          patchOperations: [
            { op: 'replace', path: '/throttle/rateLimit', value: '1.5' },
            { op: 'replace', path: '/throttle/burstLimit', value: '90' },
          ],
        },
      },
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

  it('are deleted, also if they no longer exist', async () => {
    answers = [{ status: 404, error: 'NotFoundException', body: { message: 'gone' } }];

    await expect(gatewayKeys().deletePlan('plan1')).resolves.toBeUndefined();
  });
});

describe('the list of keys and plans', () => {
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
});

describe('a throttled control plane', () => {
  it('is retried', async () => {
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

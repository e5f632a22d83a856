import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { neededExecutions } from '../../../lib/capacity/needed-executions.ts';
import { environmentSettings } from '../../../lib/settings/environments.ts';
import { capacityChecks } from '../../smoke/capacity-checks.ts';
import { runCheck } from '../../smoke/check.ts';

const PROD = environmentSettings('prod');
const { reservedExecutions = {} } = PROD;
const NEEDED = neededExecutions(PROD).quota;
const FUNCTIONS = [...Object.keys(reservedExecutions), 'price-lanes'];

let server: Server;
/** Figures that the scripted control planes of API Gateway and Lambda answer. */
let account: { executions: number; rateLimit: number; burstLimit: number };
let reserved: Record<string, number>;
let provisioned: { Status: string; AvailableProvisionedConcurrentExecutions: number };

function answer(url: string): object {
  const [, called = ''] = /functions\/prod-([\w-]+?)-id\//.exec(url) ?? [];
  if (url.startsWith('/account')) return { throttleSettings: account };
  if (url.includes('account-settings')) return { AccountLimit: { ConcurrentExecutions: account.executions } };
  if (url.includes('/provisioned-concurrency')) return provisioned;
  if (url.includes('/concurrency')) return { ReservedConcurrentExecutions: reserved[called] };
  const described = (name: string) => ({ FunctionName: `prod-${name}-id`, Description: `prod: ${name}` });
  return {
    Functions: [...FUNCTIONS.map(described), { FunctionName: 'other', Description: 'dev: authorizer' }],
  };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer(request.url ?? '')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  account = { executions: NEEDED, rateLimit: 10_000, burstLimit: 5_000 };
  reserved = { ...reservedExecutions };
  provisioned = { Status: 'READY', AvailableProvisionedConcurrentExecutions: 20 };
});

async function outcomes(settings = PROD): Promise<Record<string, string>> {
  const options = {
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  };
  const [gateway, functions] = [new APIGatewayClient(options), new LambdaClient(options)];
  try {
    const results: [string, string][] = [];
    for (const check of capacityChecks({ gateway, functions, settings })) {
      const { name, outcome, detail } = await runCheck(check, { onEmulator: false });
      results.push([name.split(' ').slice(0, 2).join(' '), `${outcome}: ${detail}`]);
    }
    return Object.fromEntries(results);
  } finally {
    gateway.destroy();
    functions.destroy();
  }
}

describe('the smoke checks of capacity', () => {
  it('pass where the account and the functions have what the plans need', async () => {
    const results = await outcomes({ ...PROD, provisionedExecutions: { 'price-lanes': 20 } });
    // 20 more are kept, as price-lanes has no reservation.
    expect(results['the concurrency']).toMatch(/^failed/);
    account.executions += 20;
    for (const result of Object.values(
      await outcomes({ ...PROD, provisionedExecutions: { 'price-lanes': 20 } }),
    )) {
      expect(result).toMatch(/^passed/);
    }
  });

  it.each<[string, string, () => void, RegExp]>([
    [
      'executions',
      'the concurrency',
      () => Object.assign(account, { executions: NEEDED - 1 }),
      /request \d{4} in Service Quotas/,
    ],
    [
      'calls a second',
      'the throttle',
      () => Object.assign(account, { rateLimit: 1_700 }),
      /throttle rate raised/,
    ],
    [
      'calls at once',
      'the throttle',
      () => Object.assign(account, { burstLimit: 999 }),
      /throttle rate raised/,
    ],
    [
      'reserved executions',
      'functions have',
      () => Object.assign(reserved, { authorizer: 100 }),
      /authorizer has 100/,
    ],
  ])('fail for too few %s', async (_case, name, spoil, detail) => {
    spoil();
    expect((await outcomes())[name]).toMatch(detail);
    expect((await outcomes())[name]).toMatch(/^failed/);
  });

  it('fail for provisioned executions that are not there yet', async () => {
    provisioned = { Status: 'IN_PROGRESS', AvailableProvisionedConcurrentExecutions: 3 };
    const results = await outcomes({ ...PROD, provisionedExecutions: { 'price-lanes': 20 } });
    expect(results['functions have']).toBe('failed: price-lanes has 3 provisioned and not 20 (IN_PROGRESS)');
  });

  it('ask for no plans and no function in an environment that is not sized', async () => {
    account.executions = 1_000;
    expect(await outcomes(environmentSettings('dev'))).toEqual({
      'the concurrency': 'passed: 1000, 1000 needed',
      'the throttle': 'skipped: dev is not sized for plans',
      'functions have': 'passed: none',
    });
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { synthesizeLocal } from '../../../../bin/build/assembly.ts';
import { ENDPOINTS, FUNCTIONS, PROBE, PROBE_PATH } from '../../../../lib/functions/endpoints.ts';
import type { FunctionDefinition, TableName } from '../../../../lib/functions/function-definition.ts';
import { MCP } from '../../../../lib/functions/mcp-endpoint.ts';
import { SEARCH_FUNCTIONS } from '../../../../lib/functions/search-functions.ts';
import { readServiceModel } from '../../../../lib/local/template/read-service-model.ts';
import type { FunctionModel, ServiceModel } from '../../../../lib/local/template/service-model.ts';
import { parameterNames } from '../../../../lib/parameters/parameter-names.ts';
import { rejectionStatus } from '../../../../shared/platform/http/rejection.ts';

let model: ServiceModel;

beforeAll(async () => {
  model = readServiceModel(await synthesizeLocal());
});

const names = parameterNames('local');

/** Embedded search has no index to fill. */
const HERE = FUNCTIONS.filter((definition) => !SEARCH_FUNCTIONS.includes(definition));

/** The function of the template for a definition: its name contains the folder name without hyphens. */
function functionOf({ function: folder }: FunctionDefinition): FunctionModel | undefined {
  const compact = folder.replaceAll('-', '');
  return model.functions.find(({ name }) => name.includes(`-${compact}Function`));
}

const tableName = (table: TableName) => model.parameters.get(names.table(table));

describe('the model of the service template', () => {
  it('has the operations of the endpoint table, each with its function, the authorizer and a required key', () => {
    const [authorizer] = FUNCTIONS;
    const expected = ENDPOINTS.map((endpoint) => ({
      method: endpoint.method,
      resourcePath: endpoint.path,
      resourceId: expect.any(String),
      apiKeyRequired: true,
      authorizerArn: authorizer && functionOf(authorizer)?.arn,
      functionArn: functionOf(endpoint)?.arn,
    }));

    // Only the health check, the description, shared quotes, the receiver of the probe's webhook and two fixed responses are open.
    const open = [PROBE_PATH, '/health', '/openapi.json', '/shared-quotes/{token}'];
    const operations = model.api.routes.filter(
      ({ resourcePath, method }) =>
        !open.includes(resourcePath) && (resourcePath !== MCP.path || method === 'POST'),
    );
    const receiver = model.api.routes.filter(({ resourcePath }) => resourcePath === PROBE_PATH);
    expect(receiver).toEqual([
      {
        method: 'POST',
        resourcePath: PROBE_PATH,
        resourceId: expect.any(String),
        apiKeyRequired: false,
        functionArn: functionOf(PROBE)?.arn,
      },
    ]);
    const fixed = model.api.routes.filter((route) => route.fixed !== undefined);
    expect(fixed.map(({ method, resourcePath }) => `${method} ${resourcePath}`)).toEqual([
      'GET /mcp',
      'DELETE /mcp',
      'GET /health',
    ]);
    expect(operations).toHaveLength(expected.length);
    expect(operations).toEqual(expect.arrayContaining(expected));
    for (const { functionArn, authorizerArn } of operations) {
      expect([functionArn, authorizerArn]).not.toContain(undefined);
    }
  });

  it.each(HERE.map((definition) => [definition.function, definition] as const))(
    'has %s with its bundle, its settings and only the tables granted to it',
    (_, definition) => {
      const found = functionOf(definition);
      const granted = Object.keys(definition.tables) as TableName[];
      const variables = Object.entries(found?.environment ?? {}).filter(([name]) => name.endsWith('_TABLE'));

      expect(found).toMatchObject({
        memoryMb: definition.memoryMb,
        timeoutSeconds: definition.timeoutSeconds,
      });
      expect(existsSync(join(found?.bundleDir ?? '', 'index.mjs'))).toBe(true);
      expect(Object.fromEntries(variables)).toEqual(
        Object.fromEntries(granted.map((table) => [`${table.toUpperCase()}_TABLE`, tableName(table)])),
      );
    },
  );

  it('has no function without a definition', () => {
    expect(model.functions).toHaveLength(HERE.length);
  });

  it('has the tables whose names it publishes', () => {
    const published = [...model.parameters].filter(([name]) => name.startsWith('/freight/local/tables/'));

    expect(model.tables.map(({ TableName }) => TableName).toSorted()).toEqual(
      published.map(([, name]) => name).toSorted(),
    );
    expect(published.map(([name]) => name)).toEqual(
      expect.arrayContaining([names.table('organizations'), names.table('usage')]),
    );
  });

  it('has the standard plan of the interface: 1,000 calls per minute, burst 500', () => {
    const [plan, ...others] = model.api.usagePlans;

    expect(others).toEqual([]);
    expect(plan).toMatchObject({ id: model.parameters.get(names.standardUsagePlanId), burstLimit: 500 });
    expect((plan?.rateLimit ?? 0) * 60).toBeCloseTo(1000, -1);
  });

  it('publishes the ID and the stage of the API for the operator', () => {
    expect(model.parameters.get(names.restApiId)).toBe(model.api.id);
    expect(model.parameters.get(names.stageName)).toBe(model.api.stageName);
  });

  it('has its own responses for rejections in place of those of API Gateway', () => {
    for (const type of ['DEFAULT_4XX', 'DEFAULT_5XX', 'ACCESS_DENIED', 'THROTTLED'] as const) {
      const response = model.api.responses[type];
      expect(response?.templates['application/json']).toBeTruthy();
      expect(response?.parameters['gatewayresponse.header.X-Request-Id']).toBe('context.requestId');
    }
    expect(model.api.responses.ACCESS_DENIED?.statusCode).toBe(
      String(rejectionStatus({ kind: 'unauthorized' })),
    );
  });

  it('has no unsupported resources', () => {
    expect(model.unsupported).toEqual([]);
  });
});

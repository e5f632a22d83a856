import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuthorizer } from '../../../../functions/authorizer/authorizer.ts';
import { generateApiKey } from '../../../../shared/accounts/api-keys/api-key.ts';
import { ACCESS_REJECTIONS } from '../../../../shared/accounts/authorization/access-rejections.ts';
import type { KeyDirectory } from '../../../../shared/accounts/organizations/key-directory.ts';
import { createOrganization } from '../../../../shared/accounts/provisioning/create-organization.ts';
import { createKey } from '../../../../shared/accounts/provisioning/manage-keys.ts';
import { ERROR_FORMATS } from '../../../../shared/platform/http/error-format.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import { provisioningUnderTest, STANDARD_REQUEST } from '../../../support/provisioning-under-test.ts';

const ARN = 'arn:aws:execute-api:us-east-1:000000000000:api/stage/GET/api/v1/terminals/search';
const RESOURCE_OF = {
  quotes: '/api/v1/quotes/{quote_id}',
  rates: '/api/v1/terminals/search',
  general: '/v1/webhooks',
} as const;

function event(
  headers: Record<string, string>,
  resource: string = RESOURCE_OF.rates,
): APIGatewayRequestAuthorizerEvent {
  return {
    type: 'REQUEST',
    methodArn: ARN,
    resource,
    path: '/some-base-path/anything/',
    httpMethod: 'GET',
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    pathParameters: null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    stageVariables: null,
    requestContext: { requestId: 'request-1' } as APIGatewayRequestAuthorizerEvent['requestContext'],
  };
}

async function authorizer() {
  const { provisioning, directory } = provisioningUnderTest();
  const created = await createOrganization(provisioning, STANDARD_REQUEST);
  if (!created.created) throw new Error(created.fault);
  return { ...created, provisioning, authorizer: createAuthorizer(directory) };
}

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(logOutput, level).mockImplementation((line: string) => void logged.push(line));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the authorizer', () => {
  it('allows exactly this method and returns the caller and the bucket', async () => {
    const { authorizer: authorize, organization, apiKey, keyId } = await authorizer();

    const answer = await authorize(event({ 'X-Api-Key': apiKey }));

    expect(answer).toMatchObject({
      principalId: keyId,
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: ARN }],
      },
      context: { orgId: organization.orgId, mode: 'test', keyId },
      usageIdentifierKey: organization.gatewayKey.value,
    });
    expect(answer.context).not.toHaveProperty('rejection');
    expect(answer.context).not.toHaveProperty('rejectionStatus');
  });

  it('denies with a principal, a 401 body and no bucket', async () => {
    const { authorizer: authorize } = await authorizer();

    const answer = await authorize(event({}));

    expect(answer.principalId).not.toBe('');
    expect(answer.policyDocument.Statement).toEqual([
      { Action: 'execute-api:Invoke', Effect: 'Deny', Resource: ARN },
    ]);
    expect(answer).not.toHaveProperty('usageIdentifierKey');
    expect(answer.context).not.toHaveProperty('rejectionStatus');
    expect(JSON.parse(String(answer.context?.rejection))).toEqual({
      error: { code: 401, message: ACCESS_REJECTIONS.keyMissing.message },
    });
  });

  it('allows a known caller without permission, with the error body and status for the function', async () => {
    const { authorizer: authorize, provisioning, organization } = await authorizer();
    const { orgId } = organization;
    const made = await createKey(provisioning, { name: 'Test', orgId, mode: 'test', scopes: ['write'] });

    const answer = await authorize(event({ Authorization: `Bearer ${made.ok ? made.apiKey : ''}` }));

    expect(answer.policyDocument.Statement).toEqual([expect.objectContaining({ Effect: 'Allow' })]);
    expect(answer.context).toMatchObject({ orgId, rejectionStatus: '403' });
    expect(JSON.parse(String(answer.context?.rejection))).toEqual({
      error: { code: 403, message: ACCESS_REJECTIONS.readScopeMissing.message },
    });
    expect(answer.usageIdentifierKey).toBe(organization.gatewayKey.value);
  });

  it.each(ERROR_FORMATS)("prepares the gateway's rejections in error format %s", async (errorFormat) => {
    const { authorizer: authorize } = await authorizer();

    const { context } = await authorize(event({}, RESOURCE_OF[errorFormat]));

    const shapes = {
      quotes: (status: number, code: string) => ({
        error: { code, message: expect.any(String), details: {} },
        status,
      }),
      rates: (status: number) => ({ error: { code: status, message: expect.any(String) }, status }),
      general: (status: number, _quotes: string, code: string) => ({
        success: false,
        error: { code, message: expect.any(String) },
        status,
      }),
    };
    const shape = (...args: [number, string, string]) => {
      const { status, ...body } = shapes[errorFormat](...args);
      return body;
    };
    expect(JSON.parse(String(context?.rejection))).toEqual(shape(401, 'INVALID_API_KEY', 'unauthorized'));
    expect(JSON.parse(String(context?.throttled))).toEqual(
      shape(429, 'RATE_LIMIT_EXCEEDED', 'rate_limit_exceeded'),
    );
    expect(JSON.parse(String(context?.failed))).toEqual(shape(500, 'INTERNAL_ERROR', 'internal_error'));
  });

  it('returns only short ASCII strings to API Gateway', async () => {
    const { authorizer: authorize, provisioning, organization, apiKey } = await authorizer();
    await provisioning.organizations.setStatus(organization.orgId, 'suspended', '2026-03-01T12:00:00.000Z');

    for (const errorFormat of ERROR_FORMATS) {
      for (const headers of [{}, { 'x-api-key': 'Ünicode' }, { 'x-api-key': apiKey }]) {
        const { context } = await authorize(
          event(headers as Record<string, string>, RESOURCE_OF[errorFormat]),
        );
        for (const value of Object.values(context ?? {})) expect(value).toMatch(/^[\x20-\x7e]{1,1023}$/);
      }
    }
  });

  it('reads single headers if the event has no multi-value headers', async () => {
    const { authorizer: authorize, apiKey } = await authorizer();

    const answer = await authorize({ ...event({ 'x-api-key': apiKey }), multiValueHeaders: null });

    expect(answer.policyDocument.Statement).toEqual([expect.objectContaining({ Effect: 'Allow' })]);
  });

  it('denies a header that was sent twice with different keys', async () => {
    const { authorizer: authorize, apiKey } = await authorizer();
    const twice = { 'x-api-key': [apiKey, generateApiKey('test')] };

    const answer = await authorize({ ...event({ 'x-api-key': apiKey }), multiValueHeaders: twice });

    expect(answer.policyDocument.Statement).toEqual([expect.objectContaining({ Effect: 'Deny' })]);
  });

  it('logs the error and fails if keys cannot be looked up', async () => {
    const broken: KeyDirectory = {
      findKey: () => Promise.reject(new Error('ProvisionedThroughputExceeded')),
      findOrganization: () => Promise.reject(new Error('unreachable')),
    };
    const apiKey = generateApiKey('test');

    const call = createAuthorizer(broken)(event({ 'x-api-key': apiKey }));

    await expect(call).rejects.toThrow('ProvisionedThroughputExceeded');
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', code: 'AUTHORIZER_FAILED', requestId: 'request-1' }),
    ]);
  });

  it('never logs a key', async () => {
    const { authorizer: authorize, apiKey } = await authorizer();
    const wrong = `${apiKey.slice(0, -1)}!`;
    const unknown = generateApiKey('test');

    for (const key of [apiKey, wrong, unknown]) await authorize(event({ Authorization: `Bearer ${key}` }));

    expect(logged).toHaveLength(2);
    for (const key of [apiKey, wrong, unknown]) expect(logged.join('\n')).not.toContain(key.slice(9, 30));
  });
});

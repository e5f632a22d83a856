import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { createAuthorizer } from '../../../../functions/authorizer/authorizer.ts';
import { generateApiKey, issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import type { KeyScope } from '../../../../shared/accounts/api-keys/key-scope.ts';
import {
  type AccessRequest,
  authorize,
  presentedKey,
} from '../../../../shared/accounts/authorization/authorize.ts';
import {
  cacheLookups,
  createCachingKeyDirectory,
} from '../../../../shared/accounts/authorization/cache-lookups.ts';
import { createKeyUseRecorder } from '../../../../shared/accounts/authorization/dynamodb-key-uses.ts';
import type { KeyDirectory } from '../../../../shared/accounts/organizations/dynamodb-key-directory.ts';
import { createOrganization } from '../../../../shared/accounts/provisioning/create-organization.ts';
import { createKey, revokeKey } from '../../../../shared/accounts/provisioning/manage-keys.ts';
import { ERROR_FORMATS } from '../../../../shared/platform/http/rejection.ts';
import { logOutput } from '../../../../shared/platform/logging/log.ts';
import { provisioningUnderTest, STANDARD_REQUEST } from '../../../support/provisioning-under-test.ts';

const READ = { method: 'GET', resource: '/api/v1/terminals/search' };
const WRITE = { method: 'POST', resource: '/api/v1/quotes' };
const callWith = (key: string, operation = READ): AccessRequest => ({
  headers: { 'x-api-key': [key] },
  ...operation,
});

async function organization() {
  const test = provisioningUnderTest();
  const created = await createOrganization(test.provisioning, STANDARD_REQUEST);
  if (!created.created) throw new Error(created.fault);
  const { orgId, gatewayKey } = created.organization;
  const keyWith = async (scopes: readonly KeyScope[]) => {
    const made = await createKey(test.provisioning, { name: 'Test', orgId, mode: 'live', scopes });
    if (!made.ok) throw new Error(made.reason);
    return made;
  };
  return { ...test, orgId, gatewayKey, apiKey: created.apiKey, keyId: created.keyId, keyWith };
}

describe('the API key in the headers', () => {
  const one = (key: string) => ({ sent: 'one', key });
  const none = { sent: 'none' };
  const several = { sent: 'several' };

  it.each([
    ['spaces around the key', { Authorization: [' Bearer   A '], 'x-api-key': [' B '] }, one('A')],
    ['a scheme that only ends like Bearer', { authorization: ['XBearer A'], 'x-api-key': ['B'] }, one('B')],
    ['a scheme that only begins like Bearer', { authorization: ['BearerA'], 'x-api-key': ['B'] }, one('B')],
    ['the same key twice', { 'x-api-key': ['A', 'A'] }, one('A')],
    ['an empty Bearer and x-api-key: the Bearer', { authorization: ['Bearer  '], 'x-api-key': ['B'] }, none],
    ['two different x-api-keys by names of other case', { 'x-api-key': ['A'], 'X-Api-Key': ['B'] }, several],
    ['a Bearer and an empty one', { authorization: ['Bearer A', 'Bearer'] }, several],
    ['one Bearer and two x-api-keys', { authorization: ['Bearer A'], 'x-api-key': ['B', 'C'] }, one('A')],
  ])('%s', (_case, headers, expected) => {
    expect(presentedKey(headers)).toEqual(expected);
  });
});

describe('authorizing a call', () => {
  it.each([
    ['no key', {}, 'keyMissing'],
    ['two different keys', { 'x-api-key': [generateApiKey('test'), generateApiKey('test')] }, 'keysDiffer'],
    [
      'a key with a wrong checksum',
      { 'x-api-key': [`${generateApiKey('test').slice(0, -1)}-`] },
      'keyMalformed',
    ],
  ])('denies %s without a look-up', async (_case, headers, rejection) => {
    const directory = {
      findKey: jest.fn<() => Promise<undefined>>(),
      findOrganization: jest.fn<() => Promise<undefined>>(),
    };

    await expect(authorize({ headers, ...READ }, directory)).resolves.toEqual({ access: 'deny', rejection });
    expect(directory.findKey).not.toHaveBeenCalled();
  });

  it('denies a key from its expiry on, for another reason than an unknown key', async () => {
    const { apiKey, record } = issueApiKey(
      { name: 'Desk', mode: 'test', scopes: ['read'], orgId: 'org_1', expiresAt: '2026-11-23T12:00:00.000Z' },
      new Date('2026-11-01T00:00:00Z'),
    );
    const directory = { findKey: async () => record, findOrganization: async () => undefined };
    const rejectionAt = async (time: string) => {
      const decision = await authorize(callWith(apiKey), directory, () => Date.parse(time));
      return decision.rejection;
    };
    expect(await rejectionAt('2026-11-23T11:59:59.999Z')).toBe('organizationMissing');
    expect(await rejectionAt('2026-11-23T12:00:00.000Z')).toBe('keyExpired');
  });

  it('answers 403 for a suspended organization, before the scope of the key, and permits it when it is resumed', async () => {
    const { directory, provisioning, orgId, keyWith } = await organization();
    const { apiKey } = await keyWith(['read']);
    const decide = () => authorize(callWith(apiKey, WRITE), directory);

    await provisioning.organizations.setStatus(orgId, 'suspended', '2026-03-01T12:00:00.000Z');
    await expect(decide()).resolves.toMatchObject({
      access: 'allow',
      caller: { orgId },
      rejection: 'organizationSuspended',
    });

    await provisioning.organizations.setStatus(orgId, 'active', '2026-03-01T12:00:00.000Z');
    await expect(decide()).resolves.toMatchObject({ rejection: 'writeScopeMissing' });
  });
});

describe('a revocation', () => {
  it('takes effect within 60 seconds, whatever an authorizer has cached', async () => {
    const { directory, provisioning, apiKey, keyId } = await organization();
    let time = 0;
    const caching = createCachingKeyDirectory(directory, () => time);
    await authorize(callWith(apiKey), caching);

    await revokeKey(provisioning, keyId);
    time = 59_999;
    await expect(authorize(callWith(apiKey), caching)).resolves.toMatchObject({ access: 'allow' });
    time = 60_000;
    await expect(authorize(callWith(apiKey), caching)).resolves.toEqual({
      access: 'deny',
      rejection: 'keyUnknown',
    });
  });
});

function cacheUnderTest(lookUp: (key: string) => Promise<string | undefined>, maxEntries = 10) {
  let time = Date.UTC(2026, 10, 21);
  const asked = jest.fn(lookUp);
  return {
    asked,
    remembered: cacheLookups(asked, { maxAgeMs: 60_000, maxEntries, now: () => time }),
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('cached look-ups', () => {
  it('count the age from the start of the look-up', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { asked, remembered, pass } = cacheUnderTest(() => promise);

    const slow = remembered('a');
    pass(60_000);
    resolve('late');
    await slow;
    await remembered('a');

    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('do not cache a failure', async () => {
    let failures = 1;
    const { remembered } = cacheUnderTest(async () => {
      if (failures-- > 0) throw new Error('throttled');
      return 'answer';
    });

    await expect(Promise.allSettled([remembered('a'), remembered('a')])).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    await expect(remembered('a')).resolves.toBe('answer');
  });
});

describe('the recorder of uses', () => {
  const NOON = Date.parse('2026-03-01T12:00:00.000Z');
  const { record: KEY } = issueApiKey({ name: 'Test', mode: 'test', scopes: ['read'] }, new Date(NOON));
  function recorderUnderTest(record = async (_hash: string, _day: string) => {}) {
    let time = NOON;
    const written = jest.fn(record);
    const keyUsed = createKeyUseRecorder({ record: written }, () => time);
    const pass = (ms: number) => {
      time += ms;
    };
    return { written, keyUsed, pass };
  }
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('writes the day once for many calls, and not if the record has it', () => {
    const { written, keyUsed } = recorderUnderTest();

    for (let call = 0; call < 100; call += 1) keyUsed(KEY);
    keyUsed({ ...KEY, hash: 'other', lastUsedOn: '2026-03-01' });
    keyUsed({ ...KEY, hash: 'old', lastUsedOn: '2026-02-28' });

    expect(written.mock.calls).toEqual([
      [KEY.hash, '2026-03-01'],
      ['old', '2026-03-01'],
    ]);
  });

  it('neither waits for the write nor fails with it, and logs no key', async () => {
    const warn = jest.spyOn(logOutput, 'warn').mockImplementation(() => {});
    const { keyUsed } = recorderUnderTest(() => Promise.reject(new Error('throttled')));

    expect(keyUsed(KEY)).toBeUndefined();
    await new Promise(setImmediate);

    expect(warn).toHaveBeenCalledTimes(1);
    expect(String(warn.mock.calls[0])).toContain('AUTHORIZER_KEY_USE_NOT_RECORDED');
    expect(String(warn.mock.calls[0])).not.toContain(KEY.hash);
  });
});

describe('the authorizer', () => {
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
    const { directory, gatewayKey, ...test } = await organization();
    return { ...test, gatewayKey, authorizer: createAuthorizer(directory) };
  }

  const logged: string[] = [];
  beforeEach(() => {
    logged.length = 0;
    for (const level of ['info', 'warn', 'error'] as const) {
      jest.spyOn(logOutput, level).mockImplementation((line: string) => void logged.push(line));
    }
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(ERROR_FORMATS)(
    "has the gateway's rejections in error format %s, in short ASCII strings",
    async (errorFormat) => {
      const { authorizer: decide, provisioning, orgId, apiKey } = await authorizer();
      await provisioning.organizations.setStatus(orgId, 'suspended', '2026-03-01T12:00:00.000Z');
      for (const headers of [{}, { 'x-api-key': 'Ünicode' }, { 'x-api-key': apiKey }]) {
        const { context } = await decide(event(headers as Record<string, string>, RESOURCE_OF[errorFormat]));
        for (const value of Object.values(context ?? {})) expect(value).toMatch(/^[\x20-\x7e]{1,1023}$/);
      }
      const { context } = await decide(event({}, RESOURCE_OF[errorFormat]));
      const message = expect.any(String);
      const bodies = ['rejection', 'throttled', 'failed'].map((name) => JSON.parse(String(context?.[name])));
      expect(bodies).toEqual(
        {
          quotes: ['INVALID_API_KEY', 'RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR'].map((code) => ({
            error: { code, message, details: {} },
          })),
          rates: [
            { error: { code: 401, type: 'unauthorized', message } },
            { error: { code: 429, type: 'rate_limited', message } },
            { error: { code: 500, type: 'internal_error', message } },
          ],
          general: ['unauthorized', 'rate_limit_exceeded', 'internal_error'].map((code) => ({
            success: false,
            error: { code, message },
          })),
        }[errorFormat],
      );
    },
  );

  it('reads single headers if the event has no multi-value headers, and denies two keys in one header', async () => {
    const { authorizer: decide, apiKey } = await authorizer();
    const twice = { 'x-api-key': [apiKey, generateApiKey('test')] };
    const effects = [];
    for (const multiValueHeaders of [null, twice]) {
      const { policyDocument } = await decide({ ...event({ 'x-api-key': apiKey }), multiValueHeaders });
      effects.push(policyDocument.Statement.map(({ Effect }) => Effect));
    }

    expect(effects).toEqual([['Allow'], ['Deny']]);
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

  it('names the stage and not the path, which a caller can make longer than a policy may be', async () => {
    const { authorizer: decide, apiKey } = await authorizer();
    for (const path of ['x'.repeat(2_000), '$%7Bx%7D'])
      for (const headers of [{}, { 'x-api-key': apiKey }] as Record<string, string>[]) {
        const methodArn = ARN.replace('terminals/search', path);
        const { policyDocument } = await decide({ ...event(headers), methodArn });
        expect(policyDocument.Statement).toEqual([
          expect.objectContaining({ Resource: 'arn:aws:execute-api:us-east-1:000000000000:api/stage/*' }),
        ]);
      }
  });

  it('never logs a key', async () => {
    const { authorizer: decide, apiKey } = await authorizer();
    const wrong = `${apiKey.slice(0, -1)}!`;
    const unknown = generateApiKey('test');

    for (const key of [apiKey, wrong, unknown]) await decide(event({ Authorization: `Bearer ${key}` }));

    expect(logged).toHaveLength(2);
    for (const key of [apiKey, wrong, unknown]) expect(logged.join('\n')).not.toContain(key.slice(9, 30));
  });
});

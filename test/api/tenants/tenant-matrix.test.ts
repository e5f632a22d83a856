import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Endpoint } from '../../../functions/definition-types.ts';
import { ENDPOINTS } from '../../../functions/definitions.ts';
import { type KeyScope, requiredScopes } from '../../../shared/accounts/api-keys/key-scope.ts';
import { errorFormatOf } from '../../../shared/platform/http/rejection.ts';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { allItems } from '../../support/service-tables.ts';
import type { Answer } from '../../support/service-under-test.ts';
import { OPERATION_REQUESTS, type Resources } from './operation-requests.ts';
import {
  type Caller,
  createTenants,
  type Tenant,
  type Tenants,
  untilPriced,
  withNewQuote,
} from './tenants.ts';

/** Every operation with every kind of key that must not succeed with it; a new operation needs an entry of its own. */
let service: LocalService;
let tenants: Tenants;

beforeAll(async () => {
  // Its own engine: the items of all tables are compared, and other suites write to the shared ones.
  service = await startLocalService({ own: true });
  tenants = await createTenants(service);
});
afterAll(async () => {
  await tenants?.receiver.stop();
  await service?.stop();
});

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const scopesOf = ({ method, path }: Endpoint) => requiredScopes(method, path);
const needsScope = (scope: KeyScope) => (endpoint: Endpoint) => scopesOf(endpoint).includes(scope);
/** Its body has ids of quotes. */
const SHEETS_PATH = '/api/v1/quote-sheets';
const namesResource = ({ path }: Endpoint) => path.includes('{') || path === SHEETS_PATH;

const CODES = {
  401: { quotes: 'INVALID_API_KEY', general: 'unauthorized' },
  403: { quotes: 'FORBIDDEN', general: 'forbidden' },
  404: { general: 'not_found' },
};

/** The whole body of an error in a format of the interface specification, section 7. */
function errorBody({ path }: Endpoint, status: 401 | 403 | 404) {
  const format = errorFormatOf(path);
  const message = expect.any(String);
  if (format === 'rates') return { error: { code: status, type: expect.any(String), message } };
  if (format === 'general') return { success: false, error: { code: CODES[status].general, message } };
  if (status !== 404) return { error: { code: CODES[status].quotes, message, details: {} } };
  const id = expect.any(String);
  const [, ofUpload = ''] = /\{(rate|quote)_upload_id\}/.exec(path) ?? [];
  if (ofUpload !== '') {
    const code = `${ofUpload === 'rate' ? 'CONTRACT_RATE' : 'QUOTE'}_UPLOAD_NOT_FOUND`;
    return { error: { code, message, details: { upload_id: id } } };
  }
  if (path.includes('{rate_id}')) {
    return { error: { code: 'CONTRACT_RATE_NOT_FOUND', message, details: { rate_id: id } } };
  }
  if (path.includes('{chat_id}'))
    return { error: { code: 'CHAT_NOT_FOUND', message, details: { chat_id: id } } };
  if (path.includes('{customer_id}'))
    return { error: { code: 'CUSTOMER_NOT_FOUND', message, details: { customer_id: id } } };
  return path.includes('{rfp_id}')
    ? { error: { code: 'RFP_NOT_FOUND', message, details: { rfp_id: id } } }
    : { error: { code: 'QUOTE_NOT_FOUND', message, details: { quote_id: id } } };
}

/** Sends the request of an operation for the resources of a tenant. */
function send(endpoint: Endpoint, tenant: Tenant, caller: Caller, orgId = tenant.orgId): Promise<Answer> {
  const { query = '', body, headers } = OPERATION_REQUESTS[nameOf(endpoint)] ?? {};
  return sendWith(endpoint, tenant.resources, caller, {
    query,
    headers,
    body: body?.(orgId, tenant.resources),
  });
}

interface Sent {
  readonly query: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: unknown;
}

function sendWith(endpoint: Endpoint, ids: Resources, caller: Caller, { query, headers, body }: Sent) {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: keyof Resources) => ids[name]);
  return service.call(endpoint.method, `${path}${query}`, {
    ...(caller.key === undefined ? {} : { key: caller.key }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  });
}

/** An id of the same form that does not exist. */
const unknownId = (id: string) => id.slice(0, -6) + (id.endsWith('000000') ? '111111' : '000000');

/** Status, body and names of headers, without the ids of the path. */
const seenIn = (answer: Answer, ids: Resources) => ({
  status: answer.status,
  text: Object.values(ids).reduce((text, id) => text.replaceAll(id, 'ID'), answer.text),
  headers: [...answer.headers.keys()].sort(),
});

/** No text of the tenant, except an id that the caller sent and the error repeats. */
function expectNothingRevealed(answer: Answer, endpoint: Endpoint, tenant: Tenant): void {
  const sent = Object.entries(tenant.resources)
    .filter(
      ([name]) =>
        endpoint.path.includes(`{${name}}`) || (endpoint.path === SHEETS_PATH && name === 'quote_id'),
    )
    .map(([, id]) => id);
  const whole = JSON.stringify([answer.text, [...answer.headers]]);
  const hidden = tenant.secrets.filter((secret) => !sent.includes(secret));
  expect(hidden.filter((secret) => whole.includes(secret))).toEqual([]);
}

/** Position of the schedule that announces expired quotes; it changes once a minute. */
const EXPIRY_CURSOR = 'expiry-sweep';

/** The key with only the needed scopes. The tool that the row of MCP calls needs the scope write. */
function callerOf(endpoint: Endpoint) {
  const [scope = 'write', more] = scopesOf(endpoint);
  return more === undefined ? (`${scope}Only` as const) : 'readWrite';
}

/** Items as texts; those of an account can be left out, which a permitted call changes. */
async function storedItems(except?: Caller): Promise<readonly string[]> {
  const account = except?.account && `${except.account.orgId}#${except.account.mode}`;
  const items = await allItems(service);
  /** Records of keys name their organization and mode in fields of their own; the items of key ids name only a hash. */
  const hashes = new Set(
    items
      .filter(
        ({ orgId, mode }) =>
          except !== undefined && orgId === except.account?.orgId && mode === except.account?.mode,
      )
      .map(({ pk }) => String(pk).replace('KEY#', '')),
  );
  const texts = items
    .filter(({ pk, hash }) => !hashes.has(String(hash)) && !hashes.has(String(pk).replace('KEY#', '')))
    .filter(({ pk }) => pk !== EXPIRY_CURSOR)
    // The day of the last use is written once for each key, also by rejected calls.
    .map(({ lastUsedOn, ...item }) => JSON.stringify(item));
  return texts.filter((text) => account === undefined || !text.includes(account)).sort();
}

/** Keeps the items before the rows; the returned test compares them. A webhook that arrives is a change as well. */
function watchItems(except?: () => Caller): () => Promise<void> {
  let before: readonly string[];
  let arrivals: number;
  beforeAll(async () => {
    before = await storedItems(except?.());
    arrivals = tenants.receiver.arrivals.length;
  });
  return async () => {
    const after = await storedItems(except?.());
    expect(after.filter((item) => !before.includes(item))).toEqual([]);
    expect(before.filter((item) => !after.includes(item))).toEqual([]);
    expect(tenants.receiver.arrivals.length).toBe(arrivals);
  };
}

describe('the tenant matrix', () => {
  it('has a request for each operation', () => {
    expect(Object.keys(OPERATION_REQUESTS).sort()).toEqual(ENDPOINTS.map(nameOf).sort());
  });

  describe.each<[string, keyof Tenants['callers'], 401 | 403, (endpoint: Endpoint) => boolean]>([
    ['no key', 'none', 401, () => true],
    ['a malformed key', 'malformed', 401, () => true],
    ['an unknown key', 'unknown', 401, () => true],
    ['a revoked key', 'revoked', 401, () => true],
    ['a key without organization', 'unassigned', 401, () => true],
    ['a key without the scope write', 'readOnly', 403, needsScope('write')],
    ['a key without the scope read', 'writeOnly', 403, needsScope('read')],
    ['a key without the scope admin', 'readWrite', 403, needsScope('admin')],
    [
      'a key with only the scope admin',
      'adminOnly',
      403,
      (endpoint) => needsScope('read')(endpoint) || needsScope('write')(endpoint),
    ],
    ['a key of a suspended organization', 'suspended', 403, () => true],
  ])('with %s', (_, name, status, applies) => {
    const expectUnchanged = watchItems();
    it.each(ENDPOINTS.filter(applies))(`rejects $method $path with ${status}`, async (endpoint) => {
      const tenant = name === 'suspended' ? tenants.suspended : tenants.owner;
      const answer = await send(endpoint, tenant, tenants.callers[name]);
      expect([answer.status, answer.json]).toEqual([status, errorBody(endpoint, status)]);
      expectNothingRevealed(answer, endpoint, tenant);
    });
    it('changes nothing', expectUnchanged);
  });

  describe.each<[string, 'other' | 'otherMode']>([
    ['a key of another organization', 'other'],
    ['a key of the other mode', 'otherMode'],
  ])('with %s', (_, name) => {
    const caller = () => tenants.callers[name];
    const expectUnchanged = watchItems(caller);

    it.each(ENDPOINTS.filter(namesResource))('does not find $method $path', async (endpoint) => {
      const { owner } = tenants;
      const orgId = caller().account?.orgId;
      const answer = await send(endpoint, owner, caller(), orgId);
      expect([answer.status, answer.json]).toEqual([404, errorBody(endpoint, 404)]);
      expectNothingRevealed(answer, endpoint, owner);
      // The answer does not show whether the resource exists.
      const { receiverUrl, ...ids } = owner.resources;
      const unknown = {
        key_id: unknownId(ids.key_id),
        upload_id: unknownId(ids.upload_id),
        rate_upload_id: unknownId(ids.rate_upload_id),
        quote_upload_id: unknownId(ids.quote_upload_id),
        quote_id: unknownId(ids.quote_id),
        rate_id: unknownId(ids.rate_id),
        rfp_id: unknownId(ids.rfp_id),
        chat_id: unknownId(ids.chat_id),
        customer_id: unknownId(ids.customer_id),
        webhook_id: unknownId(ids.webhook_id),
        delivery_id: unknownId(ids.delivery_id),
        receiverUrl,
      };
      const absent = await send(endpoint, { ...owner, resources: unknown }, caller(), orgId);
      expect(seenIn(answer, owner.resources)).toEqual(seenIn(absent, unknown));
    });

    it.each(ENDPOINTS.filter((endpoint) => !namesResource(endpoint)))(
      'answers $method $path with data of its own account',
      async (endpoint) => {
        const answer = await send(endpoint, tenants.owner, caller(), caller().account?.orgId);
        expect(answer.status).toBe(200);
        expectNothingRevealed(answer, endpoint, tenants.owner);
      },
    );
    it('changes nothing', expectUnchanged);
  });

  describe('with a key of another organization, in the name of the owner', () => {
    const expectUnchanged = watchItems();
    it.each(
      ENDPOINTS.filter((endpoint) => {
        const body = OPERATION_REQUESTS[nameOf(endpoint)]?.body?.('org_named', {} as Resources);
        return JSON.stringify(body ?? '').includes('org_named');
      }),
    )('rejects $method $path with 403', async (endpoint) => {
      const answer = await send(endpoint, tenants.owner, tenants.callers.other);
      expect([answer.status, answer.json]).toEqual([403, errorBody(endpoint, 403)]);
      expectNothingRevealed(answer, endpoint, tenants.owner);
    });
    it('changes nothing', expectUnchanged);
  });

  /** Without these, a request that is wrong in itself would pass every row above. */
  describe('with a key of the owner that has only the needed scopes', () => {
    const inOrder = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].flatMap((method) =>
      ENDPOINTS.filter((endpoint) => endpoint.method === method),
    );
    it.each(inOrder)('answers $method $path', async (endpoint) => {
      const { callers } = tenants;
      // A quote is decided on once, and a share link needs its quote, which an earlier row deletes.
      const ofQuote = endpoint.method === 'POST' && endpoint.path.includes('{quote_id}');
      const needsQuote = ofQuote || endpoint.path.endsWith('/share');
      const owner = needsQuote ? await withNewQuote(service, tenants.owner) : tenants.owner;
      // A repricing must be complete before an award.
      if (endpoint.path.includes('{rfp_id}')) {
        await untilPriced(service, owner.apiKey, owner.resources.rfp_id);
      }
      const before = await storedItems();
      const caller = callers[callerOf(endpoint)];
      // A workbook is written at the first request.
      const answer = await eventually(
        () => send(endpoint, owner, caller),
        ({ status, headers }) => status !== 409 || !headers.has('retry-after'),
        60_000,
      );
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      // A sheet is stored nowhere. No delivery has failed, so none is recovered; an upload is cancelled in a bucket.
      const changesNoTable = [
        'recover-deliveries',
        'preview-pricing-strategy',
        'make-quote-sheet',
        'cancel-market-upload',
        'cancel-contract-rate-upload',
        'cancel-quote-upload',
      ];
      const writes = endpoint.method !== 'GET' && !changesNoTable.includes(endpoint.function);
      if (writes) expect(await storedItems()).not.toEqual(before);
    });
  });
});

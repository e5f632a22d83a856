import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';

interface Key {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly mode: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedOn: string | null;
}
interface IssuedKey extends Key {
  readonly apiKey?: string;
  readonly replaces?: { readonly id: string; readonly expiresAt: string };
}
interface AuditEvent {
  readonly id: string;
  readonly action: string;
  readonly actor: { readonly type: string; readonly keyId: string | null };
  readonly target: { readonly type: string; readonly id: string };
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const ALL = ['read', 'write', 'admin'];
const UNKNOWN_ID = 'key_0000000000000000';

/** Keys and the audit log over HTTP. */
export function keysSuite(service: () => ServiceUnderTest): void {
  const keysOf = (apiKey: string) => {
    const call = async <Data>(method: string, path: string, body?: unknown, headers = {}) => {
      const answer = await service().call(method, path, {
        key: apiKey,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const { data } = { data: undefined, ...(answer.json as { data?: Data }) };
      return { ...answer, data: data as Data };
    };
    return {
      call,
      list: async () => (await call<readonly Key[]>('GET', '/api/v1/keys')).data,
      create: (body: unknown, headers = {}) => call<IssuedKey>('POST', '/api/v1/keys', body, headers),
      rotate: (id: string, body?: unknown, headers = {}) =>
        call<IssuedKey>('POST', `/api/v1/keys/${id}/rotate`, body, headers),
      remove: (id: string) => call('DELETE', `/api/v1/keys/${id}`),
      log: async (query = '') => (await call<readonly AuditEvent[]>('GET', `/api/v1/audit-log${query}`)).data,
    };
  };
  const messageOf = ({ status, json }: { readonly status: number; readonly json: unknown }) => [
    status,
    (json as { error?: { code: number; message: string } }).error,
  ];
  const error = (code: number, text: string) => [
    code,
    { code, type: expect.any(String), message: expect.stringContaining(text) },
  ];

  describe('API keys', () => {
    let organization: TestOrganization & { readonly keyId: string };
    let admin: ReturnType<typeof keysOf>;
    beforeAll(async () => {
      organization = (await createOrganization(service())) as typeof organization;
      admin = keysOf(organization.apiKey);
    });

    it('are created, listed, used and deleted, and shown only once', async () => {
      const name = '<b onclick="alert(1)">Ünïted & Söhne</b>';
      const { status, data } = await admin.create({ name: ` ${name} `, scopes: ['admin', 'read'] });

      const { apiKey = '', ...shown } = data;
      expect(status).toBe(200);
      expect(shown).toEqual({
        id: expect.stringMatching(/^key_[0-9A-Za-z]{16}$/),
        prefix: apiKey.slice(0, 13),
        name,
        scopes: ['read', 'admin'],
        mode: 'test',
        createdAt: expect.any(String),
        expiresAt: null,
        lastUsedOn: null,
        warnings: [],
      });
      const created = keysOf(apiKey);
      const listed = await created.list();
      expect(listed.map(({ id, name: text }) => [id, text])).toEqual([
        [organization.keyId, 'First key'],
        [shown.id, name],
      ]);
      expect(JSON.stringify(listed)).not.toContain(apiKey.slice(13));
      expect((await service().call('GET', '/api/v1/usage', { key: apiKey })).status).toBe(200);

      const removed = await admin.remove(shown.id);
      expect([removed.status, removed.data]).toEqual([200, { id: shown.id, deleted: true }]);
      expect(messageOf(await admin.remove(shown.id))).toEqual(error(404, 'no such API key'));
      expect((await admin.list()).map(({ id }) => id)).toEqual([organization.keyId]);
    });

    it('have the day of their last use within minutes', async () => {
      const today = new Date().toISOString().slice(0, 10);
      let used: string | null | undefined;
      for (let attempt = 0; attempt < 50 && used !== today; attempt += 1) {
        used = (await admin.list()).find(({ id }) => id === organization.keyId)?.lastUsedOn;
      }
      expect(used).toBe(today);
    });

    it('cannot be made with a scope that the calling key lacks', async () => {
      const { data } = await admin.create({ name: 'Key desk', scopes: ['admin'] });
      const limited = keysOf(data.apiKey ?? '');

      expect(messageOf(await limited.create({ name: 'More', scopes: ['read'] }))).toEqual(
        error(403, 'only have scopes that the calling API key has'),
      );
      expect(messageOf(await limited.rotate(organization.keyId))).toEqual(error(403, 'only have scopes'));
      expect((await limited.create({ name: 'Same', scopes: ['admin'] })).status).toBe(200);
      expect((await service().call('GET', '/api/v1/usage', { key: data.apiKey ?? '' })).status).toBe(403);
    });

    it('need the scope admin', async () => {
      const { data } = await admin.create({ name: 'Pricing', scopes: ['read', 'write'] });
      const pricing = keysOf(data.apiKey ?? '');

      for (const answer of [
        await pricing.call('GET', '/api/v1/keys'),
        await pricing.create({ name: 'x', scopes: ['read'] }),
        await pricing.rotate(data.id),
        await pricing.remove(data.id),
        await pricing.call('GET', '/api/v1/audit-log'),
      ]) {
        expect(messageOf(answer)).toEqual(error(403, 'lacks the scope admin'));
      }
    });

    it('of the other mode are not found', async () => {
      const live = await service().freight<{ apiKey: string; keyId: string }>(
        ...['key', 'create', organization.orgId, '--live', '--scopes', ALL.join(','), '--json'],
      );

      expect((await admin.list()).map(({ id }) => id)).not.toContain(live.keyId);
      expect((await admin.rotate(live.keyId)).status).toBe(404);
      expect((await admin.remove(live.keyId)).status).toBe(404);
      expect((await keysOf(live.apiKey).list()).map(({ id, mode }) => [id, mode])).toEqual([
        [live.keyId, 'live'],
      ]);
    });

    it('rotate once, with an overlap, and drop the old key after it', async () => {
      const { data: old } = await admin.create({ name: 'Old', scopes: ['read'] });
      const { status, data } = await admin.rotate(old.id);

      expect(status).toBe(200);
      expect(data).toMatchObject({ name: 'Old', scopes: ['read'], mode: 'test', expiresAt: null });
      const overlapMs = Date.parse(data.replaces?.expiresAt ?? '') - Date.parse(data.createdAt);
      expect([data.replaces?.id, overlapMs]).toEqual([old.id, 24 * 3_600_000]);
      expect(messageOf(await admin.rotate(old.id))).toEqual(error(409, 'already rotated'));
      for (const key of [old.apiKey ?? '', data.apiKey ?? '']) {
        expect((await service().call('GET', '/api/v1/usage', { key })).status).toBe(200);
      }

      const { data: last } = await admin.rotate(data.id, { overlapHours: 0 });
      expect((await admin.list()).map(({ id }) => id)).not.toContain(data.id);
      // Each kind of change removes the record of an expired key.
      const { data: next } = await admin.rotate(last.id, { overlapHours: 0 });
      const { data: created } = await admin.create({ name: 'Next', scopes: ['read'] });
      await admin.rotate(created.id, { overlapHours: 0 });
      expect((await admin.remove(next.id)).status).toBe(200);
    });

    it('that are the last admin stay, also when two delete each other at once', async () => {
      const fresh = (await createOrganization(service())) as typeof organization;
      const first = keysOf(fresh.apiKey);
      expect(messageOf(await first.remove(fresh.keyId))).toEqual(error(409, 'scope admin without an expiry'));
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      await first.create({ name: 'Expires', scopes: ALL, expiresAt });
      expect((await first.remove(fresh.keyId)).status).toBe(409);

      const { data } = await first.create({ name: 'Second', scopes: ALL });
      const answers = await Promise.all([
        first.remove(data.id),
        keysOf(data.apiKey ?? '').remove(fresh.keyId),
      ]);

      // 401 if the key was deleted before its own call was authorized.
      const [done, ...others] = answers.map(({ status }) => status).toSorted();
      expect(done).toBe(200);
      expect([[401], [403]]).toContainEqual(others);
      expect((await service().freight<readonly Key[]>('key', 'list', fresh.orgId, '--json')).length).toBe(2);
    });

    it('that end leave no key behind that works longer, and lock nobody out', async () => {
      const fresh = (await createOrganization(service())) as typeof organization;
      const owner = keysOf(fresh.apiKey);
      expect(messageOf(await owner.rotate(fresh.keyId, { overlapHours: 0 }))).toEqual(
        error(400, 'overlapHours must be at least 1'),
      );
      const { data: next } = await owner.rotate(fresh.keyId, { overlapHours: 1 });
      expect((await keysOf(next.apiKey ?? '').create({ name: 'Second', scopes: ALL })).status).toBe(200);

      expect(messageOf(await owner.remove(next.id))).toEqual(error(403, 'the key that replaces it'));
      const late = { name: 'Late', scopes: ['read'], expiresAt: '2030-01-01T00:00:00Z' };
      expect(messageOf(await owner.create(late))).toEqual(
        error(400, `must be at most ${next.replaces?.expiresAt}`),
      );
      const { data: bounded } = await owner.create({ name: 'Bounded', scopes: ALL });
      expect(bounded).toMatchObject({
        expiresAt: next.replaces?.expiresAt,
        warnings: [expect.stringContaining('as the calling API key does')],
      });
      expect(messageOf(await owner.rotate(next.id))).toEqual(error(403, 'works longer'));
    });

    it('that were deleted create no keys, although the authorizer still knows them', async () => {
      const { data } = await admin.create({ name: 'Leaked', scopes: ALL });
      const leaked = keysOf(data.apiKey ?? '');
      expect((await leaked.list()).length).toBeGreaterThan(1);

      await admin.remove(data.id);

      const answer = await leaked.create({ name: 'Back door', scopes: ALL });
      expect([401, 403]).toContain(answer.status);
      expect((await admin.list()).map(({ name }) => name)).not.toContain('Back door');
    });

    it('are created and rotated once with an Idempotency-Key, whose replay leaves the secret out', async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const body = { name: 'Once', scopes: ['read'] };

      const first = await admin.create(body, headers);
      const again = await admin.create(body, headers);

      const { apiKey, ...shown } = first.data;
      expect(apiKey).toMatch(/^frk_test_/);
      expect([again.status, again.data]).toEqual([200, shown]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect((await admin.create({ ...body, name: 'Other' }, headers)).status).toBe(409);
      const rotated = await admin.rotate(shown.id, undefined, headers);
      const replayed = await admin.rotate(shown.id, undefined, headers);
      const { apiKey: secret, ...successor } = rotated.data;
      expect(secret).toMatch(/^frk_test_/);
      expect(replayed.data).toEqual(successor);
      expect((await admin.rotate(successor.id, undefined, headers)).status).toBe(409);
    });

    it.each<[string, unknown, string]>([
      ['no name', { scopes: ['read'] }, 'name is required'],
      ['an empty name', { name: ' ', scopes: ['read'] }, 'name must be a text of 1 to 100 characters'],
      ['a name with control characters', { name: 'a\u001b[31m', scopes: ['read'] }, 'name must be a text'],
      ['a lone surrogate', { name: 'a\ud800', scopes: ['read'] }, 'name must be a text'],
      ['a long name', { name: 'x'.repeat(101), scopes: ['read'] }, 'name must be a text'],
      ['a huge name', { name: 'x'.repeat(500_000), scopes: ['read'] }, 'name must be a text'],
      ['no scopes', { name: 'x', scopes: [] }, 'scopes must be a list of one or more'],
      ['an unknown scope', { name: 'x', scopes: ['root'] }, 'scopes'],
      ['a repeated scope', { name: 'x', scopes: ['read', 'read'] }, 'scopes must be'],
      ['a mode', { name: 'x', scopes: ['read'], mode: 'live' }, 'mode is not a field of this operation'],
      ['a day', { name: 'x', scopes: ['read'], expiresAt: '2099-01-01' }, 'expiresAt must be a UTC time'],
      ['a past expiry', { name: 'x', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' }, 'it is 20'],
      [
        'a far expiry',
        { name: 'x', scopes: ['read'], expiresAt: '2999-01-01T00:00:00Z' },
        'at most 10 years',
      ],
      ['a list', [], ''],
      ['null', null, ''],
    ])('reject a creation with %s', async (_case, body, text) => {
      expect(messageOf(await admin.create(body))).toEqual(error(400, text));
    });

    it.each([-1, 169, 0.5, '1', true])('reject an overlap of %j hours', async (overlapHours) => {
      expect(messageOf(await admin.rotate(organization.keyId, { overlapHours }))).toEqual(
        error(400, 'overlapHours must be an integer from 0 to 168'),
      );
    });

    it.each([UNKNOWN_ID, 'key_1', 'x', '%00', 'key_%F0%9F%9A%9B'])('answer 404 to %s', async (id) => {
      expect((await admin.rotate(id)).status).toBe(404);
      expect((await admin.remove(id)).status).toBe(404);
    });

    it('stop at the limit, which the message names', async () => {
      const fresh = await createOrganization(service());
      const full = keysOf(fresh.apiKey);
      const create = () => full.create({ name: 'Many', scopes: ['read'] });
      for (let round = 0; round < 12; round += 1) {
        const present = (await full.list()).length;
        if (present === 100) break;
        const answers = await Promise.all(Array.from({ length: Math.min(10, 100 - present) }, create));
        expect(answers.every(({ status }) => [200, 429].includes(status))).toBe(true);
      }

      expect(messageOf(await create())).toEqual(error(409, 'the maximum of 100 API keys'));
      const keys = await full.list();
      expect(keys).toHaveLength(100);
      // A rotation is possible at the limit.
      expect((await full.rotate(keys[1]?.id ?? '')).status).toBe(200);
    });
  });

  describe('the audit log', () => {
    let organization: TestOrganization & { readonly keyId: string };
    let admin: ReturnType<typeof keysOf>;
    beforeAll(async () => {
      organization = (await createOrganization(service())) as typeof organization;
      admin = keysOf(organization.apiKey);
    });

    it('has changes to keys, the strategy, webhooks and the organization, with key and request id', async () => {
      const { orgId, keyId } = organization;
      const created = await admin.create({ name: 'Desk', scopes: ['read'] });
      const rotated = await admin.rotate(created.data.id);
      const removed = await admin.remove(created.data.id);
      const { json } = await admin.call('GET', '/api/v1/pricing-strategy');
      const { version, updated_at, ...terms } = json as Record<string, unknown>;
      const replaced = await admin.call('PUT', '/api/v1/pricing-strategy', { ...terms, validity_days: 9 });
      await service().freight('org', 'quote-limit', orgId, '4', '--json');
      await service().freight('org', 'suspend', orgId, '--json');
      await service().freight('org', 'resume', orgId, '--json');
      await service().freight('quotes', 'recount', orgId, '--fix', '--json');
      await service().freight('trigger', 'chat.created', '--org', orgId, '--json');

      const log = await admin.log();
      const requestOf = ({ headers }: { readonly headers: Headers }) => headers.get('x-request-id');
      expect(
        log.map(({ action, actor, target, requestId }) => [action, actor.keyId, target.id, requestId]),
      ).toEqual([
        ['event.sent', null, orgId, null],
        ['quotes.recounted', null, orgId, null],
        ['organization.resumed', null, orgId, null],
        ['organization.suspended', null, orgId, null],
        ['organization.limits_changed', null, orgId, null],
        ['pricing_strategy.replaced', keyId, '1', requestOf(replaced)],
        ['key.deleted', keyId, created.data.id, requestOf(removed)],
        ['key.rotated', keyId, created.data.id, requestOf(rotated)],
        ['key.created', keyId, created.data.id, requestOf(created)],
        ['key.created', null, keyId, null],
        ['organization.created', null, orgId, null],
      ]);
      expect(log[7]?.details).toMatchObject({ newKeyId: rotated.data.id, name: 'Desk', scopes: ['read'] });
      const text = JSON.stringify(log);
      for (const secret of [created.data.apiKey, rotated.data.apiKey, organization.apiKey]) {
        expect(text).not.toContain(secret?.slice(13));
      }
    });

    it('is read page by page, each event once', async () => {
      const all = (await admin.log('?limit=100')).map(({ id }) => id);
      const found: string[] = [];
      let cursor: string | null | undefined = '';
      while (cursor !== null) {
        const { json }: { json: unknown } = await admin.call(
          'GET',
          `/api/v1/audit-log?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        const page = json as {
          data: readonly AuditEvent[];
          pagination: { next_cursor: string | null };
        };
        expect(page.data.length).toBeLessThanOrEqual(2);
        found.push(...page.data.map(({ id }) => id));
        cursor = page.pagination.next_cursor;
      }
      expect(found).toEqual(all);
    });

    it('is separate for each mode, except for changes to the whole organization', async () => {
      const live = await service().freight<{ apiKey: string }>(
        ...['key', 'create', organization.orgId, '--live', '--scopes', 'admin', '--json'],
      );
      const actions = (await keysOf(live.apiKey).log()).map(({ action }) => action);
      expect(actions).toEqual([
        'key.created',
        'quotes.recounted',
        'organization.resumed',
        'organization.suspended',
        'organization.limits_changed',
        'organization.created',
      ]);
    });

    it.each([
      ['limit=0', 'limit must be'],
      ['limit=101', 'limit must be'],
      ['limit=x', 'limit must be'],
      ['cursor=aud_1', 'cursor must be'],
      ['cursor=%00', 'cursor must be'],
    ])('rejects %s', async (query, text) => {
      expect(messageOf(await admin.call('GET', `/api/v1/audit-log?${query}`))).toEqual(error(400, text));
    });

    it('answers an empty page to a cursor older than all events', async () => {
      const { json } = await admin.call('GET', `/api/v1/audit-log?cursor=aud_${'0'.repeat(27)}`);
      expect(json).toEqual({ status: 'success', data: [], pagination: { next_cursor: null, limit: 20 } });
    });
  });
}

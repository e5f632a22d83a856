import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  createEnterprise,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';

const PATH = '/v1/webhooks';
/** A public address that requires no DNS lookup. */
const ADDRESS = 'https://93.184.215.14/hooks?from=freight';
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const DAY_MS = 86_400_000;

const rejected = (code: string, message: unknown = expect.any(String)) => ({
  success: false,
  error: { code, message },
});

interface Webhook {
  readonly id: string;
  readonly secret?: string;
  readonly [field: string]: unknown;
}
const dataOf = ({ json }: Answer) => (json as { readonly data: Webhook }).data;
const listOf = ({ json }: Answer) => (json as { readonly data: readonly Webhook[] }).data;

/** Registration of webhooks over HTTP, without deliveries. */
export function webhooksSuite(service: () => ServiceUnderTest): void {
  describe('webhooks', () => {
    let organization: TestOrganization;
    const newOrganization = () => createEnterprise(service());
    const newKey = async (orgId: string, ...flags: string[]) =>
      (await service().freight<{ apiKey: string }>('key', 'create', orgId, ...flags, '--json')).apiKey;
    const bodyFor = ({ orgId }: TestOrganization, change: object = {}) => ({
      url: ADDRESS,
      events: ['quote.updated', 'chat.created'],
      orgId,
      ...change,
    });
    const create = (by = organization, change: object = {}, headers: Record<string, string> = {}) =>
      service().call('POST', PATH, { key: by.apiKey, body: bodyFor(by, change), headers });
    const list = (by = organization) => service().call('GET', PATH, { key: by.apiKey });
    const on = (id: string, by = organization) => ({
      read: () => service().call('GET', `${PATH}/${id}`, { key: by.apiKey }),
      update: (change: object = {}) =>
        service().call('PUT', `${PATH}/${id}`, {
          key: by.apiKey,
          body: { events: ['rfp.created'], orgId: by.orgId, ...change },
        }),
      remove: () => service().call('DELETE', `${PATH}/${id}`, { key: by.apiKey }),
      rotate: () => service().call('POST', `${PATH}/${id}/rotate-secret`, { key: by.apiKey }),
    });

    beforeAll(async () => {
      organization = await newOrganization();
    });

    it('are returned with all fields when they are created, and with the secret only then', async () => {
      const owner = await newOrganization();
      const answer = await create(owner);

      expect([answer.status, answer.json]).toEqual([
        200,
        {
          status: 'success',
          data: {
            id: expect.stringMatching(/^wh_[0-9A-HJKMNP-TV-Z]{26}$/),
            ...bodyFor(owner),
            secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
            enabled: true,
            livemode: false,
            createdAt: MOMENT,
            updatedAt: MOMENT,
            warnings: [],
          },
        },
      ]);
      const { secret, ...webhook } = dataOf(answer);
      const [read, listed] = [await on(webhook.id, owner).read(), await list(owner)];
      expect([read.status, read.json]).toEqual([200, { status: 'success', data: webhook }]);
      expect([listed.status, listed.json]).toEqual([200, { status: 'success', data: [webhook] }]);
      expect(`${read.text}${listed.text}`).not.toContain('whsec_');
    });

    it('name unknown fields in their warnings', async () => {
      const owner = await newOrganization();
      const { id, warnings } = dataOf(await create(owner, { ...bodyFor(owner), secret: 'mine' }));
      expect(warnings).toEqual(['Unknown fields were ignored: secret.']);
      const { secret: _, ...read } = dataOf(await on(id, owner).read());
      expect(dataOf(await on(id, owner).update({ ...read, retries: 1 })).warnings).toEqual([
        'Unknown fields were ignored: retries.',
      ]);
    });

    it('are listed oldest first', async () => {
      const owner = await newOrganization();
      expect((await list(owner)).json).toEqual({ status: 'success', data: [] });
      const ids = [];
      for (let made = 0; made < 3; made++) ids.push(dataOf(await create(owner)).id);

      expect(listOf(await list(owner)).map(({ id }) => id)).toEqual(ids);
    });

    it('are updated, disabled, enabled and deleted', async () => {
      const { secret, ...webhook } = dataOf(await create());
      const { read, update, remove } = on(webhook.id);

      const moved = await update({
        url: 'http://93.184.215.14/other',
        events: ['rfp.deleted', 'rfp.updated'],
      });
      const { updatedAt, ...rest } = dataOf(moved);
      expect(moved.status).toBe(200);
      expect({ ...rest, updatedAt: webhook.updatedAt }).toEqual({
        ...webhook,
        url: 'http://93.184.215.14/other',
        events: ['rfp.deleted', 'rfp.updated'],
        warnings: [expect.stringContaining('http')],
      });
      expect((await read()).json).toEqual(moved.json);
      expect(String(updatedAt) > String(webhook.createdAt)).toBe(true);

      expect(dataOf(await update({ enabled: false }))).toMatchObject({
        enabled: false,
        disabledReason: 'Disabled by its owner.',
        disabledAt: MOMENT,
      });
      const again = dataOf(await update({ enabled: true }));
      expect(again.enabled).toBe(true);
      expect(again).not.toHaveProperty('disabledReason');

      const removed = await remove();
      expect([removed.status, removed.json]).toEqual([
        200,
        { status: 'success', data: { id: webhook.id, deleted: true } },
      ]);
      for (const gone of [await read(), await update(), await remove(), await on(webhook.id).rotate()]) {
        expect([gone.status, gone.json]).toEqual([404, rejected('not_found')]);
      }
    });

    it('can be created disabled', async () => {
      expect(dataOf(await create(organization, { enabled: false }))).toMatchObject({
        enabled: false,
        disabledReason: 'Disabled by its owner.',
      });
    });

    it('get a new secret, and the old one stays valid for a day', async () => {
      const { id, secret } = dataOf(await create());
      const before = Date.now();
      const { rotate, read } = on(id);
      const [first, second] = [await rotate(), await rotate()];

      expect([first.status, second.status]).toEqual([200, 200]);
      const secrets = [secret, dataOf(first).secret, dataOf(second).secret];
      expect(secrets).toEqual(secrets.map(() => expect.stringMatching(/^whsec_/)));
      expect(new Set(secrets).size).toBe(3);
      const overlap = Date.parse(String(dataOf(first).previousSecretExpiresAt)) - before;
      expect(Math.abs(overlap - DAY_MS)).toBeLessThan(60_000);
      const { secret: _, previousSecretExpiresAt, ...webhook } = dataOf(second);
      expect((await read()).json).toEqual({ status: 'success', data: webhook });
    });

    it.each([
      ['no url', { url: undefined }, /url is required/],
      ['a url that is not a string', { url: 7 }, /url must be a string/],
      ['an incomplete URL', { url: 'example.com/hooks' }, /url must be a complete URL/],
      ['another scheme', { url: 'ftp://93.184.215.14/' }, /url must start with https/],
      [
        'a user in the URL',
        { url: 'https://user:password@93.184.215.14/' },
        /url must not contain a user name/,
      ],
      [
        'a URL that is too long',
        { url: `https://93.184.215.14/${'x'.repeat(2_048)}` },
        /url must be at most 2048/,
      ],
      ['a private address', { url: 'https://10.1.2.3/hooks' }, /url must name a public host: 10\.1\.2\.3/],
      [
        'the address of the metadata service',
        { url: 'http://169.254.169.254/latest/meta-data' },
        /url must name a public host/,
      ],
      ['a private address in IPv6', { url: 'https://[::ffff:10.0.0.1]/' }, /url must name a public host/],
      ['no events', { events: undefined }, /events is required; the event names are chat\.created/],
      ['no event', { events: [] }, /events must have at least one name/],
      ['an unknown event', { events: ['quote.exploded'] }, /events must not have "quote\.exploded"/],
      [
        'an event twice',
        { events: ['rfp.created', 'rfp.created'] },
        /events must not have rfp\.created twice/,
      ],
      ['one event as a string', { events: 'rfp.created' }, /events must be an array/],
      ['no orgId', { orgId: undefined }, /orgId is required/],
      ['an orgId that is not a string', { orgId: 7 }, /orgId must be a string/],
      ['enabled that is not a boolean', { enabled: 'yes' }, /enabled must be true or false/],
    ])('are rejected with %s at creation and update', async (_case, change, said) => {
      const { id } = dataOf(await create());
      const before = await on(id).read();
      const answers = [await create(organization, change)];
      if (!('url' in change) || change.url !== undefined) answers.push(await on(id).update(change));

      for (const { status, json } of answers) {
        expect([status, json]).toEqual([400, rejected('invalid_request', expect.stringMatching(said))]);
      }
      expect((await on(id).read()).json).toEqual(before.json);
    });

    it('are rejected with all errors of the body at once', async () => {
      const { json } = await create(organization, { url: '', events: ['x'], orgId: '', enabled: 1 });
      for (const field of ['url', 'events', 'orgId', 'enabled']) {
        expect(json).toEqual(rejected('invalid_request', expect.stringContaining(`${field} must`)));
      }
    });

    it.each([
      ['no body', ''],
      ['a cut-off body', '{"url": "https://'],
      ['null', 'null'],
      ['a list', '[]'],
      ['text', '"webhook"'],
      ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
      ['a body over 1 MB', `{}${' '.repeat(1_100_000)}`],
    ])('are rejected with %s', async (_case, raw) => {
      const { status, json } = await service().call('POST', PATH, { key: organization.apiKey, raw });
      expect([status, json]).toEqual([400, rejected('invalid_request')]);
    });

    it('cannot be moved to another organization', async () => {
      const other = await newOrganization();
      const { id } = dataOf(await create());

      const { status, json } = await on(id).update({ orgId: other.orgId });
      expect([status, json]).toEqual([403, rejected('forbidden')]);
    });

    it('have the mode of their key', async () => {
      const live = { ...organization, apiKey: await newKey(organization.orgId, '--live') };
      const { id } = dataOf(await create(live));
      expect(dataOf(await on(id, live).read())).toMatchObject({ livemode: true });
    });

    it('are at most 20 with test keys, also if many are created at once; a deletion allows another one', async () => {
      const owner = await newOrganization();
      const atOnce = (count: number) => Promise.all(Array.from({ length: count }, () => create(owner)));
      await atOnce(10);
      const answers = await atOnce(20);

      const rejections = answers.filter(({ status }) => status !== 200);
      expect(rejections.map(({ status, json }) => [status, json])).toEqual(
        Array.from({ length: 10 }, () => [
          400,
          rejected('invalid_request', expect.stringContaining('20 webhooks')),
        ]),
      );
      const [first] = listOf(await list(owner));
      expect(listOf(await list(owner))).toHaveLength(20);
      await on(first?.id ?? '', owner).remove();
      expect((await create(owner)).status).toBe(200);
      expect((await create(owner)).status).toBe(400);
    });

    describe('with an Idempotency-Key', () => {
      it('are created once for many concurrent calls, and one call gets the secret', async () => {
        const calls = service().missing.includes('fifty-calls-at-once') ? 12 : 20;
        const owner = await newOrganization();
        const key = { 'Idempotency-Key': randomUUID() };
        const answers = await Promise.all(Array.from({ length: calls }, () => create(owner, {}, key)));

        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
        expect(new Set(answers.map((answer) => dataOf(answer).id)).size).toBe(1);
        const fresh = answers.filter(({ headers }) => headers.get('idempotency-replayed') === null);
        expect(fresh.map((answer) => dataOf(answer).secret)).toEqual([expect.stringMatching(/^whsec_/)]);
        for (const answer of answers.filter((answer) => !fresh.includes(answer))) {
          expect(answer.text).not.toContain('whsec_');
          expect(dataOf(answer).warnings).toEqual([expect.stringContaining('/rotate-secret')]);
        }
        expect(listOf(await list(owner))).toHaveLength(1);
      });

      it('are rejected with 409 for another body, and with 400 for an invalid key', async () => {
        const owner = await newOrganization();
        const key = { 'Idempotency-Key': randomUUID() };
        await create(owner, {}, key);

        const other = await create(owner, { events: ['rfp.created'] }, key);
        expect([other.status, other.json]).toEqual([409, rejected('conflict')]);
        const { status, json } = await create(owner, {}, { 'Idempotency-Key': 'two words' });
        expect([status, json]).toEqual([400, rejected('invalid_request')]);
      });

      it('are created after a rejection with the same key', async () => {
        const owner = await newOrganization();
        const key = { 'Idempotency-Key': randomUUID() };
        expect((await create(owner, { events: [] }, key)).status).toBe(400);
        expect((await create(owner, {}, key)).status).toBe(200);
      });
    });

    it.each(['wh_', 'count', 'wh_00000000000000000000000000', '%00', 'wh_%2e%2e'])(
      'are not found by the ID %s',
      async (id) => {
        for (const { status, json } of [await on(id).read(), await on(id).update(), await on(id).remove()]) {
          expect([status, json]).toEqual([404, rejected('not_found')]);
        }
      },
    );
  });
}

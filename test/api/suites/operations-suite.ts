import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import {
  createEnterprise,
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { type DeliveriesCaller, dataOf, deliveriesCaller } from './deliveries-caller.ts';

export interface OperationsSuite {
  /** Moves the clock of the service forward by minutes, if it can be moved. */
  readonly letMinutesPass: () => Promise<void>;
  /** Searches for data of an erased organization in the complete service. */
  readonly expectNoTrace?: (orgId: string) => Promise<void>;
}

/** Commands for keys, gateway keys, exports and erasures, while the service receives calls. */
export function operationsSuite(
  service: () => ServiceUnderTest,
  { letMinutesPass, expectNoTrace }: OperationsSuite,
): void {
  const search = (key: string) => service().call('GET', '/api/v1/terminals/search?query=maher', { key });

  describe('key rotation', () => {
    let organization: TestOrganization;
    beforeAll(async () => {
      // Consecutive calls cannot exhaust its throttle bucket.
      organization = await createEnterprise(service());
    });

    it('creates a key that replaces another one; both work until the old key expires', async () => {
      const { orgId, apiKey } = organization;
      const [old] = await service().freight<{ keyId: string }[]>('key', 'list', orgId, '--json');

      const made = await service().freight<{ apiKey: string; keyId: string; oldEndsAt: string }>(
        ...['key', 'rotate', old?.keyId ?? '', '--overlap', '60s', '--json'],
      );

      expect((await search(made.apiKey)).status).toBe(200);
      // The key may be cached without its expiry; it still expires within a minute.
      const listed = await service().freight<{ keyId: string; expiresAt?: string }[]>(
        'key',
        'list',
        orgId,
        '--json',
      );
      expect(listed).toEqual([
        expect.objectContaining({ keyId: old?.keyId, expiresAt: made.oldEndsAt }),
        expect.objectContaining({ keyId: made.keyId, mode: 'test', scopes: ['read', 'write', 'admin'] }),
      ]);
      const waitMs = Date.parse(made.oldEndsAt) - Date.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs) + 1_000));
      expect((await search(apiKey)).status).toBe(401);
      expect((await search(made.apiKey)).status).toBe(200);
      organization = { orgId, apiKey: made.apiKey };
    });

    it('replaces the gateway key of an organization during its calls', async () => {
      const { orgId, apiKey } = organization;
      let calling = true;
      const statuses: number[] = [];
      const caller = (async () => {
        while (calling) statuses.push((await search(apiKey)).status);
      })();

      const rotated = await service().freight<{ replacedGatewayKeys: number }>(
        ...['org', 'rotate-gateway-key', orgId, '--json'],
      );
      calling = false;
      await caller;

      expect(rotated.replacedGatewayKeys).toBe(1);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect((await search(apiKey)).status).toBe(200);
    });
  });

  describe('an organization that leaves', () => {
    let our: DeliveriesCaller;
    let other: TestOrganization;
    let folder: string;
    let secret: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'freight-leaving-'));
      our = await deliveriesCaller(service());
      other = await createOrganization(service());
      const target = await our.register(['quote.created']);
      secret = target.secret;
      await our.createQuote();
      await our.listedWhen(target, (found) => found.some(({ status }) => status === 'delivered'));
      await service().call('POST', '/api/v1/rates', {
        key: our.organization.apiKey,
        headers: { 'Idempotency-Key': 'leaving' },
        body: [
          {
            originTerminal: 'APM Elizabeth Terminal',
            destinationCity: 'Chicago',
            destinationState: 'IL',
            destinationZip: '60632',
          },
        ],
      });
    });
    afterAll(async () => {
      await our.receiver.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('is exported without secrets', async () => {
      const { orgId, apiKey } = our.organization;
      const to = join(folder, 'export');

      const { counts } = await service().freight<{ counts: Record<string, number> }>(
        ...['org', 'export', orgId, '--to', to, '--json'],
      );

      expect(counts).toMatchObject({
        ...{ organization: 1, key: 1, quote: 1, 'quote-detail': 1, webhook: 1, event: 1 },
        // Usage of rate calls and of quotes.
        ...{ delivery: 1, usage: 2, 'remembered-answer': 1 },
      });
      const texts = await Promise.all((await readdir(to)).map((file) => readFile(join(to, file), 'utf8')));
      const whole = texts.join('');
      for (const kept of [apiKey, secret, 'gatewayKeyValue', 'ciphertext', 'KEY#']) {
        expect(whole).not.toContain(kept);
      }
      const lines = async (file: string) =>
        (await readFile(join(to, file), 'utf8'))
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
      const [event] = await lines('events.jsonl');
      expect(event.payload).toMatchObject({ event: 'quote.created', object: { type: 'single-lane' } });
      expect(await lines('deliveries.jsonl')).toMatchObject([
        { status: 'delivered', attempts: [{ number: 1 }] },
      ]);
      expect(await lines('quotes.jsonl')).toMatchObject([
        { orgId, event: { status: 'pending' }, detail: { equipment_type: 'container_40' } },
      ]);
      expect(await lines('remembered-answers.jsonl')).toMatchObject([
        { idempotencyKey: 'leaving', answer: expect.anything() },
      ]);
    });

    it('is erased only after it is suspended, and other organizations are unaffected', async () => {
      const { orgId, apiKey } = our.organization;
      const erase = (...flags: string[]) =>
        service().freight<Record<string, unknown>>('org', 'erase', orgId, ...flags, '--json');
      await expect(erase('--confirm', orgId)).rejects.toThrow(`${orgId} is active`);
      await service().freight('org', 'suspend', orgId, '--json');
      const dry = await erase('--dry-run');
      expect(dry).toMatchObject({ counts: { quote: 1, webhook: 1 }, gateway: { keys: 1, plans: 1 } });
      await expect(erase('--confirm', other.orgId)).rejects.toThrow('Nothing was deleted');
      await letMinutesPass();

      const erased = await erase('--confirm', orgId);

      expect(erased).toMatchObject({ outcome: 'erased', recount: 0, gateway: { keys: 1, plans: 1 } });
      await expectNoTrace?.(orgId);
      // Authorizers cache it for up to a minute if the clock cannot be moved.
      const denied = await eventually(
        () => search(apiKey),
        ({ status }) => status !== 200,
      );
      expect(denied.status).toBe(401);
      await expect(erase('--dry-run')).resolves.toMatchObject({ counts: {}, gateway: { keys: 0, plans: 0 } });
      await expect(service().freight('org', 'show', orgId, '--json')).rejects.toThrow(
        'There is no organization',
      );
      expect(dataOf(await service().call('GET', '/v1/webhooks', { key: other.apiKey }))).toEqual([]);
      expect((await search(other.apiKey)).status).toBe(200);
    });
  });
}

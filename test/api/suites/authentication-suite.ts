import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { itRequiresFeature } from './it-requires-feature.ts';

const SEARCH = '/api/v1/terminals/search?query=elizabeth';

/** Section 5 of the interface specification and the design's authentication rules, over HTTP. */
export function authenticationSuite(service: () => ServiceUnderTest): void {
  describe('authentication', () => {
    let organization: TestOrganization;
    const search = (headers: Record<string, string>) => service().call('GET', SEARCH, { headers });

    beforeAll(async () => {
      organization = await createOrganization(service());
    });

    itRequiresFeature(
      service,
      'x-api-key-of-the-caller',
      'accepts the key in x-api-key, in any case of the header name',
      async () => {
        for (const name of ['x-api-key', 'X-API-Key', 'X-Api-Key']) {
          expect((await search({ [name]: organization.apiKey })).status).toBe(200);
        }
      },
    );

    it.each([
      ['2,000 characters', 'x'.repeat(2_000)],
      ['what is a variable in a policy', '$%7Bx%7D'],
    ])('decides by the key, whatever the path has: %s', async (_case, id) => {
      const path = `/api/v1/quotes/${id}`;
      const headers = { Authorization: `Bearer ${organization.apiKey}` };
      expect((await service().call('GET', path, { headers })).status).toBe(404);
      expect((await service().call('GET', path)).status).toBe(401);
    });

    it.each(['Bearer', 'bearer', 'BEARER'])('accepts the same key as Authorization: %s', async (scheme) => {
      expect((await search({ Authorization: `${scheme} ${organization.apiKey}` })).status).toBe(200);
    });

    itRequiresFeature(
      service,
      'x-api-key-of-the-caller',
      'ignores another scheme next to x-api-key',
      async () => {
        const answer = await search({
          Authorization: 'Basic dXNlcjpwYXNz',
          'x-api-key': organization.apiKey,
        });
        expect(answer.status).toBe(200);
      },
    );

    itRequiresFeature(
      service,
      'x-api-key-of-the-caller',
      'uses the Bearer key if both headers are sent',
      async () => {
        const bearer = `Bearer ${organization.apiKey}`;
        expect((await search({ Authorization: bearer, 'x-api-key': 'not a key' })).status).toBe(200);
        expect(
          (await search({ Authorization: 'Bearer not-a-key', 'x-api-key': organization.apiKey })).status,
        ).toBe(401);
      },
    );

    const lastCharacterChanged = (key: string) => `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;

    it.each<[string, (key: string) => Record<string, string>]>([
      ['no key', () => ({})],
      ['an unknown key', () => ({ 'x-api-key': 'frk_test_000' })],
      ['a key with a bad checksum', (key) => ({ 'x-api-key': lastCharacterChanged(key) })],
      ['an empty x-api-key', () => ({ 'x-api-key': '' })],
      ['an empty Bearer', () => ({ Authorization: 'Bearer ' })],
      ['an empty Bearer next to a good key', (key) => ({ Authorization: 'Bearer', 'x-api-key': key })],
      ['only another scheme', () => ({ Authorization: 'Basic dXNlcjpwYXNz' })],
      ['two keys in one header', (key) => ({ 'x-api-key': `${key}, ${key}x` })],
      ['a very long key', () => ({ 'x-api-key': 'f'.repeat(5_000) })],
    ])('answers %s with 401', async (_, headers) => {
      const answer = await search(headers(organization.apiKey));
      expect(answer.status).toBe(401);
      expect(answer.text).not.toContain(organization.apiKey);
    });

    itRequiresFeature(
      service,
      'context-in-gateway-responses',
      'writes 401 in the error format of the path',
      async () => {
        const { json } = await search({});
        expect(json).toEqual({
          error: { code: 401, type: 'unauthorized', message: expect.stringMatching(/API key/) },
        });
      },
    );

    itRequiresFeature(
      service,
      'context-in-gateway-responses',
      'answers a key without an organization with 401 "Missing organization context", for terminals and rates',
      async () => {
        const { apiKey } = await service().freight<{ apiKey: string }>('key', 'create', '--no-org', '--json');
        const expected = {
          error: { code: 401, type: 'missing_organization', message: 'Missing organization context' },
        };
        const terminals = await service().call('GET', SEARCH, { key: apiKey });
        const rates = await service().call('POST', '/api/v1/rates', { key: apiKey, body: [] });
        expect([terminals.status, terminals.json]).toEqual([401, expected]);
        expect([rates.status, rates.json]).toEqual([401, expected]);
      },
    );

    it('accepts the key of a resumed organization', async () => {
      const { orgId, apiKey } = await createOrganization(service());
      await service().freight('org', 'suspend', orgId, '--json');
      await service().freight('org', 'resume', orgId, '--json');
      expect((await service().call('GET', SEARCH, { key: apiKey })).status).toBe(200);
    });

    it('answers a suspended organization with 403 before it validates the body', async () => {
      const suspended = await createOrganization(service());
      await service().freight('org', 'suspend', suspended.orgId, '--json');
      const answer = await service().call('POST', '/api/v1/rates', {
        key: suspended.apiKey,
        raw: 'not json',
      });
      expect(answer.status).toBe(403);
      expect(answer.json).toEqual({ error: { code: 403, type: 'forbidden', message: expect.any(String) } });
    });

    it('answers a key without the required scope with 403', async () => {
      const { apiKey } = await service().freight<{ apiKey: string }>(
        ...['key', 'create', organization.orgId, '--scopes', 'write', '--json'],
      );
      const answer = await service().call('POST', '/api/v1/rates', { key: apiKey, raw: 'not json' });
      expect(answer.status).toBe(403);
      expect(answer.json).toEqual({
        error: { code: 403, type: 'forbidden', message: expect.stringMatching(/scope/) },
      });
    });

    it('answers a revoked key with 401', async () => {
      const { apiKey, keyId } = await service().freight<{ apiKey: string; keyId: string }>(
        ...['key', 'create', organization.orgId, '--json'],
      );
      await service().freight('key', 'revoke', keyId, '--json');
      expect((await service().call('GET', SEARCH, { key: apiKey })).status).toBe(401);
    });

    it('answers rates with 400 if the organization has no billing information', async () => {
      const unbilled = await createOrganization(service(), '--no-billing');
      const lane = {
        originTerminal: 'APM Elizabeth Terminal',
        destinationCity: 'Chicago',
        destinationState: 'IL',
      };
      const answer = await service().call('POST', '/api/v1/rates', { key: unbilled.apiKey, body: [lane] });
      expect(answer.status).toBe(400);
      expect(answer.json).toEqual({
        error: { code: 400, type: 'billing_required', message: expect.stringMatching(/billing/i) },
      });
    });
  });
}

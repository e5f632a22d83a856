import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';

/** GET /api/v1/organization over HTTP. */
export function readOrganizationSuite(service: () => ServiceUnderTest): void {
  describe('GET /api/v1/organization', () => {
    let standard: TestOrganization;
    let enterprise: TestOrganization;
    beforeAll(async () => {
      standard = await createOrganization(service());
      enterprise = await createOrganization(
        service(),
        ...['--plan', 'enterprise', '--requests-per-minute', '1200', '--usage-limit', '7'],
        ...['--quote-limit', '3', '--no-billing'],
      );
    });

    const read = async (key: string, query = '') => {
      const { status, json } = await service().call('GET', `/api/v1/organization${query}`, { key });
      expect(status).toBe(200);
      return (json as { data: Record<string, unknown> }).data;
    };

    it('answers the organization of the key with its limits, also without billing information', async () => {
      expect(await read(standard.apiKey)).toEqual({
        id: standard.orgId,
        name: expect.any(String),
        mode: 'test',
        keyId: expect.stringMatching(/^key_/),
        scopes: ['read', 'write', 'admin'],
        plan: 'standard',
        limits: { requestsPerMinute: 1_000, burst: 500, ratesPerMonth: 10_000, quotesPerMonth: null },
        billing: true,
      });
      expect(await read(enterprise.apiKey)).toEqual({
        id: enterprise.orgId,
        name: expect.any(String),
        mode: 'test',
        keyId: expect.stringMatching(/^key_/),
        scopes: ['read', 'write', 'admin'],
        plan: 'enterprise',
        limits: { requestsPerMinute: 1_200, burst: 1_200, ratesPerMonth: 7, quotesPerMonth: 3 },
        billing: false,
      });
    });

    it('answers mode, id and scopes of the calling key, also if it may only read', async () => {
      const { apiKey, keyId } = await service().freight<{ apiKey: string; keyId: string }>(
        ...['key', 'create', standard.orgId, '--live', '--scopes', 'read', '--json'],
      );
      expect(await read(apiKey)).toMatchObject({
        id: standard.orgId,
        mode: 'live',
        keyId,
        scopes: ['read'],
      });
    });

    it('has an id that webhooks accept as orgId', async () => {
      const { id } = await read(standard.apiKey);
      const body = { url: 'http://127.0.0.1:9/', events: ['rfp.created'], orgId: id };
      const { status } = await service().call('POST', '/v1/webhooks', { key: standard.apiKey, body });
      expect(status).not.toBe(403);
    });

    it('shows a changed limit with the next call', async () => {
      await service().freight('org', 'quote-limit', enterprise.orgId, '4', '--json');
      expect(await read(enterprise.apiKey)).toMatchObject({ limits: { quotesPerMonth: 4 } });
    });

    it('never shows another organization, whatever the query asks', async () => {
      expect(await read(standard.apiKey, `?id=${enterprise.orgId}&orgId=${enterprise.orgId}`)).toMatchObject({
        id: standard.orgId,
      });
    });

    it('answers 400 to a repeated parameter, in the numeric format', async () => {
      const repeated = await service().call('GET', '/api/v1/organization?a=1&a=2', { key: standard.apiKey });
      expect([repeated.status, repeated.json]).toMatchObject([400, { error: { code: 400 } }]);
    });

    it('answers 404 to other methods', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const { status } = await service().call(method, '/api/v1/organization', { key: standard.apiKey });
        expect(status).toBe(404);
      }
    });
  });
}

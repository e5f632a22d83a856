import { describe, expect } from '@jest/globals';
import {
  createEnterprise,
  createOrganization,
  type ServiceUnderTest,
} from '../../support/service-under-test.ts';
import { itRequiresFeature } from './it-requires-feature.ts';

const SEARCH = '/api/v1/terminals/search?query=elizabeth';

/** The request rate of the plan: shared by the keys of an organization, separate for each organization. */
export function throttleSuite(service: () => ServiceUnderTest): void {
  describe('the request rate', () => {
    itRequiresFeature(
      service,
      'throttle-by-organization',
      'is limited by the plan of the organization: further calls get 429 in the format of the path, with Retry-After',
      async () => {
        const slow = await createEnterprise(service(), 5);
        const second = await service().freight<{ apiKey: string }>('key', 'create', slow.orgId, '--json');
        const keys = [slow.apiKey, second.apiKey];
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, index) =>
            service().call('GET', SEARCH, { key: keys[index % 2] ?? '' }),
          ),
        );
        const rejected = answers.filter(({ status }) => status === 429);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
        expect(rejected).toHaveLength(7);
        for (const { json, headers } of rejected) {
          expect(json).toEqual({
            error: { code: 429, type: 'rate_limited', message: expect.stringMatching(/rate limit/i) },
          });
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
          expect(headers.get('x-request-id')).toBeTruthy();
        }
        const other = await createOrganization(service());
        expect((await service().call('GET', SEARCH, { key: other.apiKey })).status).toBe(200);
      },
    );
  });
}

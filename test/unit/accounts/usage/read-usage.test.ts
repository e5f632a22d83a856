import { expect, it } from 'vitest';
import { readUsageUseCase } from '../../../../shared/accounts/usage/read-usage.ts';
import { createInMemoryUsage } from './in-memory-usage-reader.ts';

it('a usage response has the statement of the mode of the calling key', async () => {
  const reader = createInMemoryUsage();
  reader.setOrganization('org_1', { billing: true, usageLimit: 10 });
  reader.setUsed('org_1', 'live', '2026-11', 3);
  const readUsage = readUsageUseCase({ reader, now: () => new Date('2026-11-21T12:00:00Z') });

  expect(await readUsage({ orgId: 'org_1', mode: 'live' }, 2)).toEqual({
    ok: true,
    body: {
      status: 'success',
      data: {
        mode: 'live',
        period: '2026-11',
        used: 3,
        limit: 10,
        remaining: 7,
        resetsAt: '2026-12-01T00:00:00.000Z',
        billing: true,
        history: [{ period: '2026-11', used: 3 }],
        quotes: { used: 0, limit: null, remaining: null, history: [] },
      },
    },
  });
  expect(await readUsage({ orgId: 'org_2', mode: 'live' }, 2)).toEqual({
    ok: false,
    rejection: { kind: 'unauthorized', message: 'Missing organization context' },
  });
});

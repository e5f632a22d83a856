import { expect, it } from 'vitest';
import {
  ACTIVE_MAX_AGE_MS,
  createSuspensionLookup,
} from '../../../../shared/accounts/organizations/suspension-lookup.ts';

it('caches that an organization is active for 20 seconds, and never that it is suspended', async () => {
  const start = Date.UTC(2026, 10, 21);
  let ms = start;
  let status: string | undefined = 'active';
  const read: string[] = [];
  const isSuspended = createSuspensionLookup(
    async (orgId) => {
      read.push(orgId);
      return status;
    },
    () => new Date(ms),
  );
  expect(await isSuspended('org_1')).toBe(false);
  status = 'suspended';
  ms = start + ACTIVE_MAX_AGE_MS - 1;
  expect([await isSuspended('org_1'), await isSuspended('org_2')]).toEqual([false, true]);
  ms = start + ACTIVE_MAX_AGE_MS;
  expect([await isSuspended('org_1'), await isSuspended('org_1')]).toEqual([true, true]);
  status = 'active';
  expect(await isSuspended('org_1')).toBe(false);
  expect(read).toEqual(['org_1', 'org_2', 'org_1', 'org_1', 'org_1']);

  status = undefined;
  expect(await isSuspended('org_3')).toBe(false);
});

it('forgets that an organization was active when a later look-up finds it suspended', async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const statuses = [first.promise, second.promise, Promise.resolve('suspended')];
  const isSuspended = createSuspensionLookup(
    () => statuses.shift() ?? Promise.reject(new Error('unexpected')),
    () => new Date('2026-11-21T12:00:00Z'),
  );

  const early = isSuspended('org_1');
  const late = isSuspended('org_1');
  first.resolve('active');
  expect(await early).toBe(false);
  second.resolve('suspended');
  expect(await late).toBe(true);

  expect(await isSuspended('org_1')).toBe(true);
});

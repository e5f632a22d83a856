import { expect, it } from '@jest/globals';
import {
  ACTIVE_MAX_AGE_MS,
  createSuspensionLookup,
} from '../../../../shared/accounts/organizations/suspension-lookup.ts';

it('caches that an organization is active for 20 seconds, and never that it is suspended', async () => {
  let ms = 0;
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
  ms = ACTIVE_MAX_AGE_MS - 1;
  expect([await isSuspended('org_1'), await isSuspended('org_2')]).toEqual([false, true]);
  ms = ACTIVE_MAX_AGE_MS;
  expect([await isSuspended('org_1'), await isSuspended('org_1')]).toEqual([true, true]);
  status = 'active';
  expect(await isSuspended('org_1')).toBe(false);
  expect(read).toEqual(['org_1', 'org_2', 'org_1', 'org_1', 'org_1']);

  status = undefined;
  expect(await isSuspended('org_3')).toBe(false);
});

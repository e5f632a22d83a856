import { expect, it } from 'vitest';
import { OPERATOR } from '../../../../shared/accounts/audit/audit-event.ts';
import { replaceKey } from '../../../../shared/accounts/key-operations/change-keys.ts';
import { DAY_MS } from '../../../../shared/platform/time/utc-day.ts';
import { ACCOUNT, keysUnderTest } from './keys-under-test.ts';

/** From the year 10000 on, times as texts sort before earlier times. */
it('a rotated key never works longer than its own expiry', async () => {
  const expiresAt = '2027-03-02T10:00:00.000Z';
  const ports = await keysUnderTest({ expiresAt });

  const rotated = await replaceKey(ports, OPERATOR, ACCOUNT, ports.first.keyId, 3_000_000 * DAY_MS);

  expect(rotated).toMatchObject({ ok: true, oldEndsAt: expiresAt });
});

import { expect, it } from 'vitest';
import { ACCESS_REJECTIONS } from '../../../../shared/accounts/authorization/access-rejections.ts';

it('calls that are rejected before their operation have a kind and a message', () => {
  const unauthorized = (message: string) => ({ kind: 'unauthorized', message });
  const forbidden = (message: string) => ({ kind: 'forbidden', message });

  expect(ACCESS_REJECTIONS).toEqual({
    keyMissing: unauthorized(
      'Missing API key. Send it in the header x-api-key, or as Authorization: Bearer KEY.',
    ),
    keysDiffer: unauthorized('Two different API keys were sent in one header. Send one.'),
    keyMalformed: unauthorized('Invalid API key: it is mistyped or cut short. Copy it whole.'),
    keyUnknown: unauthorized('Invalid API key.'),
    keyExpired: unauthorized('Invalid API key.'),
    organizationMissing: unauthorized('Missing organization context'),
    organizationSuspended: forbidden('The organization is suspended. Contact support.'),
    readScopeMissing: forbidden('This API key lacks the scope read, which this operation needs.'),
    writeScopeMissing: forbidden('This API key lacks the scope write, which this operation needs.'),
    adminScopeMissing: forbidden('This API key lacks the scope admin, which this operation needs.'),
  });
});

import type { TestOrganization } from '../support/service-under-test.ts';
import { type Called, whereItHas } from './caller-checks.ts';
import { type Check, unlessWrong } from './check.ts';
import { callerOf, succeeded } from './organization-checks.ts';

const KEYS = '/api/v1/keys';

interface ShownKey {
  readonly id: string;
  readonly apiKey?: string;
}

/** API keys of a test organization, and the audit log of their changes. */
export function keyChecks(service: Called, ours: TestOrganization): Check[] {
  const call = callerOf(service, ours);
  const keyIn = (json: unknown) => Object(json).data as ShownKey;
  return [
    {
      name: 'a key is created, used, rotated and deleted, and the audit log has each change',
      run: () =>
        // One lookup by the caller's own key: the emulator calls by the key of an organization.
        whereItHas(service, 'x-api-key-of-the-caller', async () => {
          const order = { name: 'smoke', scopes: ['read'] };
          const created = keyIn(succeeded(await call('POST', KEYS, order), 'creating'));
          const used = await service.call('GET', '/api/v1/usage', { key: created.apiKey ?? '' });
          const escalated = await service.call('GET', KEYS, { key: created.apiKey ?? '' });
          const listed = await call('GET', KEYS);
          const rotated = keyIn(
            succeeded(await call('POST', `${KEYS}/${created.id}/rotate`, {}), 'rotating'),
          );
          succeeded(await call('DELETE', `${KEYS}/${rotated.id}`), 'deleting');
          succeeded(await call('DELETE', `${KEYS}/${created.id}`), 'deleting the rotated one');
          const log = succeeded(await call('GET', '/api/v1/audit-log'), 'the audit log');
          const actions = (Object(log).data as { readonly action: string }[]).map(({ action }) => action);
          const missing = ['key.created', 'key.rotated', 'key.deleted'].filter(
            (action) => !actions.includes(action),
          );
          return unlessWrong([
            ...(used.status === 200 ? [] : [`the new key gets ${used.status}`]),
            ...(escalated.status === 403 ? [] : [`without the scope admin, it gets ${escalated.status}`]),
            ...(listed.text.includes(created.id) ? [] : ['it is not listed']),
            ...(listed.text.includes(created.apiKey ?? 'frk_') ? ['the list shows the key itself'] : []),
            ...(rotated.id === created.id ? ['the rotated key has the same id'] : []),
            ...missing.map((action) => `the audit log has no ${action}`),
          ]);
        }),
    },
  ];
}

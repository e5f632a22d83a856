import { describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../../../shared/platform/account/account.ts';
import { createWebhookCache } from '../../../../../shared/webhooks/deliveries/attempts/webhook-cache.ts';
import { aMessage, aWebhook } from './doubles.ts';

describe('the webhooks of a run', () => {
  it('are read once for each account and webhook', async () => {
    const get = vi.fn(async (account: Account, id: string) => aWebhook({ ...account, id }));
    const webhookOf = createWebhookCache({ get });

    const [first, second] = await Promise.all([webhookOf(aMessage()), webhookOf(aMessage())]);
    expect(first).toEqual(aWebhook());
    expect(second).toBe(first);
    expect(get).toHaveBeenCalledTimes(1);
    expect(get).toHaveBeenCalledWith({ orgId: 'org_1', mode: 'live' }, 'wh_1');

    expect(await webhookOf(aMessage({ orgId: 'org_2' }))).toMatchObject({ orgId: 'org_2' });
    expect(await webhookOf(aMessage({ mode: 'test' }))).toMatchObject({ mode: 'test' });
    expect(await webhookOf(aMessage({ webhookId: 'wh_2' }))).toMatchObject({ id: 'wh_2' });
    expect(get).toHaveBeenCalledTimes(4);
  });

  it('are read again after a failure', async () => {
    const get = vi.fn(async () => aWebhook());
    get.mockRejectedValueOnce(new Error('unavailable'));
    const webhookOf = createWebhookCache({ get });

    await expect(webhookOf(aMessage())).rejects.toThrow('unavailable');
    expect(await webhookOf(aMessage())).toEqual(aWebhook());
  });
});

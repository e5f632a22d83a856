import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { verifyWebhook } from '../../../clients/typescript/src/index.ts';
import { eventually } from '../../support/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import {
  consoleUnderTest,
  createQuote,
  createWebhook,
  deliveriesOf,
  focusOn,
  loseFirstAnswer,
  tabTo,
} from './console-under-test.ts';

/** What a broken receiver answers. */
const HTML = '<h1>Broken</h1><script>globalThis.wasRun = true</script><img src=x onerror="wasRun = true">';

// Without delays between attempts, a delivery to a broken receiver fails within seconds.
const { site, open } = consoleUnderTest({ WEBHOOK_RETRY_SCHEDULE: '0,0,0,0,0' });
let receiver: WebhookReceiver;
let orgId = '';
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  orgId = (await site.call<{ data: { id: string } }>('GET', '/api/v1/organization')).data.id;
});
afterAll(() => receiver.stop());

interface Answer<Data> {
  readonly data: Data;
}

const register = (path: string) => createWebhook(site, `${receiver.url}${path}`);
const unregister = (id: string) => site.call('DELETE', `/v1/webhooks/${id}`);

/** Everything that a browser keeps of a page. */
const stored = (page: Page) =>
  page.evaluate<string>(
    'JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie])',
  );

describe('a webhook', () => {
  it('is created and tested by keyboard only, and its secret is shown once', async () => {
    const { page } = await open('/webhooks');
    await page.getByText('No webhooks yet').waitFor();
    await tabTo(page, 'link', 'New webhook');
    await page.keyboard.press('Enter');
    await focusOn(page.getByRole('heading', { level: 1, name: 'New webhook' }));
    await tabTo(page, 'button', 'Create the webhook');
    await page.keyboard.press('Enter');
    await page.getByText('Enter the address of your receiver.').waitFor();
    await page.getByText('Choose at least one event.').waitFor();
    await page.getByRole('heading', { level: 1 }).focus();
    await tabTo(page, 'textbox', 'Address');
    await page.keyboard.type(`${receiver.url}/keyboard`);
    await tabTo(page, 'checkbox', /quote\.updated/);
    await page.keyboard.press('Space');
    await tabTo(page, 'button', 'Create the webhook');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Copy the signing secret now').waitFor();
    const secret = (await page.locator('[data-secret]').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    expect(await stored(page)).not.toContain(secret);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tabTo(page, 'button', 'Copy the signing secret');
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: 'Copied the signing secret' })
      .waitFor({ state: 'attached' });
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await tabTo(page, 'button', 'I stored the secret');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Send a test event' }).waitFor();
    await focusOn(page.getByRole('heading', { level: 1 }));
    await tabTo(page, 'button', 'Send the test event');
    await page.keyboard.press('Enter');
    await page.getByText('Your receiver accepted the event.').waitFor();
    const [arrival] = receiver.on('/keyboard');
    const event = await verifyWebhook(arrival?.body ?? '', arrival?.headers ?? {}, secret);
    expect(event.event).toBe('quote.updated');
    expect(await page.content()).not.toContain(secret);
    expect(await stored(page)).not.toContain(secret);
    await unregister(
      page
        .url()
        .split(/[/?]/)
        .find((part) => part.startsWith('wh_')) ?? '',
    );
  });

  it('whose creation lost its answer exists once, and leads to a new secret', async () => {
    const { page } = await open('/webhooks/new', { faults: true });
    await page.getByLabel('Address').fill(`${receiver.url}/lost`);
    await page.getByRole('checkbox', { name: /quote\.created/ }).check();
    const sent = await loseFirstAnswer(page, '**/v1/webhooks', 'POST');
    await page.getByRole('button', { name: 'Create the webhook' }).click();
    await page.getByRole('alert').getByText('No connection to the service').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText('The signing secret was lost').waitFor();
    await page.getByRole('link', { name: 'Open the webhook' }).click();
    await page.getByRole('button', { name: 'Replace the secret' }).click();
    await page.getByRole('dialog').getByText('two signatures').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByRole('alert').getByText('The previous secret stays valid until').waitFor();
    const secret = (await page.locator('[data-secret]').textContent()) ?? '';
    const { data } = await site.call<Answer<readonly { id: string; url: string }[]>>('GET', '/v1/webhooks');
    const webhooks = data.filter(({ url }) => url.endsWith('/lost'));
    expect([webhooks.length, sent.length]).toEqual([1, 2]);
    // The only copy of the secret is not left without a question.
    await page.getByRole('tab', { name: 'Test' }).click();
    await page.getByRole('dialog').getByText('The signing secret is not shown again.').waitFor();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    expect(await page.locator('[data-secret]').textContent()).toBe(secret);
    await page.getByRole('button', { name: 'I stored the secret' }).click();
    await page.getByText('The previous one stays valid until').waitFor();
    // The page knows its own rotation, and does not report a change by another person.
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: /quote\.deleted/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Test' }).click();
    await page.getByRole('button', { name: 'Send the test event' }).click();
    await page.getByText('Your receiver accepted the event.').waitFor();
    const [arrival] = receiver.on('/lost');
    await verifyWebhook(arrival?.body ?? '', arrival?.headers ?? {}, secret);
    expect(String(arrival?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(await page.content()).not.toContain(secret);
    await unregister(webhooks[0]?.id ?? '');
  });

  it('is changed, disabled, enabled and deleted, and a change of another tab is not overwritten', async () => {
    const id = await register('/settings');
    const { page } = await open(`/webhooks/${id}?tab=settings`, { faults: true });
    await page.getByRole('checkbox', { name: /quote\.deleted/ }).waitFor();
    await site.call('PUT', `/v1/webhooks/${id}`, { events: ['rfp.created'], orgId });
    await page.getByRole('checkbox', { name: /quote\.deleted/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('The webhook was changed in the meantime').waitFor();
    await page.getByRole('button', { name: 'Load the current values' }).click();
    await page.getByRole('checkbox', { name: /rfp\.created/, checked: true }).waitFor();
    await page.getByText('The webhook was changed in the meantime').waitFor({ state: 'detached' });
    expect(await page.getByRole('checkbox', { name: /quote\.created/ }).isChecked()).toBe(false);
    await page.getByRole('checkbox', { name: /quote\.deleted/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { data } = await site.call<Answer<{ events: string[] }>>('GET', `/v1/webhooks/${id}`);
    expect([...data.events].sort()).toEqual(['quote.deleted', 'rfp.created']);

    // A change that is not saved is not discarded.
    await page.getByRole('checkbox', { name: /quote\.updated/ }).check();
    await page.getByText('Save the address and events first').waitFor();
    expect(await page.getByRole('button', { name: 'Disable the webhook' }).count()).toBe(0);
    await page.getByRole('checkbox', { name: /quote\.updated/ }).uncheck();
    await page.getByRole('button', { name: 'Disable the webhook' }).click();
    await page.getByRole('dialog').getByText('Pending deliveries fail').waitFor();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByText('This webhook is disabled: no events are sent to it').waitFor();
    await page.getByText('Disabled by its owner.').waitFor();
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByText('The webhook is disabled. Enable it').waitFor();
    expect(await page.getByRole('button', { name: 'Recover' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Enable the webhook' }).click();
    await page.getByRole('button', { name: 'Disable the webhook' }).waitFor();

    await page.getByRole('button', { name: 'Delete the webhook' }).click();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.getByRole('row', { name: /settings/ }).waitFor({ state: 'detached' });
    expect(await site.call('GET', `/v1/webhooks/${id}`)).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('deliveries', () => {
  it('to a broken receiver show its answer as text, are sent again after the repair, and count in the health', async () => {
    let isBroken = true;
    // Retry-After keeps the delivery pending.
    receiver.answer('/broken', () =>
      isBroken
        ? { status: 500, headers: { 'content-type': 'text/html', 'retry-after': '3600' }, body: HTML }
        : { status: 204 },
    );
    const id = await register('/broken');
    await createQuote(site);
    await eventually(
      async () => receiver.on('/broken').length,
      (count) => count > 0,
    );
    const { page } = await open(`/webhooks/${id}?tab=deliveries`);
    const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
    await row.getByText('Pending').waitFor();
    await row.getByText(/Next attempt/).waitFor();
    await row.getByRole('link').click();
    const attempt = page.getByRole('region', { name: 'Attempt 1', exact: true });
    await attempt.getByText('HTTP 500').first().waitFor();
    await attempt.getByText(HTML).waitFor();
    const first = receiver.on('/broken')[0];
    for (const name of ['webhook-id', 'x-delivery-id', 'x-delivery-attempt'])
      await attempt.getByText(String(first?.headers[name])).first().waitFor();
    expect(await page.getByRole('region', { name: 'Request body' }).last().textContent()).toBe(
      JSON.stringify(JSON.parse(first?.body ?? ''), undefined, 2),
    );
    expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Broken' }).count()).toBe(0);

    isBroken = false;
    await page.getByText('This one stays as it is. Its own attempts continue.').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByText('the same event id').waitFor();
    await page.getByRole('button', { name: 'Send the event' }).click();
    // The page reads a pending delivery again until its attempt is logged.
    await page.getByText('Repeats').waitFor();
    await page.getByText('Delivered', { exact: true }).waitFor();
    await page.getByText('The answer has no body.').waitFor();
    const [, second] = receiver.on('/broken');
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);

    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('tab', { name: 'Overview' }).click();
    const health = page.getByRole('region', { name: 'Health' });
    await health.getByText('50%').first().waitFor();
    await health.getByText('2, 1 failed').waitFor();
    await page.getByRole('img', { name: /Success rate by hour/ }).waitFor();
    await page.getByRole('img', { name: /Answer time by hour/ }).waitFor();
    await page.getByText('Show the figures').first().click();
    const hours = page.getByRole('table', { name: 'Success rate by hour' });
    // A new hour can begin between the two attempts.
    expect(await hours.getByRole('row').count()).toBeGreaterThanOrEqual(2);
    await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
    await page
      .getByRole('row', { name: /broken/ })
      .getByText('2 attempts')
      .waitFor();
    await unregister(id);
  });

  it('are found by status, event and time, and are paged; the address keeps it', async () => {
    const id = await register('/many');
    for (let index = 0; index < 21; index += 1) await createQuote(site);
    await deliveriesOf(site, id, 21);
    const { page } = await open(`/webhooks/${id}`);
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Older deliveries.').waitFor();
    await rows.nth(1).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    await page.reload();
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    await page.goBack();
    await page.getByText('Newest first.').waitFor();
    await rows.nth(19).waitFor();
    const none = page.getByText('No delivery matches the filter');
    await page.getByLabel('Status').selectOption('failed');
    await none.waitFor();
    await page.getByLabel('Status').selectOption('delivered');
    await rows.nth(19).waitFor();
    await page.getByLabel('Event').selectOption('quote.deleted');
    await none.waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await rows.nth(19).waitFor();
    await page.getByLabel('Created before', { exact: true }).fill('2026-01-01T12:00');
    await page.getByLabel('Created before', { exact: true }).press('Enter');
    await none.waitFor();
    expect(new URL(page.url()).searchParams.get('until')).toMatch(/^2026-01-01T\d\d:00:00\.000Z$/);
    await page.getByLabel('Created from', { exact: true }).fill('2026-01-02T12:00');
    await page.getByLabel('Created from', { exact: true }).press('Enter');
    await page.getByText('Enter a time that is not before the first time.').waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await rows.nth(19).waitFor();
    await unregister(id);
  });

  it('that failed in an outage are recovered once', async () => {
    let isDown = true;
    receiver.answer('/outage', () => ({ status: isDown ? 503 : 200 }));
    const id = await register('/outage');
    await createQuote(site);
    await deliveriesOf(site, id, 1, 'failed');
    isDown = false;
    const { page } = await open(`/webhooks/${id}?tab=deliveries&status=failed`);
    await page.getByText('6 of 6').waitFor();
    const recover = async () => {
      await page.getByRole('button', { name: 'Recover' }).click();
      await page.getByRole('dialog').getByText('A receiver that processes each id once').waitFor();
      await page.getByRole('button', { name: 'Send them again' }).click();
    };
    await recover();
    await page.getByText('Sent again: 1 event.').waitFor();
    await page.getByText('Was sent again').waitFor();
    await deliveriesOf(site, id, 1);
    await recover();
    await page.getByText('The period has no failed deliveries to send again.').waitFor();
    expect(receiver.on('/outage')).toHaveLength(7);
    await unregister(id);
  });
});

describe('faults', () => {
  it('of a webhook that another tab deleted or disabled show the current state', async () => {
    const id = await register('/faults');
    await createQuote(site);
    const [delivery] = await deliveriesOf(site, id, 1);
    const { page } = await open(`/webhooks/${id}/deliveries/${delivery?.id}`, { faults: true });
    await site.call('PUT', `/v1/webhooks/${id}`, { events: ['quote.created'], orgId, enabled: false });
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Send the event' }).click();
    await page.getByRole('alert').getByText('This is not possible now').waitFor();
    await page
      .getByRole('alert')
      .getByText(/The webhook is disabled/)
      .waitFor();
    await page.getByRole('alert').getByText('Request id').waitFor();

    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Enable the webhook' }).waitFor();
    await unregister(id);
    await page.getByRole('button', { name: 'Enable the webhook' }).click();
    await page.getByRole('alert').getByText('This webhook does not exist').waitFor();
    await page.goto(`${site.url}/console/webhooks/${id}/deliveries/${delivery?.id}`);
    await page.getByRole('alert').getByText('This delivery does not exist').waitFor();
    await page.getByRole('link', { name: 'Show all webhooks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consoleUnderTest, createKey, signIn } from './console-under-test.ts';

const { site, open } = consoleUnderTest();

interface Key {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
}

const keysNamed = async (name: string) => {
  const { data } = await site.call<{ data: readonly Key[] }>('GET', '/api/v1/keys');
  return data.filter((key) => key.name === name);
};
const statusOf = async (key: string) =>
  (await fetch(`${site.url}/api/v1/usage`, { headers: { 'x-api-key': key } })).status;

/** The key in the dialog, which then closes. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Copy the key now').waitFor();
  // Neither Escape nor a click outside the dialog loses the key.
  await page.keyboard.press('Escape');
  const secret = (await dialog.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^frk_test_[0-9A-Za-z]{33}$/);
  await dialog.getByRole('button', { name: 'I stored the key' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret;
}

describe('keys', () => {
  it('are created with scopes and an expiry, shown once, rotated with an overlap and deleted', async () => {
    const { page } = await open('/settings/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name').fill('Nightly report');
    await dialog.getByLabel('Write').check();
    await dialog.getByLabel('Expires').selectOption({ label: 'In 90 days' });
    await dialog.getByText(/The key works until .* 11:59/).waitFor();
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    const secret = await takeSecret(page);
    expect(await statusOf(secret)).toBe(200);
    const stored = 'JSON.stringify([Object.values(sessionStorage), Object.values(localStorage)])';
    expect(await page.evaluate(stored)).not.toContain(secret);
    expect(await page.content()).not.toContain(secret);
    const [created] = await keysNamed('Nightly report');
    expect(created).toMatchObject({ scopes: ['read', 'write'], expiresAt: expect.any(String) });

    await page.getByRole('button', { name: 'Rotate Nightly report' }).click();
    await dialog.getByLabel('How long the old key still works').selectOption({ label: '3 days' });
    await dialog.getByRole('button', { name: 'Rotate the key' }).click();
    const next = await takeSecret(page);
    expect(next).not.toBe(secret);
    expect([await statusOf(secret), await statusOf(next)]).toEqual([200, 200]);
    await page.getByRole('button', { name: 'Delete Nightly report' }).nth(1).waitFor();
    expect(await keysNamed('Nightly report')).toHaveLength(2);

    await page.getByRole('button', { name: 'Delete Nightly report' }).first().click();
    for (const text of ['Nightly report', 'stop working within a minute', 'convert and delete quotes'])
      await dialog.getByText(text).first().waitFor();
    await dialog.getByRole('button', { name: 'Delete the key' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete Nightly report' }).nth(1).waitFor({ state: 'detached' });
    expect(await keysNamed('Nightly report')).toHaveLength(1);
  });

  it('of the session end it with an explanation when they are rotated or deleted', async () => {
    const key = await createKey(site, 'Own key', ['read', 'write', 'admin']);
    const { page } = await open('/settings/keys', { key, faults: true });
    await page.getByRole('button', { name: 'Rotate Own key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You are signed in with this key.').waitFor();
    await dialog.getByRole('button', { name: 'Rotate the key' }).click();
    const next = await takeSecret(page);
    await page.getByRole('alert').getByText('You rotated the key of this session').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await signIn(page, next);
    await page.getByRole('button', { name: 'Delete Own key' }).last().click();
    await dialog.getByText('The deletion ends your session.').waitFor();
    await dialog.getByRole('button', { name: 'Delete the key' }).click();
    await page.getByRole('alert').getByText('You deleted the key of this session').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('with scopes that the session lacks are neither offered nor rotated', async () => {
    const key = await createKey(site, 'Key desk', ['read', 'admin']);
    const { page } = await open('/settings/keys', { key });
    await page.getByText('This key can only read').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    expect([
      await dialog.getByLabel('Write').isDisabled(),
      await dialog.getByLabel('Admin').isDisabled(),
    ]).toEqual([true, false]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rotate First key' }).click();
    await dialog.getByText('has a scope that your key does not have: Write').waitFor();
    expect(await dialog.getByRole('button', { name: 'Rotate the key' }).count()).toBe(0);
  });
});

it('a key without the scope admin is offered neither keys nor the audit log, and sends no call for them', async () => {
  const key = await createKey(site, 'Reader');
  const { page } = await open('/settings/keys', { key });
  await page.getByText('API keys and the audit log need a key that has the scope admin').waitFor();
  expect(await page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
  const navigation = page.getByRole('navigation', { name: 'Console' });
  await navigation.getByRole('link', { name: 'Usage and limits' }).waitFor();
  expect(await navigation.getByRole('link', { name: /API keys|Audit log/ }).count()).toBe(0);
  await page.goto(`${site.url}/console/settings/audit-log`);
  await page.getByText('Not available with this key').waitFor();
  // A rejected call would be a problem of the page.
});

it('the audit log shows who changed what, the value before, and older changes page by page', async () => {
  const { data: organization } = await site.call<{ data: { id: string } }>('GET', '/api/v1/organization');
  const orgId = organization.id;
  const { data: webhook } = await site.call<{ data: { id: string } }>('POST', '/v1/webhooks', {
    url: 'http://127.0.0.1:9191/hooks',
    events: ['rfp.created'],
    orgId,
  });
  const update = (events: readonly string[]) =>
    site.call('PUT', `/v1/webhooks/${webhook.id}`, { events, orgId });
  await update(['rfp.created', 'quote.created']);
  const { page } = await open('/settings/audit-log');
  const table = page.getByRole('table', { name: 'Changes' });
  const change = table.getByRole('row').nth(1);
  await change.getByText('Webhook changed').waitFor();
  // The names of keys can arrive after the changes.
  for (const part of [
    'Events: rfp.created, quote.created (before: rfp.created)',
    'Key: First key (this session)',
    'Request id',
  ])
    await change.filter({ hasText: part }).waitFor();
  expect(await change.locator('time').getAttribute('title')).toMatch(/UTC$/);
  await table.getByText('Organization created').waitFor();
  await table.getByText('Operator of the service').first().waitFor();

  for (let index = 0; index < 50; index += 1) await update(['quote.created']);
  await page.reload();
  await page.getByText('The newest 50 changes').waitFor();
  expect(await table.getByText('Organization created').count()).toBe(0);
  await page.getByRole('button', { name: 'Show older changes' }).click();
  await table.getByText('Organization created').waitFor();
  await page.getByText('to the oldest that is kept').waitFor();
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { overflow, seriousFindings } from '../browser.ts';
import { consoleUnderTest, createQuote, dayAhead, focusOn, loseFirstAnswer } from './console-under-test.ts';

interface Quote {
  readonly quote_id: string;
  readonly outcome: string;
  readonly equipment_type: string;
  readonly customer: string;
  readonly customer_reference: string;
  readonly special_requirements: readonly string[];
  readonly revises?: string;
  readonly superseded_by?: string;
  readonly decline?: object;
  readonly conversion?: object;
}

const { site, open } = consoleUnderTest();

const quoteOf = async (id: string) =>
  (await site.call<{ quote: Quote }>('GET', `/api/v1/quotes/${id}`)).quote;
const idOf = (page: Page) => page.url().split('/').at(-1) ?? '';
const dialog = (page: Page) => page.getByRole('dialog');

describe('a conversion', () => {
  it('records who converted the quote and the order of the customer', async () => {
    const id = await createQuote(site);
    const { page } = await open(`/quotes/${id}`);
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await focusOn(dialog(page).getByLabel('Converted by'));
    await dialog(page).getByLabel('Converted by').fill(' Dispatch ');
    await dialog(page).getByLabel('Order reference').fill('<b>SO-7731</b>');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Convert the quote' }).click();
    await focusOn(page.getByRole('region', { name: 'The quote was converted' }));
    await page.getByText('<b>SO-7731</b>').waitFor();
    expect((await quoteOf(id)).conversion).toMatchObject({
      converted_by: 'Dispatch',
      order_reference: '<b>SO-7731</b>',
    });
    expect(await page.getByRole('button', { name: 'Decline' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Revise' }).count()).toBe(0);
  });

  it('of a quote that another person revised is rejected, with the way to the newer quote', async () => {
    const id = await createQuote(site);
    const { page } = await open(`/quotes/${id}`, { faults: true });
    await page.getByRole('button', { name: 'Convert', exact: true }).waitFor();
    const { quote } = await site.call<{ quote: Quote }>('POST', `/api/v1/quotes/${id}/revise`, {});
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.getByRole('button', { name: 'Convert the quote' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('It was revised meanwhile').waitFor();
    await page.getByText('Revised', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Convert', exact: true }).count()).toBe(0);
    await alert.getByRole('link', { name: 'Open the newer quote' }).click();
    await page.waitForURL(new RegExp(quote.quote_id));
    await page.getByRole('link', { name: id }).waitFor();
  });
});

describe('a decline', () => {
  it('needs a reason and a price within the limits, and is shown on the quote', async () => {
    const id = await createQuote(site);
    const { page } = await open(`/quotes/${id}`, { faults: true });
    await page.getByRole('button', { name: 'Decline' }).click();
    await focusOn(dialog(page).getByLabel('Reason'));
    await page.keyboard.press('Escape');
    await focusOn(page.getByRole('button', { name: 'Decline' }));
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('Price of the competitor').fill('cheap');
    await dialog(page).getByRole('button', { name: 'Decline the quote' }).click();
    await page.getByText(/^This field must be a number/).waitFor();
    await focusOn(dialog(page).getByLabel('Reason'));
    expect(await seriousFindings(page)).toEqual([]);
    expect((await quoteOf(id)).outcome).toBe('open');
    await dialog(page).getByLabel('Reason').selectOption('price');
    await dialog(page).getByLabel('Price of the competitor').fill('1,150.50');
    await dialog(page).getByLabel('Note').fill('Rail was <i>cheaper</i>.');
    await dialog(page).getByRole('button', { name: 'Decline the quote' }).click();
    await focusOn(page.getByRole('region', { name: 'The quote was declined' }));
    await page.getByText('Declined', { exact: true }).waitFor();
    await page.getByText('$1,150.50').waitFor();
    await page.getByText('Rail was <i>cheaper</i>.').waitFor();
    expect((await quoteOf(id)).decline).toMatchObject({ reason: 'price', competitor_price: 1150.5 });
    expect(await page.getByRole('link', { name: 'Revise' }).count()).toBe(1);
  });

  it('shows errors of the API at the fields', async () => {
    const id = await createQuote(site);
    const { page } = await open(`/quotes/${id}`, { faults: true });
    await page.route(`**/api/v1/quotes/${id}/decline`, (route) =>
      route.fulfill({
        status: 400,
        json: {
          error: {
            code: 'INVALID_PARAMETERS',
            message: 'Invalid.',
            details: { errors: [{ field: 'note', message: 'must not contain this' }] },
          },
        },
      }),
    );
    await page.getByRole('button', { name: 'Decline' }).click();
    await dialog(page).getByLabel('Reason').selectOption('other');
    await dialog(page).getByRole('button', { name: 'Decline the quote' }).click();
    await dialog(page).getByText('This field must not contain this.').waitFor();
    expect(await dialog(page).getByLabel('Note').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a revision', () => {
  it('begins with the old request, is made once, and both quotes link to each other', async () => {
    const id = await createQuote(site, { customer: 'Acme Imports' });
    const { page } = await open(`/quotes/${id}`, { faults: true });
    await page.getByRole('link', { name: 'Revise' }).click();
    expect(await page.getByRole('combobox', { name: 'Origin' }).inputValue()).toBe('USLAX');
    expect(await page.getByRole('combobox', { name: 'Destination' }).inputValue()).toBe('Phoenix, AZ');
    expect(await page.getByLabel('Pickup date').inputValue()).toBe(dayAhead(2));
    expect(await page.getByLabel('Customer', { exact: true }).inputValue()).toBe('Acme Imports');
    expect(await page.getByLabel('Customer reference').inputValue()).toBe('PO-1042');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Equipment').selectOption('container_20');
    await page.getByLabel('Customer reference').fill('');
    await page.getByLabel('Special requirements').first().press('Backspace');
    await page.keyboard.press('Tab');
    const keys = await loseFirstAnswer(page, `**/api/v1/quotes/${id}/revise`, 'POST');
    await page.getByRole('button', { name: 'Make the revision' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Revises', { exact: true }).waitFor();
    const newer = idOf(page);
    expect(keys).toEqual([expect.stringMatching(/^.{36}$/), keys[0]]);
    expect(await quoteOf(newer)).toMatchObject({
      revises: id,
      equipment_type: 'container_20',
      customer: 'Acme Imports',
      customer_reference: '',
      special_requirements: [],
    });
    await page.getByRole('link', { name: id }).click();
    await page.getByRole('link', { name: newer }).waitFor();
    expect((await quoteOf(id)).superseded_by).toBe(newer);
  });
});

describe('a sheet', () => {
  it('is shown with its own style under the policy of the console, and downloaded as PDF', async () => {
    const id = await createQuote(site);
    await site.call('POST', `/api/v1/quotes/${id}/share`, {});
    const { page } = await open(`/quotes/${id}`, { viewport: 'phone' });
    await page.getByRole('link', { name: 'Open sheet' }).click();
    const table = page.getByRole('table', { name: 'Price', exact: true });
    await table.waitFor();
    expect(
      await table.evaluate(
        (element) => element.ownerDocument.defaultView?.getComputedStyle(element).borderCollapse,
      ),
    ).toBe('collapse');
    expect(await overflow(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`quote-${id}.pdf`);
    expect((await readFile(await file.path(), 'latin1')).slice(0, 5)).toBe('%PDF-');
  });
});

describe('a share link', () => {
  const openedBy = async (url: string) => (await fetch(url)).status;
  const linkOf = async (page: Page) =>
    (await page.getByRole('link', { name: /shared-quotes/ }).textContent()) ?? '';
  const views = (page: Page) =>
    page.getByRole('region', { name: 'Share link' }).locator('dd').nth(1).textContent();

  it('is created within the limits of days, replaced and revoked, and the focus follows', async () => {
    const id = await createQuote(site);
    const { page } = await open(`/quotes/${id}/sheet`, { faults: true });
    await page.getByText('This quote has no valid share link.').waitFor();
    await page.getByRole('button', { name: 'Create a share link' }).click();
    const days = dialog(page).getByLabel('Days until the link expires');
    await focusOn(days);
    expect(await days.inputValue()).toBe('');
    await days.fill('91');
    await page.keyboard.press('Enter');
    await dialog(page)
      .getByText(/^This field must be .*1 to 90/)
      .waitFor();
    await days.fill('1');
    await page.keyboard.press('Enter');
    const notice = page.getByRole('region', { name: 'Copy the link now' });
    await focusOn(notice);
    const first = await linkOf(page);
    expect(await openedBy(first)).toBe(200);
    const { expires_at: expiry, created_at: creation } = await site.call<Record<string, string>>(
      'GET',
      `/api/v1/quotes/${id}/share`,
    );
    expect(Date.parse(expiry ?? '') - Date.parse(creation ?? '')).toBe(86_400_000);

    await page.reload();
    await page.getByText('Last view').waitFor();
    expect(await views(page)).toBe('1');
    expect(await notice.count()).toBe(0);
    await loseFirstAnswer(page, `**/api/v1/quotes/${id}/share`, 'POST');
    await page.getByRole('button', { name: 'Replace the link' }).click();
    await dialog(page).getByRole('button', { name: 'Replace the link' }).click();
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await focusOn(notice);
    const second = await linkOf(page);
    expect(await views(page)).toBe('0');
    expect([await openedBy(first), await openedBy(second)]).toEqual([404, 200]);

    await page.getByRole('button', { name: 'Revoke the link' }).click();
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    await focusOn(page.getByRole('button', { name: 'Revoke the link' }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await focusOn(page.getByRole('region', { name: 'The link was revoked' }));
    expect(await openedBy(second)).toBe(404);
    expect(await page.getByRole('link', { name: /shared-quotes/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Create a share link' }).waitFor();
  });
});

it('the form of a quote offers accessorials of the own tariff by name', async () => {
  await site.call('PUT', '/api/v1/accessorials', {
    accessorials: [{ name: 'gate_appointment', title: 'Gate appointment', amount: 25, unit: 'flat' }],
  });
  const { page } = await open('/quotes/new');
  await page.getByRole('combobox', { name: 'Origin' }).fill('USLAX');
  await page.getByRole('combobox', { name: 'Destination' }).fill('Phoenix, AZ');
  await page.getByLabel('Special requirements').first().fill('Gate app');
  await page.getByRole('option', { name: 'Gate appointment' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Make the quote' }).click();
  await page.getByRole('heading', { level: 1, name: / to / }).waitFor();
  await page.getByRole('region', { name: 'Price' }).getByText('Gate appointment').waitFor();
  expect((await quoteOf(idOf(page))).special_requirements).toEqual(['gate_appointment']);
  await site.call('PUT', '/api/v1/accessorials', { accessorials: [] });
});

it('the list is filtered by outcome', async () => {
  await createQuote(site, { customer_reference: 'STILL-OPEN' });
  const lost = await createQuote(site, { customer_reference: 'NOW-LOST' });
  await site.call('POST', `/api/v1/quotes/${lost}/decline`, { reason: 'price' });
  const { page } = await open('/quotes?outcome=open');
  await page.getByText('STILL-OPEN').waitFor();
  expect(await page.getByText('NOW-LOST').count()).toBe(0);
  await page.getByLabel('Outcome').selectOption('lost');
  await page.waitForURL(/outcome=lost/);
  await page.getByText('NOW-LOST').waitFor();
  expect(await page.getByText('STILL-OPEN').count()).toBe(0);
});

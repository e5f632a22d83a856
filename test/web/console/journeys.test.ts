import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { consoleUnderTest, createQuote, dayAhead, focusOn, tabTo } from './console-under-test.ts';

const { site, open } = consoleUnderTest();

describe('rates', () => {
  it('are priced, explained and quoted by keyboard only', async () => {
    const { page } = await open('/rates');
    await tabTo(page, 'combobox', 'Terminal');
    await page.keyboard.type('apm eliz');
    // During typing, the list has other terminals first.
    await page
      .getByRole('listbox', { name: 'Terminals' })
      .getByRole('option')
      .first()
      .getByText('APM Elizabeth Terminal')
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(page, 'combobox', 'Destination');
    await page.keyboard.type('Allentown, PA 18101');
    await page.keyboard.press('Enter');
    const rate = page.getByRole('article', { name: /Rate from APM Elizabeth Terminal to Allentown/ });
    await rate.waitFor();
    await focusOn(page.getByRole('heading', { name: 'Rate', exact: true }));
    const text = (await rate.textContent()) ?? '';
    for (const part of ['Linehaul', 'Fuel', 'Surcharges', '80% range', 'Confidence', 'cost model'])
      expect(text).toContain(part);
    await page.getByRole('img', { name: /Rate by week: 13 past weeks/ }).waitFor();
    await tabTo(page, 'link', 'Quote this');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Price before the quote' }).getByText('Total').waitFor();
    await tabTo(page, 'button', 'Make the quote');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/quotes\/Q-/);
    await page.getByRole('heading', { level: 1, name: /APM Elizabeth Terminal to Allentown/ }).waitFor();
    const id = page.url().split('/').at(-1);
    const { quote } = await site.call<{ quote: { equipment_type: string } }>('GET', `/api/v1/quotes/${id}`);
    expect(quote.equipment_type).toBe('container_40');
  });

  it('of pasted rows become a table and a CSV file', async () => {
    const { page } = await open('/rates');
    await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
    const rows =
      'Origin terminal\tCity\tState\tZIP\tEquipment\nAPM Elizabeth Terminal\tAllentown\tPA\t18101\t40HC\nMaher Terminals\tNewark\tNJ\t7114\t20';
    await page.getByRole('textbox', { name: /Rows of a spreadsheet/ }).fill(rows);
    await page.getByText('2 lanes found.').waitFor();
    await page.getByRole('button', { name: 'Use these lanes' }).click();
    await page.getByRole('button', { name: 'Get the rates' }).click();
    const table = page.getByRole('table', { name: 'Rates of all lanes' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(3);
    const second = table.getByRole('button', { name: /Maher Terminals to Newark, NJ 07114/ });
    await second.click();
    await page.getByRole('article', { name: /Maher Terminals to Newark/ }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.trim().split('\r\n')).toHaveLength(3);
    expect(file).toContain('Maher Terminals,marine,Newark,NJ,07114,container_20');
  });

  it('of an unknown terminal show the error of the lane and similar names', async () => {
    const { page } = await open('/rates', { faults: true });
    await page.getByLabel('Terminal', { exact: true }).fill('APM Elisabeth Terminal');
    await page.getByLabel('Destination', { exact: true }).fill('Allentown');
    await page.getByRole('button', { name: 'Get the rate' }).click();
    await page.getByText('Enter a city and a state').waitFor();
    await page.getByLabel('Destination', { exact: true }).fill('Allentown, PA');
    await page.getByRole('button', { name: 'Get the rate' }).click();
    await page.getByRole('alert').getByText('Request id').waitFor();
    await page.getByRole('alert').getByText('Lane 1: ').first().waitFor();
    await page.getByRole('button', { name: 'APM Elizabeth Terminal' }).click();
    await page.getByRole('button', { name: 'Get the rate' }).click();
    await page.getByRole('article', { name: /APM Elizabeth Terminal/ }).waitFor();
  });
});

describe('quotes', () => {
  it('are made, converted and deleted by keyboard only', async () => {
    const { page } = await open('/quotes');
    await tabTo(page, 'link', 'New quote');
    await page.keyboard.press('Enter');
    await focusOn(page.getByRole('heading', { level: 1, name: 'New quote' }));
    await tabTo(page, 'combobox', 'Origin');
    await page.keyboard.type('USNYC');
    await tabTo(page, 'combobox', 'Destination');
    await page.keyboard.type('Allentown, PA');
    await tabTo(page, 'textbox', 'Customer reference');
    await page.keyboard.type('PO-77');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/quotes\/Q-/);
    await page.getByText('PO-77').waitFor();
    const path = `/api/v1/quotes/${page.url().split('/').at(-1)}`;
    await focusOn(page.getByRole('heading', { level: 1 }));
    await tabTo(page, 'button', 'Convert');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await focusOn(dialog);
    await tabTo(page, 'button', 'Convert the quote');
    await page.keyboard.press('Enter');
    await page.getByText('Converted', { exact: true }).waitFor();
    const { quote } = await site.call<{ quote: { status: string } }>('GET', path);
    expect(quote.status).toBe('converted');
    await tabTo(page, 'button', 'Delete');
    await page.keyboard.press('Enter');
    // The first choice changes nothing.
    await focusOn(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await tabTo(page, 'button', 'Delete');
    await page.keyboard.press('Enter');
    await focusOn(dialog);
    await tabTo(page, 'button', 'Delete the quote');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/quotes$/);
    const { error } = await site.call<{ error: { code: string } }>('GET', path);
    expect(error.code).toBe('QUOTE_NOT_FOUND');
  });

  it('are listed with filter, exact total and pages, which the address keeps', async () => {
    for (let index = 0; index < 22; index += 1) await createQuote(site, { customer_reference: `R-${index}` });
    const { page } = await open('/quotes');
    const { pagination } = await site.call<{ pagination: { total_count: number } }>('GET', '/api/v1/quotes');
    await page.getByText(`1 to 20 of ${pagination.total_count} quotes`).waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByText(`21 to ${pagination.total_count} of ${pagination.total_count} quotes`).waitFor();
    await page.reload();
    await page.getByText(`21 to ${pagination.total_count} of ${pagination.total_count} quotes`).waitFor();
    await page.getByLabel('Status').selectOption('converted');
    await page.getByText('No quote matches the filter').waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    // Also quickly typed letters arrive, in two fields one after the other.
    await page.getByLabel('Customer', { exact: true }).pressSequentially('no such customer', { delay: 15 });
    await page.getByLabel('Reference').pressSequentially('no such reference', { delay: 15 });
    await page.getByText('No quote matches the filter').waitFor();
    expect(await page.getByLabel('Customer', { exact: true }).inputValue()).toBe('no such customer');
    expect(await page.getByLabel('Reference').inputValue()).toBe('no such reference');
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await page.getByLabel('Created until (UTC)').fill(dayAhead(-3));
    await page.getByText('No quote matches the filter').waitFor();
  });

  it('are copied as curl and as code, without the key', async () => {
    const id = await createQuote(site);
    const { page } = await open(`/quotes/${id}`, { faults: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [sample, part] of [
      ['curl: create the same quote', `-H "x-api-key: $FREIGHT_API_KEY"`],
      ['TypeScript: read this quote', `client.quotes.get("${id}")`],
    ] as const) {
      await page.getByRole('button', { name: 'Copy as code' }).click();
      await page.getByRole('menuitem', { name: sample }).click();
      await page.getByText(`Copied: ${sample}`).waitFor({ state: 'attached' });
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toContain(part);
      expect(copied).not.toContain(site.key);
    }
  });
});

describe('terminals', () => {
  it('are found by text and place, and shown with their details and neighbors', async () => {
    const { page } = await open('/terminals');
    await page.getByText('Search for terminals').waitFor();
    // Also quickly typed letters arrive.
    await page.getByLabel('Search').pressSequentially('elizabeth', { delay: 30 });
    await page.getByLabel('State').fill('nj');
    expect(await page.getByLabel('Search').inputValue()).toBe('elizabeth');
    const name = page.getByRole('button', { name: 'APM Elizabeth Terminal' });
    await name.click();
    const detail = page.getByRole('region', { name: 'APM Elizabeth Terminal' });
    await detail.getByText('5080 McLester Street').waitFor();
    await detail.getByRole('button', { name: 'Terminals near it' }).click();
    await page.getByLabel('Near APM Elizabeth Terminal').selectOption('10');
    await page.getByRole('button', { name: 'Maher Terminals' }).waitFor();
    await page.getByLabel('Search').fill('no such terminal anywhere');
    await page.getByText('No terminal matches').waitFor();
  });
});

it('the usage of the month is that of the API', async () => {
  const { page } = await open('/usage');
  const { data } = await site.call<{ data: { used: number; limit: number; quotes: { used: number } } }>(
    'GET',
    '/api/v1/usage',
  );
  const rates = page.getByRole('region', { name: 'Rate calls of this month' });
  await rates.getByText(`of ${data.limit.toLocaleString('en-US')} calls`).waitFor();
  expect(await rates.textContent()).toContain(`${data.used} of ${data.limit.toLocaleString('en-US')} calls`);
  const quotes = page.getByRole('region', { name: 'Quotes of this month' });
  expect(await quotes.textContent()).toContain(`${data.quotes.used} quotes`);
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { consoleUnderTest, createQuote, createWebhook, loseFirstAnswer } from './console-under-test.ts';

const LANE = { terminal: 'APM Elizabeth Terminal', destination: 'Chicago, IL 60632' };

const { site, open } = consoleUnderTest();
let receiver: WebhookReceiver;
let webhookId = '';
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  webhookId = await createWebhook(site, `${receiver.url}/hook`, ['quote.created', 'quote.updated']);
});
afterAll(() => receiver.stop());

interface RatesAnswer {
  readonly data: readonly {
    readonly route: {
      readonly highways: readonly { readonly name: string }[];
      readonly geometry: { readonly coordinates: readonly unknown[] };
    };
  }[];
}

const getRate = async (page: Page) => {
  await page.getByLabel('Terminal', { exact: true }).fill(LANE.terminal);
  await page.getByRole('option', { name: LANE.terminal }).click();
  await page.getByLabel('Destination', { exact: true }).fill(LANE.destination);
  await page.getByRole('button', { name: 'Get the rate' }).click();
};
const lineOf = (page: Page) =>
  page
    .getByRole('img', { name: /Map from/ })
    .locator('path[data-route]')
    .getAttribute('data-route');
const statusOf = async (id: string) => {
  const { quote } = await site.call<{ quote?: { status: string } }>('GET', `/api/v1/quotes/${id}`);
  return quote?.status;
};

describe('a place', () => {
  it('of a destination is suggested, chosen by keyboard, or typed freely', async () => {
    const { page } = await open('/rates');
    const destination = page.getByRole('combobox', { name: 'Destination', exact: true });
    await destination.focus();
    await page.keyboard.type('allent');
    // During typing, the list has other places first.
    await page
      .getByRole('listbox', { name: 'Places' })
      .getByRole('option')
      .first()
      .getByText('Allentown, PA', { exact: true })
      .waitFor();
    expect(await destination.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await destination.inputValue()).toBe('Allentown, PA');
    expect(await destination.getAttribute('aria-expanded')).toBe('false');
    // No place has this name: the text stays, and the service decides.
    await destination.fill('Nowhere at all, PA');
    await page.keyboard.press('Tab');
    expect(await destination.inputValue()).toBe('Nowhere at all, PA');
    await destination.fill('1810');
    await page
      .getByRole('option', { name: /PA 1810/ })
      .first()
      .click();
    expect(await destination.inputValue()).toMatch(/, PA 1810\d$/);
  });

  it('lists the terminals around it, nearest first', async () => {
    const { page } = await open('/rates');
    const near = page.getByRole('combobox', { name: 'Near' });
    await near.fill('Savan');
    await page.keyboard.press('Tab');
    await page.getByText('Choose a place from the list.').waitFor();
    await near.fill('Savannah, GA');
    await page.getByRole('option', { name: 'Savannah, GA', exact: true }).click();
    const { data } = await site.call<{ data: { coordinates: number[] }[] }>(
      'GET',
      '/api/v1/places/search?query=Savannah%2C+GA&limit=1',
    );
    const [latitude, longitude] = data[0]?.coordinates ?? [];
    const nearest = await site.call<{ data: { name: string }[] }>(
      'GET',
      `/api/v1/terminals/search?lat=${latitude}&lng=${longitude}&radius=100&limit=8`,
    );
    const names = nearest.data.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(1);
    await page.getByLabel('Terminal', { exact: true }).focus();
    const options = page.getByRole('listbox', { name: 'Terminals' }).getByRole('option');
    await options.first().waitFor();
    const shown = await options.allTextContents();
    expect(shown.map((text, index) => text.startsWith(names[index] ?? '?'))).toEqual(names.map(() => true));
    await page.getByLabel('Terminal', { exact: true }).fill('no such terminal');
    await page.getByText('No terminal within 100 miles of Savannah, GA matches').waitFor();
  });
});

it('a priced lane is kept, saved, and priced again from the home page', async () => {
  const { page } = await open('/rates');
  await getRate(page);
  const lanes = page.getByRole('region', { name: 'Recent and saved lanes' });
  await lanes.getByRole('button', { name: /^Save the lane/ }).click();
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByText('Nothing needs your attention.').waitFor();
  await page.getByRole('button', { name: /^Save the lane/, pressed: true }).waitFor();
  await page
    .getByRole('button', { name: `${LANE.terminal} to ${LANE.destination}, 40 ft container` })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Rates' }).waitFor();
  expect(await page.getByLabel('Destination').last().inputValue()).toBe(LANE.destination);
});

it('a quote starts at a port or a terminal that is suggested', async () => {
  const { page } = await open('/quotes/new');
  await page.getByLabel('Origin').pressSequentially('los ang');
  const places = page.getByRole('listbox', { name: 'Places' });
  await places.getByRole('option', { name: /USLAX.*Port/ }).waitFor();
  await places
    .getByRole('option', { name: /marine terminal/ })
    .first()
    .click();
  expect(await page.getByLabel('Origin').inputValue()).not.toBe('los ang');
});

it('one of several places with the same name is chosen, and its field is no longer marked', async () => {
  const { page } = await open('/quotes/new', { faults: true });
  await page.getByLabel('Origin').fill('USLAX');
  await page.getByLabel('Destination').fill('Springfield');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show the price' }).click();
  const destination = page.getByLabel('Destination');
  await page.getByText('Use one of these places:').waitFor();
  expect(await destination.getAttribute('aria-invalid')).toBe('true');
  await page
    .getByRole('button', { name: /^Springfield, / })
    .first()
    .click();
  expect(await destination.inputValue()).toMatch(/^Springfield, /);
  expect(await destination.getAttribute('aria-invalid')).not.toBe('true');
});

describe('the route', () => {
  it('of a rate has the highways of its miles, also on the quote that is made of it', async () => {
    const { page } = await open('/rates');
    // Read on the way to the page: the browser may drop the body of an answer that the page has read.
    let answer: RatesAnswer | undefined;
    await page.route('**/api/v1/rates?*', async (request) => {
      const response = await request.fetch();
      answer = (await response.json()) as RatesAnswer;
      await request.fulfill({ response });
    });
    await getRate(page);
    const route = page.getByRole('region', { name: 'Route' });
    await route.getByRole('list', { name: /Highways/ }).waitFor();
    const { highways = [], geometry } = answer?.data[0]?.route ?? {};
    const listed = await route.getByRole('listitem').allTextContents();
    expect(listed.map((text, index) => text.startsWith(`${highways[index]?.name} `))).toEqual(
      highways.map(() => true),
    );
    expect(highways.length).toBeGreaterThan(2);
    expect(await lineOf(page)).toBe('true');
    const path = await route.locator('path[data-route]').getAttribute('d');
    expect(path?.split('L')).toHaveLength(geometry?.coordinates.length ?? 0);
    await page.getByRole('link', { name: 'Quote this' }).click();
    await page.getByRole('region', { name: 'Price before the quote' }).getByText('Total').waitFor();
    await page.getByRole('button', { name: 'Make the quote' }).click();
    await page.getByRole('heading', { level: 1, name: /APM Elizabeth Terminal to Chicago/ }).waitFor();
    await page.getByRole('list', { name: /Highways/ }).waitFor();
    expect(await lineOf(page)).toBe('true');
    // Another tab has not priced the lane: its map has the straight line.
    await page.reload();
    await page.getByText('It is not the road that the miles come from.').waitFor();
    await page.getByRole('img', { name: /Map from/ }).waitFor();
    expect(await lineOf(page)).toBe('false');
  });
});

describe('a quote', () => {
  it('lists its events with their deliveries', async () => {
    receiver.answer('/hook', () => ({ status: 200 }));
    const id = await createQuote(site);
    const { page } = await open(`/quotes/${id}`);
    const events = page.getByRole('region', { name: 'Events', exact: true });
    await events.getByText('Quote made').waitFor();
    await events.getByText('Delivered').waitFor();
    const link = events.getByRole('link', { name: webhookId });
    expect(await link.getAttribute('href')).toBe(`/console/webhooks/${webhookId}`);
    expect(await events.textContent()).toContain('1 attempt, last answer 200');
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.getByRole('button', { name: 'Convert the quote' }).click();
    await page.getByText('Converted', { exact: true }).waitFor();
    await events.getByText('Quote converted').waitFor();
  });

  it('that another tab converted is not deleted before the person sees it', async () => {
    const id = await createQuote(site);
    const { page } = await open(`/quotes/${id}`);
    await page.getByText('Active', { exact: true }).waitFor();
    await site.call('POST', `/api/v1/quotes/${id}/convert`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete the quote' }).click();
    await page.getByRole('alert').getByText('It was converted meanwhile').waitFor();
    await page.getByText('Converted', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Convert', exact: true }).count()).toBe(0);
    expect(await statusOf(id)).toBe('converted');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete the quote' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quotes' }).waitFor();
    expect(await statusOf(id)).toBeUndefined();
  });

  it('that expired during the conversion is shown as expired, with the reason', async () => {
    const id = await createQuote(site);
    const { page } = await open(`/quotes/${id}`, { faults: true });
    await page.getByText('Active', { exact: true }).waitFor();
    const { quote } = await site.call<{ quote: object }>('GET', `/api/v1/quotes/${id}`);
    await page.route(`**/api/v1/quotes/${id}`, (route) =>
      route.fulfill({ json: { quote: { ...quote, status: 'expired', outcome: 'expired' } } }),
    );
    await page.route(`**/api/v1/quotes/${id}/convert`, (route) =>
      route.fulfill({
        status: 409,
        json: { error: { code: 'QUOTE_EXPIRED', message: 'The quote has expired.', details: {} } },
      }),
    );
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.getByRole('button', { name: 'Convert the quote' }).click();
    await page.getByRole('alert').getByText('It has expired.').waitFor();
    await page.getByText('Expired', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Convert', exact: true }).count()).toBe(0);
  });

  it.each(['Convert', 'Delete'])('%s works again after the answer was lost', async (action) => {
    const id = await createQuote(site);
    const { page } = await open(`/quotes/${id}`, { faults: true });
    await loseFirstAnswer(page, `**/api/v1/quotes/${id}**`, 'POST', 'DELETE');
    await page.getByRole('button', { name: action, exact: true }).click();
    await page.getByRole('button', { name: `${action} the quote` }).click();
    await page.getByRole('alert').getByText('No connection to the service').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    if (action === 'Convert') await page.getByText('Converted', { exact: true }).waitFor();
    else await page.getByRole('heading', { level: 1, name: 'Quotes' }).waitFor();
    expect(await statusOf(id)).toBe(action === 'Convert' ? 'converted' : undefined);
  });
});

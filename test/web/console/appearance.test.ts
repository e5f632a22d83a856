import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { overflow, seriousFindings, VIEWPORTS, type Viewport } from '../browser.ts';
import {
  consoleUnderTest,
  createChat,
  createQuote,
  createRfp,
  createWebhook,
  deliveriesOf,
  uploadRejectedRow,
} from './console-under-test.ts';

const { site, open } = consoleUnderTest();
let receiver: WebhookReceiver;
let quoteId = '';
let webhook = { id: '', deliveryId: '' };
let uploadId = '';
let rfpId = '';
let rateId = '';
let chatId = '';

const CONTRACT_RATE = {
  ...{ customer: 'Acme Imports', external_id: 'SAV-ATL', origin: 'USSAV', destination: 'Atlanta, GA' },
  ...{ equipment_type: 'container_40hc', rate_type: 'per_mile', amount: 2.855 },
  fuel: { method: 'per_mile', peg: 1.25, miles_per_gallon: 5.5 },
  effective_from: '2030-01-01',
  tiers: [{ from_volume: 10, amount: 2.7 }],
  accessorial_overrides: { chassis: { rate: 40 } },
};
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  const id = await createWebhook(site, `${receiver.url}/hooks`);
  quoteId = await createQuote(site);
  // A sheet without a share link would record a request with the status 404.
  await site.call('POST', `/api/v1/quotes/${quoteId}/share`, {});
  const strategy = await site.call<object>('GET', '/api/v1/pricing-strategy');
  await site.call('PUT', '/api/v1/pricing-strategy', {
    ...strategy,
    margins_by_equipment: { reefer: [{ from_miles: 0, percent: 18, floor: 200 }] },
    accessorial_overrides: { chassis: { rate: 45 } },
    volume_discounts: [{ percent: 5, containers: 20 }],
    note: 'Agreed with sales',
  });
  const [delivery] = await deliveriesOf(site, id, 1);
  webhook = { id, deliveryId: delivery?.id ?? '' };
  uploadId = await uploadRejectedRow(site);
  rfpId = await createRfp(site);
  chatId = await createChat(site, 'Please quote LBCT to Springfield, 40HC x3, pick up Thursday');
  const { rates } = await site.call<{ rates: readonly { rate_id: string }[] }>(
    'POST',
    '/api/v1/contract-rates',
    { rates: [CONTRACT_RATE] },
  );
  rateId = rates[0]?.rate_id ?? '';
});
afterAll(() => receiver.stop());

const getRate = async (page: Page) => {
  await page.getByLabel('Terminal', { exact: true }).fill('APM Elizabeth Terminal');
  await page.getByRole('option', { name: 'APM Elizabeth Terminal' }).click();
  await page.getByLabel('Destination', { exact: true }).fill('Allentown, PA 18101');
  await page.getByRole('button', { name: 'Get the rate' }).click();
  await page.getByRole('img', { name: /Rate by week/ }).waitFor();
  await page.getByRole('img', { name: /Map from/ }).waitFor();
};
const previewStrategy = async (page: Page) => {
  await page.getByLabel('Percent of band 1 of the margin', { exact: true }).fill('30');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('table', { name: 'Quotes by the change of their total' }).waitFor();
};
const seen = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
const table = (name: string) => (page: Page) => page.getByRole('table', { name }).waitFor();
const image = (name: RegExp | string) => (page: Page) => page.getByRole('img', { name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const pressed =
  (names: readonly string[], text: string) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await press(page, name);
    await seen(text)(page);
  };
/** A button opens a dialog with a field. */
const asked =
  (button: string, field: string) =>
  async (page: Page): Promise<void> => {
    await press(page, button);
    await page.getByRole('dialog').getByLabel(field).first().waitFor();
  };
/** A button opens a dialog whose button confirms. */
const confirmed =
  (button: string, confirmation: string, text: string) =>
  async (page: Page): Promise<void> => {
    await press(page, button);
    await page.getByRole('dialog').getByRole('button', { name: confirmation, exact: true }).click();
    await seen(text)(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
const importRates = async (page: Page) => {
  const buffer = Buffer.from(
    'from;to;equipment;type;rate;fuel;start\nUSSAV;GA;40HC;flat;call us;included;2030-01-01',
  );
  await page.getByLabel('CSV file').setInputFiles({ name: 'rates.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import this file' }).click();
  await table('Rejected rows')(page);
};
const pasteLanes = async (page: Page) => {
  await page.getByText('Paste', { exact: true }).click();
  await page.getByLabel('Rows of a spreadsheet').fill('Ref\tFrom\tNach\nA\tUSLAX\tLager 7');
  await seen('No column is used for the destination.')(page);
};

const quote =
  (rest = '') =>
  () =>
    `/quotes/${quoteId}${rest}`;
const hook = (tab: string) => () => `/webhooks/${webhook.id}?tab=${tab}`;
const at = (path: string) => () => path;
const TERMINAL = '/terminals?state=NJ&type=marine&terminal=marine+APM+Elizabeth+Terminal';

/** Pages, and what brings each to rest with its content. */
const KINDS: readonly (readonly [
  name: string,
  path: () => string,
  prepare: (page: Page) => Promise<void>,
])[] = [
  ['home page', at('/home'), seen('Needs attention')],
  ['rates form', at('/rates'), seen('Paste from a spreadsheet')],
  ['rate', at('/rates'), getRate],
  ['list of chats', at('/chats'), table('Chats')],
  ['new chat', at('/chats/new'), seen('Read the mail')],
  ['chat', () => `/chats/${chatId}`, seen('matches several places')],
  ['name of an RFP of a chat', () => `/chats/${chatId}`, asked('Make an RFP', 'Name')],
  ['list of quotes', at('/quotes'), seen('1 to 1 of 1 quote')],
  ['quote', quote(), image(/Map from/)],
  ['pricing strategy with a preview', at('/strategy'), previewStrategy],
  ['history of the pricing strategy', at('/strategy?tab=history'), seen('5% from 20 containers')],
  ['rule of the pricing strategy', at('/strategy'), pressed(['Add a rule'], 'Name of the rule')],
  ['new quote', at('/quotes/new'), seen('Make the quote')],
  ['decline of a quote', quote(), asked('Decline', 'Reason')],
  ['revision of a quote', quote('/revise'), seen('Make the revision')],
  [
    'sheet of a quote',
    quote('/sheet'),
    async (page) => {
      await table('Price')(page);
      await page.getByRole('button', { name: 'Revoke the link' }).waitFor();
    },
  ],
  ['new share link', quote('/sheet'), confirmed('Replace the link', 'Replace the link', 'Copy the link now')],
  ['days of a share link', quote('/sheet'), asked('Replace the link', 'Days until the link expires')],
  ['report on quotes', at('/reports?group_by=lane'), table('Report on quotes')],
  [
    'report without quotes',
    at('/reports?from=2020-01&to=2020-03'),
    seen('No quotes from Jan 2020 to Mar 2020'),
  ],
  ['import of past quotes', at('/reports/import'), seen('Import past quotes')],
  ['list of contract rates', at('/contract-rates'), seen('Newest first.')],
  ['contract rate', () => `/contract-rates/${rateId}`, seen('Save the rate')],
  ['import of contract rates', at('/contract-rates/import'), importRates],
  ['change of an accessorial', at('/accessorials'), asked('Replace Yard storage', 'Units of a quote')],
  ['accessorials', at('/accessorials'), table('Accessorials')],
  ['list of RFPs', at('/rfps'), seen('2 of 3 lanes priced, 1 failed')],
  ['new RFP', at('/rfps/new'), pasteLanes],
  [
    'RFP',
    () => `/rfps/${rfpId}`,
    async (page) => {
      await image(/Map of 2 lanes/)(page);
      await page.getByLabel('Select LA-PHX').check();
    },
  ],
  ['award of lanes', () => `/rfps/${rfpId}`, asked('Award all', 'Reason')],
  [
    'terminals',
    at(TERMINAL),
    async (page) => {
      await image(/Map of/)(page);
      await seen('Gate hours')(page);
    },
  ],
  ['list of webhooks', at('/webhooks'), seen('1 attempt')],
  ['new webhook', at('/webhooks/new'), pressed(['Create the webhook'], 'Choose at least one event.')],
  [
    'health of a webhook',
    hook('overview'),
    async (page) => {
      await image(/Answer time by hour/)(page);
      await page.getByText('Show the figures').first().click();
    },
  ],
  ['log of deliveries', hook('deliveries'), table('Deliveries')],
  [
    'new secret of a webhook',
    hook('secret'),
    confirmed('Replace the secret', 'Replace', 'I stored the secret'),
  ],
  ['test of a webhook', hook('test'), pressed(['Send the test event'], 'Your receiver accepted the event.')],
  ['settings of a webhook', hook('settings'), seen('Delete the webhook')],
  [
    'delivery',
    () => `/webhooks/${webhook.id}/deliveries/${webhook.deliveryId}`,
    seen('The answer has no body.'),
  ],
  ['market data', at('/market'), seen('No loads yet')],
  ['import of loads', () => `/market?upload=${uploadId}`, table('Rejected rows')],
  ['usage', at('/usage'), table('Quotes by month')],
  ['API keys', at('/settings/keys'), seen('1 key, without expired and deleted keys')],
  ['new key', at('/settings/keys'), asked('Create a key', 'Name')],
  ['audit log', at('/settings/audit-log'), seen('Organization created')],
  ['missing page', at('/no-such-page'), seen('names no page')],
];

/** Pages at rest, once at each size and once in each color scheme: contrast does not depend on the size. */
it.each(KINDS)(
  'the %s has no error, foreign request or serious finding, light on a desktop and dark on a phone',
  async (_, path, prepare) => {
    const { page } = await open(path());
    await prepare(page);
    await page.waitForLoadState('networkidle');
    expect(await page.title()).toMatch(/^.+ - Freight console$/);
    for (const [viewport, colorScheme] of [
      ['desktop', 'light'],
      ['phone', 'dark'],
    ] as const) {
      await page.setViewportSize(VIEWPORTS[viewport]);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await page.waitForLoadState('networkidle');
      expect([viewport, await seriousFindings(page), await overflow(page)]).toEqual([viewport, [], 0]);
    }
  },
);

it.each<Viewport>(['desktop', 'phone'])(
  'the sign-in page and the menu on a %s have no serious finding in light and dark colors',
  async (viewport) => {
    const { page } = await open('/usage', { viewport });
    if (viewport === 'phone') await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('button', { name: /Demo/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await page.getByRole('button', { name: /Demo/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const colorScheme of ['dark', 'light']) {
      await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${colorScheme}')`);
      await page.reload();
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
    }
  },
);

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { seriousFindings, startBrowser, type Viewport } from '../browser.ts';
import {
  type ConsoleUnderTest,
  createQuote,
  createRfp,
  createWebhook,
  deliveriesOf,
  openConsole,
  startConsole,
  uploadRejectedRow,
} from './console-under-test.ts';

/** How far the content is wider than the window, in CSS pixels. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

let site: ConsoleUnderTest;
let browser: Browser;
let receiver: WebhookReceiver;
let quoteId = '';
let webhook = { id: '', deliveryId: '' };
let uploadId = '';
let rfpId = '';
let rateId = '';

const CONTRACT_RATE = {
  ...{ customer: 'Acme Imports', external_id: 'SAV-ATL', origin: 'USSAV', destination: 'Atlanta, GA' },
  ...{ equipment_type: 'container_40hc', rate_type: 'per_mile', amount: 2.855, fuel: 'schedule' },
  fuel_schedule: { peg: 1.25, miles_per_gallon: 5.5 },
  effective_from: '2030-01-01',
  tiers: [{ from_volume: 10, amount: 2.7 }],
  accessorial_overrides: { chassis: { rate: 40 } },
};
beforeAll(async () => {
  [site, browser, receiver] = await Promise.all([startConsole(), startBrowser(), startWebhookReceiver()]);
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
  const { rates } = await site.call<{ rates: readonly { rate_id: string }[] }>(
    'POST',
    '/api/v1/contract-rates',
    { rates: [CONTRACT_RATE] },
  );
  rateId = rates[0]?.rate_id ?? '';
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await receiver.stop();
});

interface Kind {
  readonly name: string;
  path(): string;
  /** Brings the page to rest with its content. */
  prepare(page: Page): Promise<void>;
}

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
  await page.getByRole('img', { name: 'Quotes by the change of their total' }).waitFor();
};
const seen = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

const KINDS: readonly Kind[] = [
  { name: 'rates form', path: () => '/rates', prepare: seen('Paste from a spreadsheet') },
  { name: 'rate', path: () => '/rates', prepare: getRate },
  { name: 'list of quotes', path: () => '/quotes', prepare: seen('1 to 1 of 1 quote') },
  {
    name: 'quote',
    path: () => `/quotes/${quoteId}`,
    prepare: (page) => page.getByRole('img', { name: /Map from/ }).waitFor(),
  },
  { name: 'pricing strategy with a preview', path: () => '/strategy', prepare: previewStrategy },
  {
    name: 'history of the pricing strategy',
    path: () => '/strategy?tab=history',
    prepare: seen('5% from 20 containers'),
  },
  { name: 'new quote', path: () => '/quotes/new', prepare: seen('Make the quote') },
  {
    name: 'decline of a quote',
    path: () => `/quotes/${quoteId}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Decline' }).click();
      await page.getByRole('dialog').getByLabel('Reason').waitFor();
    },
  },
  {
    name: 'revision of a quote',
    path: () => `/quotes/${quoteId}/revise`,
    prepare: seen('Make the revision'),
  },
  {
    name: 'sheet of a quote',
    path: () => `/quotes/${quoteId}/sheet`,
    prepare: async (page) => {
      await page.getByRole('table', { name: 'Price' }).waitFor();
      await page.getByRole('button', { name: 'Revoke the link' }).waitFor();
    },
  },
  {
    name: 'new share link',
    path: () => `/quotes/${quoteId}/sheet`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Replace the link' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replace the link' }).click();
      await page.getByText('Copy the link now').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'choice of the days of a share link',
    path: () => `/quotes/${quoteId}/sheet`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Replace the link' }).click();
      await page.getByRole('dialog').getByLabel('Days until the link expires').waitFor();
    },
  },
  {
    name: 'report on quotes',
    path: () => '/reports?group=lane',
    prepare: (page) => page.getByRole('table', { name: 'Report on quotes' }).waitFor(),
  },
  {
    name: 'report with a wrong month',
    path: () => '/reports?from=2026-03&to=2026-01',
    prepare: seen('Enter a month that is not after the last month.'),
  },
  {
    name: 'report without quotes',
    path: () => '/reports?from=2020-01&to=2020-03',
    prepare: seen('No quotes from Jan 2020 to Mar 2020'),
  },
  {
    name: 'rule of the pricing strategy',
    path: () => '/strategy',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add a rule' }).click();
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText('Enter at least one condition.').waitFor();
    },
  },
  { name: 'list of contract rates', path: () => '/contract-rates', prepare: seen('Newest first.') },
  {
    name: 'contract rate',
    path: () => `/contract-rates/${rateId}`,
    prepare: (page) => page.getByRole('button', { name: 'Save the rate' }).waitFor(),
  },
  {
    name: 'import of contract rates',
    path: () => '/contract-rates/import',
    prepare: async (page) => {
      const buffer = Buffer.from(
        'from;to;equipment;type;rate;fuel;start\nUSSAV;GA;40HC;flat;call us;included;2030-01-01',
      );
      await page.getByLabel('CSV file').setInputFiles({ name: 'rates.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Import 1 rate' }).click();
      await page.getByRole('table', { name: 'Rejected rows' }).waitFor();
    },
  },
  {
    name: 'change of an accessorial',
    path: () => '/accessorials',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Replace Yard storage' }).click();
      await page.getByRole('dialog').getByLabel('Units of a quote').waitFor();
    },
  },
  {
    name: 'accessorials',
    path: () => '/accessorials',
    prepare: (page) => page.getByRole('table', { name: 'Accessorials' }).waitFor(),
  },
  { name: 'list of RFPs', path: () => '/rfps', prepare: seen('2 of 3 lanes priced, 1 failed') },
  {
    name: 'new RFP',
    path: () => '/rfps/new',
    prepare: async (page) => {
      await page.getByText('Paste', { exact: true }).click();
      await page.getByLabel('Rows of a spreadsheet').fill('Ref\tFrom\tDrop\nA\tUSLAX\tPhoenix, AZ');
      await page.getByText('No column is used for the destination.').waitFor();
    },
  },
  {
    name: 'RFP',
    path: () => `/rfps/${rfpId}`,
    prepare: async (page) => {
      await page.getByRole('img', { name: /Map of 2 lanes/ }).waitFor();
      await page.getByLabel('Select LA-PHX').check();
    },
  },
  {
    name: 'award of lanes',
    path: () => `/rfps/${rfpId}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Award all' }).click();
      await page.getByRole('dialog').getByLabel('Reason').waitFor();
    },
  },
  {
    name: 'terminals',
    path: () => '/terminals?state=NJ&type=marine&terminal=marine+APM+Elizabeth+Terminal',
    prepare: async (page) => {
      await page.getByRole('img', { name: /Map of/ }).waitFor();
      await page.getByText('Gate hours').waitFor();
    },
  },
  { name: 'list of webhooks', path: () => '/webhooks', prepare: seen('1 attempt') },
  {
    name: 'new webhook',
    path: () => '/webhooks/new',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create the webhook' }).click();
      await page.getByText('Choose at least one event.').waitFor();
    },
  },
  {
    name: 'health of a webhook',
    path: () => `/webhooks/${webhook.id}`,
    prepare: async (page) => {
      await page.getByRole('img', { name: /Answer time by hour/ }).waitFor();
      await page.getByText('Show the figures').first().click();
    },
  },
  {
    name: 'log of deliveries',
    path: () => `/webhooks/${webhook.id}?tab=deliveries`,
    prepare: (page) => page.getByRole('table', { name: 'Deliveries' }).waitFor(),
  },
  {
    name: 'new secret of a webhook',
    path: () => `/webhooks/${webhook.id}?tab=secret`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Replace the secret' }).click();
      await page.getByRole('button', { name: 'Replace', exact: true }).click();
      await page.getByText('I stored the secret').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'test of a webhook',
    path: () => `/webhooks/${webhook.id}?tab=test`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Send the test event' }).click();
      await page.getByText('Your receiver accepted the event.').waitFor();
    },
  },
  {
    name: 'settings of a webhook',
    path: () => `/webhooks/${webhook.id}?tab=settings`,
    prepare: seen('Delete the webhook'),
  },
  {
    name: 'delivery',
    path: () => `/webhooks/${webhook.id}/deliveries/${webhook.deliveryId}`,
    prepare: seen('The answer has no body.'),
  },
  { name: 'market data', path: () => '/market', prepare: seen('No loads yet') },
  {
    name: 'import of loads',
    path: () => `/market?upload=${uploadId}`,
    prepare: (page) => page.getByRole('table', { name: 'Rejected rows' }).waitFor(),
  },
  {
    name: 'usage',
    path: () => '/usage',
    prepare: (page) => page.getByRole('img', { name: 'Quotes by month' }).waitFor(),
  },
  {
    name: 'API keys',
    path: () => '/settings/keys',
    prepare: seen('1 key, without expired and deleted keys'),
  },
  {
    name: 'new key',
    path: () => '/settings/keys',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
    },
  },
  { name: 'audit log', path: () => '/settings/audit-log', prepare: seen('Organization created') },
  { name: 'missing page', path: () => '/no-such-page', prepare: seen('names no page') },
];

/** Keeps a picture of a page, to look at: `TEST_PICTURES_DIR` is a folder. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const { TEST_PICTURES_DIR: folder } = process.env;
  if (folder === undefined) return;
  await page.screenshot({ path: join(folder, `${name.replaceAll(' ', '-')}.png`), fullPage: true });
}

/** A page opens in the first scheme and then changes to the other one. */
const SCHEMES = { desktop: ['light', 'dark'], phone: ['dark', 'light'] } as const;

describe.each<Viewport>(['desktop', 'phone'])('on a %s', (viewport) => {
  it.each(KINDS)(
    'the $name has no error, foreign request or serious finding, in light and dark colors',
    async ({ name, path, prepare }) => {
      const schemes = SCHEMES[viewport];
      const opened = { viewport, colorScheme: schemes[0] };
      const { page, problems } = await openConsole(browser, site, path(), opened);
      await prepare(page);
      await page.waitForLoadState('networkidle');
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
        await keepPicture(page, `${name} ${viewport} ${colorScheme}`);
        expect({ colorScheme, findings: await seriousFindings(page) }).toEqual({ colorScheme, findings: [] });
        expect(await page.evaluate(OVERFLOW)).toBe(0);
      }
      expect(problems).toEqual([]);
      expect(await page.title()).toMatch(/^.+ - Freight console$/);
      await page.context().close();
    },
  );
});

it.each<Viewport>(['desktop', 'phone'])(
  'the sign-in page and the menu on a %s have no serious finding in light and dark colors',
  async (viewport) => {
    const { page, problems } = await openConsole(browser, site, '/usage', { viewport });
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
      await keepPicture(page, `sign-in ${viewport} ${colorScheme}`);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  },
);

import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { provisionDemo } from '../../../shared/accounts/provisioning/provision-demo.ts';
import { eventually } from '../../support/eventually.ts';
import { connectIn } from '../../support/freight-command.ts';
import { startBrowser, type Viewport, type WatchedPage, watchedPage } from '../browser.ts';
import { startConsole } from './console-process.ts';

/** `npm start` with its pages. */
export interface ConsoleUnderTest {
  readonly url: string;
  /** Test key of the demo organization. */
  readonly key: string;
  /** Calls the API with the key; returns the body. */
  call<Body>(method: string, path: string, body?: unknown): Promise<Body>;
  stop(): Promise<void>;
}

/** An organization of its own: in the service that all test files share, or in one with other environment variables. */
async function openConsole(environment?: Readonly<Record<string, string>>): Promise<ConsoleUnderTest> {
  const { url, key, stop } =
    environment === undefined ? await organizationOfShared() : await startConsole(environment);
  return {
    url,
    key,
    call: async <Body>(method: string, path: string, body?: unknown) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.status >= 500) throw new Error(`${method} ${path}: ${response.status}`);
      return (await response.json()) as Body;
    },
    stop,
  };
}

async function organizationOfShared() {
  const { CONSOLE_URL: url, CONSOLE_DATA_DIR: dataDir } = process.env;
  if (url === undefined || dataDir === undefined) throw new Error('Run these tests with: npm run test:web');
  const { provisioning, close } = await connectIn(dataDir)(undefined, () => {});
  try {
    const { apiKey: key } = await provisionDemo(provisioning);
    return { url, key, stop: async () => {} };
  } finally {
    close();
  }
}

interface Visit {
  readonly viewport?: Viewport;
  readonly colorScheme?: 'light' | 'dark';
  /** Default: the key of the console. */
  readonly key?: string;
  /** Whether the test provokes errors. Other pages must have had no problem at the end of their test. */
  readonly faults?: boolean;
}

/** The console and a browser for the tests of a file. Pages are closed after their test. */
export function consoleUnderTest(environment?: Readonly<Record<string, string>>) {
  const site = {} as ConsoleUnderTest;
  let browser: Browser;
  const watched: (WatchedPage & Pick<Visit, 'faults'>)[] = [];

  beforeAll(async () => {
    const [started, launched] = await Promise.all([openConsole(environment), startBrowser()]);
    Object.assign(site, started);
    browser = launched;
  });
  afterEach(async () => {
    const ended = watched.splice(0);
    const problems = ended.flatMap((one) => (one.faults ? [] : one.problems));
    for (const { page } of ended) await page.context().close();
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  /** An empty page. */
  const watch = async ({ viewport = 'desktop', colorScheme = 'light', faults = false }: Visit = {}) => {
    const one = { ...(await watchedPage(browser, site.url, viewport)), faults };
    await one.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    watched.push(one);
    return one;
  };
  /** Opens a page of the console as a person who signed in. Its data can arrive later. */
  const open = async (path: string, { key = site.key, ...visit }: Visit = {}) => {
    const one = await watch(visit);
    const { page } = one;
    await page.goto(`${site.url}/console${path}`);
    await signIn(page, key);
    // The sign-in page also has a heading.
    await page.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' });
    // A sheet has a heading of its own.
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    return one;
  };
  return { site, open, watch };
}

/** The service receives the first request of a method, and the browser never gets its answer. @returns the requests' keys */
export async function loseFirstAnswer(page: Page, url: string, ...methods: string[]) {
  const keys: (string | undefined)[] = [];
  await page.route(url, async (route) => {
    if (!methods.includes(route.request().method())) return await route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return keys;
}

/** Creates an API key with the API. */
export const createKey = async (
  site: ConsoleUnderTest,
  name: string,
  scopes: readonly string[] = ['read'],
) => {
  const { data } = await site.call<{ data: { apiKey: string } }>('POST', '/api/v1/keys', { name, scopes });
  return data.apiKey;
};

export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').first().fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Presses Tab until the element with this accessible name has the focus. */
export async function tabTo(
  page: Page,
  role: 'button' | 'checkbox' | 'combobox' | 'link' | 'textbox',
  name: string | RegExp,
): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  await target.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach "${name}".`);
}

/** Waits until the focus is on an element, or inside it: pages and dialogs take it after they are shown. */
export const focusOn = async (target: Locator): Promise<void> => {
  await target.and(target.page().locator(':focus-within')).waitFor();
};

/** A day some days from now, in UTC. */
export const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface CreatedQuote {
  readonly quote: { readonly quote_id: string };
}

/** Creates a quote with the API. @returns its id */
export async function createQuote(
  console: ConsoleUnderTest,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { quote } = await console.call<CreatedQuote>('POST', '/api/v1/quotes', {
    origin: 'USLAX',
    destination: 'Phoenix, AZ',
    equipment_type: 'container_40hc',
    pickup_date: dayAhead(2),
    special_requirements: ['chassis'],
    customer_reference: 'PO-1042',
    ...fields,
  });
  return quote.quote_id;
}

/** Creates a chat with the API. @returns its id */
export async function createChat(console: ConsoleUnderTest, text: string): Promise<string> {
  const body = { text, subject: 'Drayage next week', customer: 'Acme' };
  const { chat } = await console.call<{ chat: { chat_id: string } }>('POST', '/api/v1/chats', body);
  return chat.chat_id;
}

interface Answer<Data> {
  readonly data: Data;
}

/** Registers a webhook with the API. @returns its id */
export async function createWebhook(
  console: ConsoleUnderTest,
  url: string,
  events: readonly string[] = ['quote.created'],
): Promise<string> {
  const organization = await console.call<Answer<{ id: string }>>('GET', '/api/v1/organization');
  const body = { url, events, orgId: organization.data.id };
  return (await console.call<Answer<{ id: string }>>('POST', '/v1/webhooks', body)).data.id;
}

/** Waits until a webhook has this many deliveries with a status. */
export const deliveriesOf = (
  console: ConsoleUnderTest,
  webhookId: string,
  count: number,
  status: 'delivered' | 'failed' = 'delivered',
): Promise<readonly { readonly id: string }[]> => {
  const path = `/v1/webhooks/${webhookId}/deliveries?status=${status}&limit=100`;
  return eventually(
    async () => (await console.call<Answer<readonly { readonly id: string }[]>>('GET', path)).data,
    (deliveries) => deliveries.length === count,
  );
};

interface RfpAnswer {
  readonly rfp: { readonly rfp_id: string; readonly status: string };
}

/** Creates an RFP with the API, with a lane that fails, and waits until it is priced. @returns its id */
export async function createRfp(console: ConsoleUnderTest): Promise<string> {
  const { rfp } = await console.call<RfpAnswer>('POST', '/api/v1/rfps', {
    name: 'Drayage 2027',
    customer: 'Acme',
    lanes: [
      { lane_id: 'LA-PHX', origin: 'USLAX', destination: 'Phoenix, AZ', weekly_volume: 12 },
      { lane_id: 'SAV-ATL', origin: 'Port of Savannah', destination: '30303', weekly_volume: 4 },
      { lane_id: 'TYPO', origin: 'Savanah Prt Xq', destination: '30303' },
    ],
  });
  const path = `/api/v1/rfps/${rfp.rfp_id}`;
  await eventually(
    async () => (await console.call<RfpAnswer>('GET', path)).rfp.status,
    (status) => status === 'priced',
    120_000,
  );
  return rfp.rfp_id;
}

interface CreatedUpload {
  readonly data: {
    readonly id: string;
    readonly upload: { readonly url: string; readonly headers: Record<string, string> };
  };
}

/** Uploads a file of loads that has one row, which is rejected. @returns the id of the upload */
export async function uploadRejectedRow(console: ConsoleUnderTest): Promise<string> {
  const { data } = await console.call<CreatedUpload>('POST', '/api/v1/market/uploads', {
    fileName: 'loads-of-october.csv',
  });
  const header =
    'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included';
  const row = `${dayAhead(3)},APM Elizabeth Terminal,Allentown,PA,18101,40HC,610,true`;
  const { status } = await fetch(data.upload.url, {
    method: 'PUT',
    headers: data.upload.headers,
    body: `${header}\n${row}\n`,
  });
  if (status !== 200) throw new Error(`The file was answered with ${status}.`);
  return data.id;
}

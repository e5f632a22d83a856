import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { buildSite } from '../../bin/site/build-site.ts';
import { eventually } from '../support/eventually.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { startConsole } from '../web/console/console-process.ts';
import { findBrowser } from './find-browser.ts';

/**
 * `npm run screenshots`: takes the pictures of the console in `docs/integrators`, from a service of its own with the demo
 * market, whose loads are simulated.
 */
const FOLDER = fileURLToPath(new URL('../../docs/integrators/', import.meta.url));
const VIEWPORT = { width: 1280, height: 800 };
const LANE = { terminal: 'APM Elizabeth Terminal', destination: 'Allentown, PA 18101' };
/** The demo market is ready some time after the service. */
const MARKET_MS = 180_000;

interface Service {
  readonly url: string;
  readonly key: string;
}

async function call<Body>({ url, key }: Service, method: string, path: string, body?: object): Promise<Body> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}.`);
  return (await response.json()) as Body;
}

/** Waits until rates use the demo market. */
const untilMarketAnswers = (service: Service): Promise<unknown> =>
  eventually(
    () =>
      call<object>(service, 'POST', '/api/v1/rates', [
        {
          originTerminal: LANE.terminal,
          destinationCity: 'Allentown',
          destinationState: 'PA',
          destinationZip: '18101',
        },
      ]),
    (rates) => !JSON.stringify(rates).includes('"level":"model"'),
    MARKET_MS,
  );

/** Quotes for several customers, and the deliveries of their events. */
async function fill(service: Service, receiverUrl: string): Promise<string> {
  const { data } = await call<{ data: { id: string } }>(service, 'GET', '/api/v1/organization');
  const webhook = { url: `${receiverUrl}/events`, events: ['quote.created'], orgId: data.id };
  const created = await call<{ data: { id: string } }>(service, 'POST', '/v1/webhooks', webhook);
  for (const destination of [
    'Allentown, PA 18101',
    'Newark, NJ 07105',
    'Chicago, IL 60632',
    'Scranton, PA',
  ]) {
    for (const equipment_type of ['container_40', 'container_20']) {
      await call(service, 'POST', '/api/v1/quotes', {
        origin: LANE.terminal,
        destination,
        equipment_type,
        pickup_date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
        special_requirements: ['chassis'],
        customer_reference: 'PO-1042',
      });
    }
  }
  return created.data.id;
}

interface RfpAnswer {
  readonly rfp: { readonly rfp_id: string; readonly status: string };
}

/** An RFP with lanes of several confidences and one that fails. @returns its id when it is priced */
async function priceLanes(service: Service): Promise<string> {
  const origins = [LANE.terminal, 'USLAX', 'Port of Savannah'];
  const destinations = [
    'Allentown, PA 18101',
    'Phoenix, AZ',
    'Atlanta, GA 30303',
    'Chicago, IL',
    'Dallas, TX',
  ];
  const lanes = origins.flatMap((origin) =>
    destinations.map((destination) => ({
      lane_id: `${origin.slice(-5)} to ${destination.slice(0, 5)}`.toUpperCase(),
      origin,
      destination,
      weekly_volume: destination.length,
    })),
  );
  const { rfp } = await call<RfpAnswer>(service, 'POST', '/api/v1/rfps', {
    name: 'Drayage 2027',
    customer: 'Acme Imports',
    lanes: [...lanes, { lane_id: 'TYPO', origin: 'Savanah Prt Xq', destination: '30303' }],
  });
  await eventually(
    async () => (await call<RfpAnswer>(service, 'GET', `/api/v1/rfps/${rfp.rfp_id}`)).rfp.status,
    (status) => status === 'priced',
    MARKET_MS,
  );
  return rfp.rfp_id;
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(FOLDER, `console-${name}.png`) });
  console.log(`docs/integrators/console-${name}.png`);
}

async function takeAll(service: Service, receiverUrl: string): Promise<void> {
  await untilMarketAnswers(service);
  const webhookId = await fill(service, receiverUrl);
  const rfpId = await priceLanes(service);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${service.url}/console/rates`);
    await page.getByLabel('API key').first().fill(service.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Terminal', { exact: true }).fill(LANE.terminal);
    await page.getByRole('option', { name: LANE.terminal }).click();
    await page.getByLabel('Destination', { exact: true }).fill(LANE.destination);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Get the rate' }).click();
    await page.getByRole('img', { name: /Map from/ }).waitFor();
    await shoot(page, 'rate');

    const { quotes } = await call<{ quotes: readonly { quote_id: string }[] }>(
      service,
      'GET',
      '/api/v1/quotes?limit=1',
    );
    await page.goto(`${service.url}/console/quotes/${quotes[0]?.quote_id}`);
    await page.getByText('quote.created').first().waitFor();
    await shoot(page, 'quote');

    await page.goto(`${service.url}/console/strategy`);
    await page.getByRole('button', { name: 'Preview' }).first().waitFor();
    await shoot(page, 'strategy');

    await page.goto(`${service.url}/console/webhooks/${webhookId}`);
    await page.getByRole('img', { name: /Answer time by hour/ }).waitFor();
    await shoot(page, 'webhook');

    await page.goto(`${service.url}/console/rfps/${rfpId}`);
    await page.getByRole('img', { name: /Map of/ }).waitFor();
    await shoot(page, 'rfp');

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${service.url}/console/terminals?state=NJ&type=marine`);
    await page.getByRole('img', { name: /Map of/ }).waitFor();
    await shoot(page, 'terminals');
  } finally {
    await browser.close();
  }
}

await buildSite();
const receiver = await startWebhookReceiver();
const service = await startConsole({ FREIGHT_DEMO_MARKET: 'on' });
try {
  await takeAll(service, receiver.url);
} finally {
  await service.stop();
  await receiver.stop();
}

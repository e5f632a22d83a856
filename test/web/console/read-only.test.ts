import { beforeAll, expect, it } from '@jest/globals';
import {
  consoleUnderTest,
  createChat,
  createKey,
  createQuote,
  createRfp,
  createWebhook,
} from './console-under-test.ts';

const { site, open } = consoleUnderTest();
let key = '';
const ids = { chat: '', quote: '', rate: '', rfp: '', webhook: '' };
beforeAll(async () => {
  key = await createKey(site, 'Reader');
  ids.chat = await createChat(site, 'Please quote LBCT to Springfield, 40HC');
  ids.quote = await createQuote(site);
  await site.call('POST', `/api/v1/quotes/${ids.quote}/share`, {});
  ids.rfp = await createRfp(site);
  ids.webhook = await createWebhook(site, 'http://127.0.0.1:9191/hooks', ['rfp.created']);
  const rate = {
    ...{ origin: 'USSAV', destination: 'Atlanta, GA', equipment_type: 'container_40hc', rate_type: 'flat' },
    ...{ amount: 850, fuel: 'included', effective_from: '2030-01-01' },
  };
  const { rates } = await site.call<{ rates: readonly { rate_id: string }[] }>(
    'POST',
    '/api/v1/contract-rates',
    {
      rates: [rate],
    },
  );
  ids.rate = rates[0]?.rate_id ?? '';
});

const NOT_AVAILABLE = 'Not available with this key';

it.each<[name: string, path: () => string, shown: string, hidden: RegExp]>([
  ['quotes', () => '/quotes', 'PO-1042', /New quote/],
  ['chats', () => '/chats', 'Drayage next week', /Paste a mail/],
  ['a new chat', () => '/chats/new', NOT_AVAILABLE, /Read the mail/],
  ['a chat', () => `/chats/${ids.chat}`, 'Not in the text', /Answer|Make|Delete|Read it/],
  ['a quote', () => `/quotes/${ids.quote}`, 'Open sheet', /^(Convert|Decline|Delete)$/],
  ['a sheet', () => `/quotes/${ids.quote}/sheet`, 'Last view', /link$/],
  ['a revision', () => `/quotes/${ids.quote}/revise`, NOT_AVAILABLE, /Make the revision/],
  ['a new quote', () => '/quotes/new', NOT_AVAILABLE, /Make the quote/],
  ['accessorials', () => '/accessorials', 'Yard storage', /Replace|Edit|Remove|Add/],
  ['a contract rate', () => `/contract-rates/${ids.rate}`, 'USSAV to Atlanta, GA', /Save the rate|Delete/],
  ['an import of rates', () => '/contract-rates/import', NOT_AVAILABLE, /Choose a file|^Import \d/],
  ['market data', () => '/market', 'This key cannot import loads', /Choose a file|Import/],
  ['RFPs', () => '/rfps?customer=acme', 'Drayage 2027', /New RFP/],
  ['an RFP', () => `/rfps/${ids.rfp}`, 'Export CSV', /Margin|Reprice|Award|Close$|Delete|Exclude/],
  ['a new RFP', () => '/rfps/new', NOT_AVAILABLE, /Price the lanes/],
  ['a secret', () => `/webhooks/${ids.webhook}?tab=secret`, 'Receiver', /Replace the secret/],
  ['deliveries', () => `/webhooks/${ids.webhook}?tab=deliveries`, 'No deliveries yet', /Recover/],
  ['a new webhook', () => '/webhooks/new', 'This key can only read. To make changes', /Create the webhook/],
])('a key that can only read sees %s, and is offered no change', async (_, path, shown, hidden) => {
  const { page } = await open(path(), { key });
  await page.getByText(shown).first().waitFor();
  const main = page.getByRole('main');
  expect(await main.getByRole('button', { name: hidden }).count()).toBe(0);
  expect(await main.getByRole('link', { name: hidden }).count()).toBe(0);
  // Quotes are selected for a sheet, which changes nothing.
  const switches = main.getByRole('checkbox', { disabled: false });
  expect(await switches.and(main.getByRole('checkbox', { name: /^(?!Select )/ })).count()).toBe(0);
  expect(await main.getByLabel('CSV file').count()).toBe(0);
});

it('the fields of a contract rate are disabled for a key that can only read, and a webhook has no settings', async () => {
  const { page } = await open(`/contract-rates/${ids.rate}`, { key });
  const amount = page.getByLabel('Amount', { exact: true });
  await amount.waitFor();
  expect(await amount.isDisabled()).toBe(true);
  await page.goto(`${site.url}/console/webhooks/${ids.webhook}`);
  await page.getByRole('tab', { name: 'Deliveries' }).waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Overview', 'Deliveries', 'Secret']);
});

import { generateApiKey } from '../../../shared/accounts/api-keys/api-key-record.ts';
import { eventually } from '../../support/eventually.ts';
import type { LocalService } from '../../support/local-service.ts';
import { createEnterprise, type TestOrganization } from '../../support/service-under-test.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { OPERATION_REQUESTS, type Resources } from './operation-requests.ts';

/** Texts of the owner that a response to another caller must not contain. */
const REFERENCE = 'reference-of-the-owner';
const RECEIVER_PATH = '/receiver-of-the-owner';
const OWN_VALIDITY_DAYS = 87;

/** An organization with a quote, a pricing strategy, a webhook and a delivery of its own, in test mode. */
export interface Tenant extends TestOrganization {
  readonly resources: Resources;
  /** Secrets, data and ids of the tenant that only its own keys may read. */
  readonly secrets: readonly string[];
}

/** A caller of the matrix. */
export interface Caller {
  readonly key?: string;
  /** Organization and mode of the key. */
  readonly account?: { readonly orgId: string; readonly mode: 'test' | 'live' };
}

export interface Tenants {
  readonly receiver: WebhookReceiver;
  readonly owner: Tenant;
  readonly suspended: Tenant;
  readonly callers: {
    readonly other: Caller;
    readonly otherMode: Caller;
    readonly readOnly: Caller;
    readonly writeOnly: Caller;
    readonly adminOnly: Caller;
    readonly readWrite: Caller;
    readonly revoked: Caller;
    readonly suspended: Caller;
    readonly unassigned: Caller;
    readonly malformed: Caller;
    readonly unknown: Caller;
    readonly none: Caller;
  };
}

const FILE_NAME = 'loads-of-the-owner.csv';
const RATES_FILE_NAME = 'rates-of-the-owner.csv';
const KEY_NAME = 'Key of the desk in Worcester';
const RFP_NAME = 'Drayage of the owner';
const CUSTOMER = 'Customer of the owner';
const CUSTOMER_PHONE = '+1 555 010 0199';
const CHAT_SUBJECT = 'Mail to the owner';
const LANE_ID = 'lane-of-the-owner';
const EXTERNAL_ID = 'external-of-one-tenant';

/** Waits while the lanes of an RFP are priced. */
export const untilPriced = (service: LocalService, key: string, rfpId: string) =>
  eventually(
    async () => (await service.call('GET', `/api/v1/rfps/${rfpId}`, { key })).json,
    (json) => (json as { rfp?: { status: string } }).rfp?.status !== 'pricing',
  );

/** The tenant with another quote as its own, which has a share link. */
export async function withNewQuote(service: LocalService, tenant: Tenant): Promise<Tenant> {
  const { orgId, apiKey: key, resources } = tenant;
  const body = OPERATION_REQUESTS['POST /api/v1/quotes']?.body?.(orgId, resources);
  const { json } = await service.call('POST', '/api/v1/quotes', { key, body });
  const { quote } = json as { readonly quote: { readonly quote_id: string } };
  await service.call('POST', `/api/v1/quotes/${quote.quote_id}/share`, { key });
  return { ...tenant, resources: { ...resources, quote_id: quote.quote_id } };
}

async function createTenant(service: LocalService, receiver: WebhookReceiver): Promise<Tenant> {
  const organization = await createEnterprise(service);
  const { orgId, apiKey: key } = organization;
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, json, text } = await service.call(method, path, { key, ...(body ? { body } : {}) });
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return json as T;
  };
  const strategy = await call<object>('GET', '/api/v1/pricing-strategy');
  const { version, updated_at, ...terms } = strategy as Record<string, unknown>;
  await call('PUT', '/api/v1/pricing-strategy', { ...terms, validity_days: OWN_VALIDITY_DAYS });
  const request = OPERATION_REQUESTS['POST /api/v1/quotes']?.body?.(orgId, {} as Resources) as object;
  const { quote } = await call<{ quote: { quote_id: string } }>('POST', '/api/v1/quotes', {
    ...request,
    customer_reference: REFERENCE,
  });
  const { rfp } = await call<{ rfp: { rfp_id: string } }>('POST', '/api/v1/rfps', {
    ...{ name: RFP_NAME, customer: CUSTOMER },
    lanes: [{ lane_id: LANE_ID, origin: 'USLAX', destination: 'Phoenix, AZ', weekly_volume: 3 }],
  });
  await untilPriced(service, key, rfp.rfp_id);
  const mail = OPERATION_REQUESTS['POST /api/v1/chats']?.body?.(orgId, {} as Resources) as object;
  const { chat } = await call<{ chat: { chat_id: string } }>('POST', '/api/v1/chats', {
    ...mail,
    subject: CHAT_SUBJECT,
  });
  const { customer } = await call<{ customer: { customer_id: string } }>('POST', '/api/v1/customers', {
    ...{ name: CUSTOMER, phone: CUSTOMER_PHONE },
  });
  const contractRates = OPERATION_REQUESTS['POST /api/v1/contract-rates']?.body?.(orgId, {} as Resources) as {
    readonly rates: readonly object[];
  };
  const { rates } = await call<{ rates: readonly { rate_id: string }[] }>('POST', '/api/v1/contract-rates', {
    rates: contractRates.rates.map((rate) => ({ ...rate, customer: CUSTOMER, external_id: EXTERNAL_ID })),
  });
  const url = `${receiver.url}${RECEIVER_PATH}`;
  const webhook = await call<{ data: { id: string; secret: string } }>('POST', '/v1/webhooks', {
    ...{ url, events: ['rfp.deleted'], orgId },
  });
  const { data: delivery } = await call<{ data: { id: string; eventId: string } }>(
    'POST',
    `/v1/webhooks/${webhook.data.id}/test`,
  );
  // Only the scope admin, so that a key with no other scope can rotate it.
  const { data: other } = await call<{ data: { id: string } }>('POST', '/api/v1/keys', {
    name: KEY_NAME,
    scopes: ['admin'],
  });
  const { data: upload } = await call<{ data: { id: string } }>('POST', '/api/v1/market/uploads', {
    fileName: FILE_NAME,
  });
  const [rateUpload, quoteUpload] = await Promise.all(
    ['contract-rates', 'quotes'].map(async (kind) => {
      const body = { file_name: RATES_FILE_NAME };
      return (await call<{ upload: { upload_id: string } }>('POST', `/api/v1/${kind}/uploads`, body)).upload;
    }),
  );
  // So that the matrix can announce an upload of each kind: 5 are unfinished at most.
  await call('DELETE', `/api/v1/quotes/uploads/${quoteUpload?.upload_id}`);
  const resources = {
    key_id: other.id,
    upload_id: upload.id,
    rate_upload_id: rateUpload?.upload_id ?? '',
    quote_upload_id: quoteUpload?.upload_id ?? '',
    quote_id: quote.quote_id,
    rate_id: rates[0]?.rate_id ?? '',
    rfp_id: rfp.rfp_id,
    chat_id: chat.chat_id,
    customer_id: customer.customer_id,
    webhook_id: webhook.data.id,
    delivery_id: delivery.id,
    receiverUrl: receiver.url,
  };
  return {
    ...organization,
    resources,
    secrets: [
      ...[key, REFERENCE, RECEIVER_PATH, `"validity_days":${OWN_VALIDITY_DAYS}`, webhook.data.secret],
      ...[delivery.eventId, resources.quote_id, resources.webhook_id, resources.delivery_id],
      ...[resources.key_id, KEY_NAME, resources.upload_id, FILE_NAME],
      ...[resources.rate_upload_id, resources.quote_upload_id, RATES_FILE_NAME],
      ...[resources.rfp_id, RFP_NAME, CUSTOMER, LANE_ID, resources.chat_id, CHAT_SUBJECT],
      ...[resources.rate_id, EXTERNAL_ID, resources.customer_id, CUSTOMER_PHONE],
    ],
  };
}

/** Two organizations with resources, one of them suspended, and the callers of the matrix. */
export async function createTenants(service: LocalService): Promise<Tenants> {
  const receiver = await startWebhookReceiver();
  const [owner, suspended, other, unassigned] = await Promise.all([
    createTenant(service, receiver),
    createTenant(service, receiver),
    createEnterprise(service),
    service.freight<{ apiKey: string }>('key', 'create', '--no-org', '--json'),
  ]);
  const newKey = (...flags: string[]) =>
    service.freight<{ apiKey: string; keyId: string }>('key', 'create', owner.orgId, ...flags, '--json');
  const [live, reader, writer, administrator, readWriter, revoked] = await Promise.all([
    newKey('--live', '--scopes', 'read,write,admin'),
    newKey('--scopes', 'read'),
    newKey('--scopes', 'write'),
    newKey('--scopes', 'admin'),
    newKey('--scopes', 'read,write'),
    newKey(),
    service.freight('org', 'suspend', suspended.orgId, '--json'),
  ]);
  await service.freight('key', 'revoke', revoked.keyId, '--json');
  // The authorizer has read the organization before it was suspended, and caches it for up to a minute.
  service.crash('authorizer');
  const account = { orgId: owner.orgId, mode: 'test' } as const;
  return {
    receiver,
    owner,
    suspended,
    callers: {
      other: { key: other.apiKey, account: { orgId: other.orgId, mode: 'test' } },
      otherMode: { key: live.apiKey, account: { orgId: owner.orgId, mode: 'live' } },
      readOnly: { key: reader.apiKey, account },
      writeOnly: { key: writer.apiKey, account },
      adminOnly: { key: administrator.apiKey, account },
      readWrite: { key: readWriter.apiKey, account },
      revoked: { key: revoked.apiKey },
      suspended: { key: suspended.apiKey, account: { orgId: suspended.orgId, mode: 'test' } },
      unassigned: { key: unassigned.apiKey },
      malformed: { key: owner.apiKey.slice(0, -1) },
      unknown: { key: generateApiKey('test') },
      none: {},
    },
  };
}

import { expect } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type Answer, createEnterprise, type ServiceUnderTest } from '../../support/service-under-test.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';

const PATH = '/v1/webhooks';
export const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const DELIVERY_ID = expect.stringMatching(/^dlv_[0-9A-HJKMNP-TV-Z]{27}$/);
const DAY_MS = 86_400_000;
export const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

export const rejected = (code: string, message: unknown = expect.any(String)) => ({
  success: false,
  error: { code, message },
});

export interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}
interface Registered {
  readonly id: string;
  readonly secret: string;
}

/** The `data` of a successful response. The test fails if the call failed. */
export const dataOf = <Data = Delivery>({ status, json }: Answer): Data => {
  expect([status, json]).toMatchObject([200, { status: 'success' }]);
  return (json as { readonly data: Data }).data;
};

/** Creates an organization with a separate receiver for its events. */
export async function deliveriesCaller(service: ServiceUnderTest) {
  const receiver = await startWebhookReceiver();
  const organization = await createEnterprise(service);
  let paths = 0;

  const call = (method: string, path: string, body?: unknown, by = organization) =>
    service.call(method, path, { key: by.apiKey, ...(body === undefined ? {} : { body }) });
  /** Registers a webhook with a unique path at the receiver. */
  const register = async (events = ['quote.created']) => {
    const path = `/${paths++}`;
    const body = { url: `${receiver.url}${path}`, events, orgId: organization.orgId };
    const { id, secret } = dataOf<Registered>(await call('POST', PATH, body));
    return { id, secret, path, at: `${PATH}/${id}` };
  };
  type Target = Awaited<ReturnType<typeof register>>;
  const list = async (target: Target, query = '') =>
    dataOf<Delivery[]>(await call('GET', `${target.at}/deliveries${query}`));
  return {
    receiver,
    organization,
    call,
    register,
    list,
    createQuote: async (): Promise<string> => {
      const request = {
        origin: '90731',
        destination: 'Phoenix, AZ',
        equipment_type: 'container_40',
        pickup_date: dayFromNow(3),
      };
      const { json } = await call('POST', '/api/v1/quotes', request);
      return (json as { quote: { quote_id: string } }).quote.quote_id;
    },
    read: async (target: Target, id: string) => dataOf(await call('GET', `${target.at}/deliveries/${id}`)),
    listedWhen: (target: Target, isThere: (found: readonly Delivery[]) => boolean) =>
      eventually(() => list(target), isThere),
    update: (target: Target, change: object) =>
      call('PUT', target.at, { events: ['quote.created'], orgId: organization.orgId, ...change }),
  };
}

export type DeliveriesCaller = Awaited<ReturnType<typeof deliveriesCaller>>;
/** A webhook of the caller. */
export type Target = Awaited<ReturnType<DeliveriesCaller['register']>>;

import { eventually } from '../support/eventually.ts';
import { exchange, type TestOrganization } from '../support/service-under-test.ts';

/** Few, so that a webhook and a delivery that a case names often belong together. */
const WEBHOOKS = 3;
const DELIVERED_WITHIN_MS = 60_000;

/** Ids that exist. Schemathesis does not find them in responses by itself, as it does for quotes, RFPs and keys. */
export interface StoredResources {
  readonly webhooks: readonly string[];
  readonly deliveries: readonly string[];
  readonly marketUploads: readonly string[];
  readonly rateUploads: readonly string[];
  readonly quoteUploads: readonly string[];
}

/** Creates webhooks with a delivery each, and uploads. @param receiverUrl of a receiver that accepts every call. */
export async function createStoredResources(
  url: string,
  { orgId, apiKey: key }: TestOrganization,
  receiverUrl: string,
): Promise<StoredResources> {
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const { answer } = await exchange(url, method, path, {
      key,
      ...(body === undefined ? {} : { body }),
      headers: { 'content-type': 'application/json' },
    });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json as Body;
  };
  const webhooks: string[] = [];
  const deliveries: string[] = [];
  for (let count = 0; count < WEBHOOKS; count++) {
    const body = { url: `${receiverUrl}/${count}`, events: ['quote.created'], orgId };
    const { data } = await call<{ data: { id: string } }>('POST', '/v1/webhooks', body);
    const { id } = data;
    webhooks.push(id);
    await call('POST', `/v1/webhooks/${id}/test`, { event: 'quote.created' });
    const [delivery] = await eventually(
      async () =>
        (await call<{ data: readonly { id: string }[] }>('GET', `/v1/webhooks/${id}/deliveries`)).data,
      (listed) => listed.length > 0,
      DELIVERED_WITHIN_MS,
    );
    deliveries.push(delivery?.id ?? '');
  }
  const market = await call<{ data: { id: string } }>('POST', '/api/v1/market/uploads', {});
  const rates = await call<{ upload: { upload_id: string } }>('POST', '/api/v1/contract-rates/uploads', {});
  const quotes = await call<{ upload: { upload_id: string } }>('POST', '/api/v1/quotes/uploads', {});
  return {
    ...{ webhooks, deliveries, marketUploads: [market.data.id] },
    rateUploads: [rates.upload.upload_id],
    quoteUploads: [quotes.upload.upload_id],
  };
}

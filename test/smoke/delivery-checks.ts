import { eventually } from '../support/eventually.ts';
import type { TestOrganization } from '../support/service-under-test.ts';
import type { Called } from './caller-checks.ts';
import { type Check, passed, skipped, unlessWrong } from './check.ts';
import { callerOf, newQuote, quoteIdOf, succeeded } from './organization-checks.ts';

/** From the quote to the receiver: a stream, two queues and a few cold starts. */
const ARRIVES_WITHIN_MS = 120_000;
const WEBHOOKS = '/v1/webhooks';

interface Delivery {
  readonly status: string;
  readonly event: string;
  readonly lastResponseStatus?: number;
}

/** Webhooks of a test organization. @param receiver a public address that answers 2xx to a POST; none is called without. */
export function deliveryChecks(
  service: Called,
  ours: TestOrganization,
  receiver: string | undefined,
): Check[] {
  const call = callerOf(service, ours);
  const needsReceiver = 'name a receiver that answers 2xx from the internet: --receiver URL';
  const register = async (url: string, enabled: boolean) => {
    const body = { url, events: ['quote.created'], orgId: ours.orgId, enabled };
    return Object(succeeded(await call('POST', WEBHOOKS, body), 'registering')).data as {
      readonly id: string;
      readonly secret: string;
    };
  };
  return [
    {
      name: 'a webhook is registered, its secret is rotated, and it is deleted',
      run: async () => {
        const { id, secret } = await register('https://www.example.com/smoke', false);
        const at = `${WEBHOOKS}/${id}`;
        const rotated = Object(succeeded(await call('POST', `${at}/rotate-secret`), 'rotating')).data;
        const read = await call('GET', at);
        const health = Object(succeeded(await call('GET', `${at}/health`), 'its health')).data;
        succeeded(await call('DELETE', at), 'deleting');
        const gone = await call('GET', at);
        return unlessWrong([
          ...(secret.startsWith('whsec_') && rotated?.secret !== secret ? [] : ['no two secrets']),
          ...(health?.total?.attempts === 0 ? [] : [`its health has ${health?.total?.attempts} attempts`]),
          ...(read.text.includes('whsec_') ? ['its secret can be read'] : []),
          ...(gone.status === 404 ? [] : [`deleted, it is answered ${gone.status}`]),
        ]);
      },
    },
    {
      name: 'a test event is delivered',
      run: async () => {
        if (receiver === undefined) return skipped(needsReceiver);
        const { id } = await register(receiver, true);
        const { data } = Object(succeeded(await call('POST', `${WEBHOOKS}/${id}/test`, {}), 'testing'));
        succeeded(await call('DELETE', `${WEBHOOKS}/${id}`), 'deleting');
        const [attempt] = data?.attemptLog ?? [];
        return unlessWrong(
          data?.status === 'delivered'
            ? []
            : [`${data?.status}: ${attempt?.detail ?? attempt?.responseStatus}`],
          `${attempt?.durationMs} ms`,
        );
      },
    },
    {
      name: 'the event of a new quote is delivered to its webhook',
      run: async () => {
        if (receiver === undefined) return skipped(needsReceiver);
        const { id } = await register(receiver, true);
        const began = performance.now();
        const quote = quoteIdOf(succeeded(await call('POST', '/api/v1/quotes', newQuote()), 'creating'));
        const deliveries = await eventually(
          async () =>
            Object(succeeded(await call('GET', `${WEBHOOKS}/${id}/deliveries`), 'listing'))
              .data as Delivery[],
          ([first]) => first?.lastResponseStatus !== undefined,
          ARRIVES_WITHIN_MS,
        );
        const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
        succeeded(await call('DELETE', `/api/v1/quotes/${quote}`), 'deleting the quote');
        succeeded(await call('DELETE', `${WEBHOOKS}/${id}`), 'deleting');
        const [first] = deliveries;
        if (first?.status === 'delivered' && first.event === 'quote.created') return passed(took);
        const seen =
          first === undefined ? 'there is no delivery' : `${first.status}, ${first.lastResponseStatus}`;
        return unlessWrong([`${seen} after ${took}`]);
      },
    },
  ];
}

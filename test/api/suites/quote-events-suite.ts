import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { ServiceUnderTest } from '../../support/service-under-test.ts';
import {
  DELIVERY_ID,
  type DeliveriesCaller,
  deliveriesCaller,
  MOMENT,
  type Target,
} from './deliveries-caller.ts';

interface QuoteEvents {
  readonly events: readonly {
    readonly event_id: string;
    readonly deliveries: readonly { readonly status: string; readonly delivery_id: string }[];
  }[];
}

/** Events of quotes over HTTP, compared with what the receiver got. */
export function quoteEventsSuite(service: () => ServiceUnderTest): void {
  describe('the events of a quote', () => {
    let our: DeliveriesCaller;
    let created: Target;
    let quoteId: string;

    beforeAll(async () => {
      our = await deliveriesCaller(service());
      created = await our.register(['quote.created']);
      quoteId = await our.createQuote();
      await our.call('POST', `/api/v1/quotes/${quoteId}/convert`);
    });
    afterAll(() => our.receiver.stop());

    const read = async () => {
      const { status, json } = await our.call('GET', `/api/v1/quotes/${quoteId}/events`);
      expect(status).toBe(200);
      return json as QuoteEvents;
    };

    it('are those that the receiver got, and those that no webhook wants', async () => {
      const found = await eventually(read, ({ events }) => events[0]?.deliveries[0]?.status === 'delivered');

      const [arrived] = our.receiver.on(created.path);
      const { id } = JSON.parse(arrived?.body ?? '{}') as { readonly id?: string };
      expect(found).toEqual({
        events: [
          {
            event_id: id,
            event: 'quote.created',
            status: 'pending',
            created_at: MOMENT,
            deliveries: [
              {
                delivery_id: DELIVERY_ID,
                webhook_id: created.id,
                status: 'delivered',
                attempts: 1,
                last_attempt_at: MOMENT,
                last_response_status: 200,
              },
            ],
          },
          {
            event_id: expect.stringMatching(/^evt_/),
            event: 'quote.updated',
            status: 'converted',
            created_at: MOMENT,
            deliveries: [],
          },
        ],
      });
      const delivery = await our.read(created, found.events[0]?.deliveries[0]?.delivery_id ?? '');
      expect(delivery).toMatchObject({ eventId: id, status: 'delivered' });
    });

    it('do not exist for another organization, and after the quote is deleted', async () => {
      const other = await deliveriesCaller(service());
      const foreign = await other.call('GET', `/api/v1/quotes/${quoteId}/events`);
      await other.receiver.stop();
      await our.call('DELETE', `/api/v1/quotes/${quoteId}`);
      const gone = await our.call('GET', `/api/v1/quotes/${quoteId}/events`);

      for (const { status, json } of [foreign, gone]) {
        expect([status, json]).toMatchObject([
          404,
          { error: { code: 'QUOTE_NOT_FOUND', details: { quote_id: quoteId } } },
        ]);
      }
    });
  });
}

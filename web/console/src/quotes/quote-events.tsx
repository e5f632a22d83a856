import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { QuoteEventDelivery, QuoteEventItem } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { counted } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Loaded } from '../shell/feedback.tsx';
import { Panel, Time } from '../shell/page.tsx';
import { DeliveryState } from '../webhooks/webhook-state.tsx';

const REFRESH_MS = 5_000;
/** An event has its deliveries some seconds after it. */
const NEW_MS = 60_000;

const isNew = ({ created_at }: QuoteEventItem) => Math.abs(Date.now() - Date.parse(created_at)) < NEW_MS;
const canChange = (event: QuoteEventItem) =>
  event.deliveries.length === 0 ? isNew(event) : event.deliveries.some(({ status }) => status === 'pending');

export function QuoteEvents({ quoteId }: { readonly quoteId: string }) {
  const { client } = useSession();
  const events = useQuery({
    queryKey: ['quotes', 'events', quoteId],
    queryFn: ({ signal }) => client.quotes.events(quoteId, { signal }),
    staleTime: 0,
    // A new event has deliveries soon, and a delivery without an outcome has one soon.
    refetchInterval: ({ state }) => (state.data?.some(canChange) ? REFRESH_MS : false),
  });
  return (
    <Panel title="Events" note="What this quote sent to your webhooks. Deliveries are listed for 30 days.">
      <Loaded query={events} rows={3}>
        {(items) =>
          items.length === 0 ? (
            <p className="note">The quote has no events.</p>
          ) : (
            <DataTable
              caption="Events of the quote"
              rows={items.toReversed()}
              rowKey={({ event_id }) => event_id}
              columns={[
                {
                  title: 'Event',
                  isHeader: true,
                  cell: (event) => (
                    <>
                      {eventTitle(event)}
                      <code className="small">{event.event}</code>
                      <span className="small">
                        <Time value={event.created_at} />
                      </span>
                    </>
                  ),
                },
                {
                  title: 'Deliveries',
                  cell: ({ deliveries }) =>
                    deliveries.length === 0 ? (
                      <span className="note">None</span>
                    ) : (
                      <ul className="plain">
                        {deliveries.map((delivery) => (
                          <li key={delivery.delivery_id}>
                            <Delivery delivery={delivery} />
                          </li>
                        ))}
                      </ul>
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Delivery({ delivery }: { readonly delivery: QuoteEventDelivery }) {
  const { webhook_id, status, reason, attempts, last_response_status: response, redelivered_by } = delivery;
  return (
    <>
      <DeliveryState status={status} /> to{' '}
      <Link to={`/webhooks/${encodeURIComponent(webhook_id)}`}>
        <code>{webhook_id}</code>
      </Link>
      <span className="small">
        {[
          counted(attempts, 'attempt'),
          ...(response === undefined ? [] : [`last answer ${response}`]),
          ...(redelivered_by === undefined ? [] : ['sent again']),
        ].join(', ')}
        {reason === undefined ? null : (
          <>
            {': '}
            <bdi>{reason}</bdi>
          </>
        )}
      </span>
    </>
  );
}

function eventTitle({ event, status }: Pick<QuoteEventItem, 'event' | 'status'>): string {
  if (event === 'quote.created') return 'Quote made';
  if (event === 'quote.deleted') return 'Quote deleted';
  if (event !== 'quote.updated') return event;
  if (status === 'converted') return 'Quote converted';
  if (status === 'declined') return 'Quote declined';
  if (status === 'superseded') return 'Quote revised';
  return status === 'expired' ? 'Quote expired' : 'Quote changed';
}

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import type { DeliveryWithAttempts } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { counted } from '../format/numbers.ts';
import { CopyValue } from '../shell/buttons.tsx';
import { ConfirmButton } from '../shell/dialog.tsx';
import { Notice } from '../shell/feedback.tsx';
import { Facts, LoadedPage, Page, Panel, Time } from '../shell/page.tsx';
import { Attempt, nextLook, TextBlock } from './attempt.tsx';
import { deliveryPath } from './deliveries-tab.tsx';
import { DeliveryState, useWebhookChange } from './webhook-state.tsx';

function PayloadPanel({ delivery: { payload, test } }: { readonly delivery: DeliveryWithAttempts }) {
  if (payload === undefined) {
    return <Panel title="Request body">The body is no longer kept, so the event cannot be sent again.</Panel>;
  }
  const text = JSON.stringify(payload, undefined, 2);
  const quote = test ? undefined : quoteOf(payload);
  return (
    <Panel
      title="Request body"
      note={
        <>
          Each attempt sends the same bytes; here with line breaks for reading.
          {quote === undefined ? null : (
            <>
              {' '}
              <Link to={`/quotes/${encodeURIComponent(quote)}`}>Open the quote</Link>
            </>
          )}
        </>
      }
      actions={<CopyValue value={text} what="the request body" />}
    >
      <TextBlock label="Request body" text={text} />
    </Panel>
  );
}

/** The quote of an event; undefined for other events and deleted quotes. */
function quoteOf(payload: NonNullable<DeliveryWithAttempts['payload']>): string | undefined {
  return payload.event === 'quote.created' || payload.event === 'quote.updated'
    ? payload.object.quoteNumber
    : undefined;
}

export default function DeliveryPage() {
  const { webhookId = '', deliveryId = '' } = useParams();
  const { client } = useSession();
  const parent = { path: `/webhooks/${encodeURIComponent(webhookId)}?tab=deliveries`, title: 'Deliveries' };
  const delivery = useQuery({
    queryKey: ['webhooks', 'delivery', webhookId, deliveryId],
    queryFn: ({ signal }) => client.deliveries.get(webhookId, deliveryId, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => nextLook(data === undefined ? [] : [data], Date.now()),
  });
  return (
    <LoadedPage
      query={delivery}
      title="Delivery"
      parent={parent}
      missing={
        <Notice tone="yellow" title="This delivery does not exist" role="alert">
          Deliveries are kept for 30 days, and end with their webhook.{' '}
          <Link to="/webhooks">Show all webhooks</Link>
        </Notice>
      }
    >
      {(data) => <DeliveryDetail key={deliveryId} delivery={data} parent={parent} />}
    </LoadedPage>
  );
}

interface DeliveryDetailProps {
  readonly delivery: DeliveryWithAttempts;
  readonly parent: { readonly path: string; readonly title: string };
}

function DeliveryDetail({ delivery, parent }: DeliveryDetailProps) {
  const { canWrite } = useSession();
  const { event, eventId, status, reason, attempts, maxAttempts, attemptLog } = delivery;
  const { redeliveryOf, redeliveredBy, webhookId } = delivery;
  const linkTo = (id: string) => <Link to={deliveryPath({ webhookId, id })}>Open</Link>;
  const hasUnlogged = attempts > attemptLog.length;
  return (
    <Page
      title={event}
      parent={parent}
      lead={
        <>
          <DeliveryState status={status} /> · <code>{delivery.id}</code>
        </>
      }
    >
      {reason === undefined ? null : (
        <Notice tone="red" title="The delivery failed">
          <bdi>{reason}</bdi>
        </Notice>
      )}
      <div className="stack">
        <Panel title="Details">
          <Facts
            facts={{
              Created: <Time value={delivery.createdAt} />,
              Attempts: `${attempts} of ${maxAttempts}`,
              'Next attempt': delivery.nextAttemptAt && <Time value={delivery.nextAttemptAt} />,
              'Event id': <code>{eventId}</code>,
              Kind: delivery.test ? 'Test' : 'Event',
              Repeats: redeliveryOf && linkTo(redeliveryOf),
              'Sent again as': redeliveredBy && linkTo(redeliveredBy),
            }}
          />
        </Panel>
        {canWrite ? <RedeliverPanel delivery={delivery} /> : null}
        <Panel title="Attempts" note={attemptLog.length === 0 ? undefined : 'Oldest first.'}>
          <div role="status">
            {hasUnlogged ? (
              <p className="note">An attempt is in progress.</p>
            ) : attemptLog.length === 0 ? (
              <p className="note">No attempt yet.</p>
            ) : null}
          </div>
          {attemptLog.map((attempt) => (
            <Attempt key={attempt.number} delivery={delivery} attempt={attempt} />
          ))}
        </Panel>
        <PayloadPanel delivery={delivery} />
      </div>
    </Page>
  );
}

function RedeliverPanel({ delivery }: { readonly delivery: DeliveryWithAttempts }) {
  const { client } = useSession();
  const navigate = useNavigate();
  const { id, webhookId, maxAttempts, test, payload, status } = delivery;
  const change = useWebhookChange(webhookId);
  const redeliver = async () =>
    navigate(deliveryPath(await change(client.deliveries.redeliver(webhookId, id))));
  if (payload === undefined) return null;
  return (
    <Panel
      title="Send again"
      note={`Makes a new delivery of the same event with ${counted(maxAttempts, 'attempt')} of its own. This one stays as it is.${status === 'pending' ? ' Its own attempts continue.' : ''}`}
    >
      <ConfirmButton
        label="Send again"
        title="Send this event again?"
        confirm="Send the event"
        lostAdvice="The event may have been sent. Check your network, then look at the deliveries before you try again."
        run={redeliver}
      >
        The address of the webhook gets the same body with the same event id now
        {test ? '' : ', and again after a failure'}. A receiver that processes each id once ignores an event
        that it already has.
      </ConfirmButton>
    </Panel>
  );
}

import { Webhook } from 'standardwebhooks';
import { eventually } from './eventually.ts';
import type { Arrival, WebhookReceiver } from './webhook-receiver.ts';

/** A request with its event. */
export interface ReceivedEvent {
  readonly request: Arrival;
  readonly event: {
    readonly id: string;
    readonly event: string;
    readonly created: string;
    readonly livemode: boolean;
    readonly object: Readonly<Record<string, unknown>>;
  };
}

/** All events at a receiver. */
export const eventsAt = ({ arrivals }: Pick<WebhookReceiver, 'arrivals'>): ReceivedEvent[] =>
  arrivals.map((request) => ({ request, event: JSON.parse(request.body) }));

/** Waits for events that match; returns all of them. */
export const arrivals = (
  receiver: Pick<WebhookReceiver, 'arrivals'>,
  matches: (event: ReceivedEvent['event']) => boolean,
): Promise<ReceivedEvent[]> =>
  eventually(
    async () => eventsAt(receiver).filter(({ event }) => matches(event)),
    (found) => found.length > 0,
  );

/** Whether the reference library accepts the signature of a request with this secret. */
export function isSignedBy(secret: string, { headers, body }: Arrival): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

import { Webhook } from 'standardwebhooks';
import { eventually } from './eventually.ts';
import type { Arrival, WebhookReceiver } from './webhook-receiver.ts';

/** A request with the event that it brought. */
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

/** All events that a receiver got. */
export const eventsAt = ({ arrivals }: Pick<WebhookReceiver, 'arrivals'>): ReceivedEvent[] =>
  arrivals.map((request) => ({ request, event: JSON.parse(request.body) }));

/** Those that are meant, as soon as there is one. */
export const arrivals = (
  receiver: Pick<WebhookReceiver, 'arrivals'>,
  isMeant: (event: ReceivedEvent['event']) => boolean,
): Promise<ReceivedEvent[]> =>
  eventually(
    async () => eventsAt(receiver).filter(({ event }) => isMeant(event)),
    (found) => found.length > 0,
    60_000,
  );

/** Whether the reference library takes a request for one that was signed with this secret. */
export function isSignedBy(secret: string, { headers, body }: Arrival): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { eventually } from './eventually.ts';

/** The body of a webhook. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly created: string;
  readonly livemode: boolean;
  readonly object: Readonly<Record<string, unknown>>;
}

export interface ReceivedCall {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: ReceivedEvent;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** Calls with this event of this object, as soon as there is one. */
  has(event: string, isMeant: (object: ReceivedEvent['object']) => boolean): Promise<ReceivedCall[]>;
  stop(): Promise<void>;
}

/** A receiver on loopback that keeps what it gets and acknowledges it. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    calls.push({ method: request.method, headers: request.headers, body, event: JSON.parse(body) });
    response.writeHead(204).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    calls,
    has: (event, isMeant) =>
      eventually(
        async () => calls.filter((call) => call.event.event === event && isMeant(call.event.object)),
        (found) => found.length > 0,
        60_000,
      ),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

/** Whether the reference library takes a call for one that was signed with this secret. */
export function isSignedBy(secret: string, { headers, body }: ReceivedCall): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

import { type Command, InvalidArgumentError } from 'commander';
import { EVENT_NAMES, type EventName } from '../../../shared/webhooks/events/event-names.ts';
import type { LocalApi } from '../connection/local-api.ts';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';
import { describeDelivery, summarizeDelivery } from './forwarded-text.ts';
import { startForwardingReceiver } from './forwarding-receiver.ts';
import { createWebhookApi } from './webhook-api.ts';

interface ListenOptions {
  readonly forwardTo: URL;
  readonly events: readonly EventName[];
  readonly apiKey?: string;
}

/** `freight listen`: deliveries of the local service at a receiver that is being written. */
export function addListenCommand(program: Command, session: Session): void {
  program
    .command('listen')
    .description('pass webhooks of the local service on to a receiver that you write, until Ctrl-C')
    .requiredOption('--forward-to <url>', 'where it listens, such as http://localhost:3000/hooks', httpUrl)
    .option('--events <names>', 'with commas between them; all where none is named', eventList, EVENT_NAMES)
    .option(
      '--api-key <key>',
      'whose webhooks (by default FREIGHT_API_KEY, or that of the demo organization)',
    )
    .action((options: ListenOptions) => listen(session, options));
}

async function listen(session: Session, { forwardTo, events, apiKey }: ListenOptions): Promise<void> {
  await session.workOnEvents(async ({ localApi }) => {
    if (localApi === undefined) {
      throw new CommandFailedError(
        'freight listen works with the service on this machine only: a deployment sends to public addresses and cannot reach this one. Start one with npm start.',
      );
    }
    const { orgId, key } = await callerOf(localApi, apiKey ?? process.env.FREIGHT_API_KEY);
    const api = createWebhookApi(localApi.url, key);
    // A delivery may be here before the answer that tells the secret is.
    const signing = Promise.withResolvers<string>();
    const receiver = await startForwardingReceiver(forwardTo, async (delivery) => {
      const summary = summarizeDelivery(delivery, await signing.promise, new Date());
      session.report(summary, [describeDelivery(summary)]);
    });
    try {
      const { id, secret } = await api.register({ orgId, url: receiver.url, events });
      signing.resolve(secret);
      try {
        session.report({ webhookId: id, orgId, secret, events, forwardTo: forwardTo.href }, [
          `Webhook ${id} of ${orgId} is passed on to ${forwardTo.href}; Ctrl-C ends it.`,
          `Its signing secret: ${secret}`,
        ]);
        await session.stopped();
      } finally {
        await api.remove(id);
      }
    } finally {
      await receiver.stop();
    }
  });
}

/** Whose webhook it is to be, and the key to register it with. */
async function callerOf(localApi: LocalApi, apiKey: string | undefined) {
  if (apiKey === undefined) {
    const demo = await localApi.demo();
    if (demo !== undefined) return { orgId: demo.orgId, key: demo.apiKey };
    throw new UsageError('Name an API key: --api-key KEY, or FREIGHT_API_KEY.');
  }
  const orgId = await localApi.ownerOf(apiKey);
  if (orgId === undefined)
    throw new CommandFailedError('The local service has no organization with that key.');
  return { orgId, key: apiKey };
}

/** @throws InvalidArgumentError */
function httpUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError('It must be an http or https address.');
}

/** @throws InvalidArgumentError */
function eventList(text: string): readonly EventName[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !EVENT_NAMES.some((event) => event === name));
  if (unknown.length > 0) throw new InvalidArgumentError(`Choose from: ${EVENT_NAMES.join(', ')}.`);
  return EVENT_NAMES.filter((name) => names.includes(name));
}

import { type Command, InvalidArgumentError } from 'commander';
import { EVENT_NAMES, type EventName } from '../../../shared/webhooks/events/event-names.ts';
import type { LocalApi } from '../connection/local-api.ts';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { describeDelivery, summarizeDelivery } from './forwarded-text.ts';
import { startForwardingReceiver } from './forwarding-receiver.ts';
import { createWebhookApi } from './webhook-api.ts';

interface ListenOptions {
  readonly forwardTo: URL;
  readonly events: readonly EventName[];
  readonly apiKey?: string;
}

/** `freight listen`: forwards webhooks of the local service to a receiver under development. */
export function addListenCommand(program: Command, session: Session): void {
  program
    .command('listen')
    .description('Forward webhooks of the local service to your receiver until Ctrl-C')
    .requiredOption(
      '--forward-to <url>',
      'URL of your receiver, such as http://localhost:3001/hooks',
      httpUrl,
    )
    .option('--events <names>', 'comma-separated event names', eventList, EVENT_NAMES)
    .option(
      '--api-key <key>',
      'API key of the organization (default: FREIGHT_API_KEY, or the demo organization)',
    )
    .addHelpText('after', example('freight listen --forward-to http://localhost:3001/hooks'))
    .action((options: ListenOptions) => listen(session, options));
}

async function listen(session: Session, { forwardTo, events, apiKey }: ListenOptions): Promise<void> {
  await session.workOnEvents(async ({ localApi }) => {
    if (localApi === undefined) {
      throw new CommandFailedError(
        'freight listen works only with the local service: a deployment cannot send to this machine. Start the local service with npm start.',
      );
    }
    const { orgId, key } = await callerOf(localApi, apiKey ?? process.env.FREIGHT_API_KEY);
    const api = createWebhookApi(localApi.url, key);
    // A delivery can arrive before the response with the secret.
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
          `Webhook ${id} of ${orgId} is forwarded to ${forwardTo.href}. Press Ctrl-C to stop.`,
          `Signing secret: ${secret}`,
        ]);
        await session.interrupted();
      } finally {
        await api.remove(id);
      }
    } finally {
      await receiver.stop();
    }
  });
}

/** The organization of the webhook, and the API key to register it with. */
async function callerOf(localApi: LocalApi, apiKey: string | undefined) {
  if (apiKey === undefined) {
    const demo = await localApi.demo();
    if (demo !== undefined) return { orgId: demo.orgId, key: demo.apiKey };
    throw new UsageError('No API key. Use --api-key KEY or set FREIGHT_API_KEY.');
  }
  const orgId = await localApi.ownerOf(apiKey);
  if (orgId === undefined)
    throw new CommandFailedError('The local service has no organization with this API key.');
  return { orgId, key: apiKey };
}

/** @throws InvalidArgumentError */
function httpUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError('It must be an http or https URL.');
}

/** @throws InvalidArgumentError */
function eventList(text: string): readonly EventName[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !EVENT_NAMES.some((event) => event === name));
  if (unknown.length > 0) throw new InvalidArgumentError(`Choose from: ${EVENT_NAMES.join(', ')}.`);
  return EVENT_NAMES.filter((name) => names.includes(name));
}

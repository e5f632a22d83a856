import { Argument, type Command } from 'commander';
import * as v from 'valibot';
import { FreightClient } from '../../clients/typescript/src/index.ts';
import { type EventMessage, writeEventMessage } from '../../shared/webhooks/events/event-message.ts';
import { EVENT_NAMES, type EventName } from '../../shared/webhooks/events/event-names.ts';
import { readEventMessage } from '../../shared/webhooks/events/read-event-message.ts';
import { sampleEvent } from '../../shared/webhooks/events/sample-event.ts';
import { example, httpUrl, namesOf, parsed } from './arguments.ts';
import { CommandFailedError, UsageError } from './connection/failures.ts';
import { knownOrganization } from './organization-data.ts';
import type { Session } from './session.ts';

export const NO_KEY = 'No API key. Use --api-key KEY or set FREIGHT_API_KEY.';

/** `freight listen` and `freight trigger`: receive and send events. */
export function addWebhookCommands(program: Command, session: Session): void {
  program
    .command('listen')
    .description('Send webhooks of the local service to your receiver and print its answers until Ctrl-C')
    .requiredOption('--forward-to <url>', 'URL of your receiver', httpUrl)
    .option('--events <names>', 'comma-separated event names', namesOf(EVENT_NAMES), EVENT_NAMES)
    .option(
      '--api-key <key>',
      'API key of the organization (default: FREIGHT_API_KEY, or the demo organization)',
    )
    .addHelpText('after', example('freight listen --forward-to http://localhost:3001/hooks'))
    .action((options: ListenOptions) => listen(session, options));
  program
    .command('trigger')
    .description('Send an event to the webhooks of an organization through the intake queue')
    .addArgument(new Argument('<event>', 'event name').choices(EVENT_NAMES))
    .option(
      '--org <id>',
      'organization that receives the event (default on the local service: the demo organization)',
    )
    .option('--live', 'send to live webhooks instead of test webhooks')
    .option('--object <json>', 'object of the event as JSON (default: a sample)', jsonObject)
    .option('--id <id>', 'id of the event; duplicates are ignored (default: a new id)')
    .addHelpText('after', example('freight trigger quote.created --org org_123'))
    .action((event: EventName, options: TriggerOptions) => trigger(session, event, options));
}

interface TriggerOptions {
  readonly org?: string;
  readonly live?: true;
  readonly object?: Readonly<Record<string, unknown>>;
  readonly id?: string;
}

const jsonObject = parsed((text) => {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  const isObject = success && typeof output === 'object' && output !== null && !Array.isArray(output);
  return isObject ? { ...output } : undefined;
}, 'It must be a JSON object.');

/** Sends an event to the intake queue. @throws CommandFailedError if it is invalid, or the queue rejects it. */
async function trigger(session: Session, event: EventName, { org, live, object, id }: TriggerOptions) {
  await session.work(async ({ local, queues, provisioning }) => {
    const orgId = org ?? (await local?.api.demo())?.orgId;
    if (orgId === undefined) throw new UsageError('No organization. Use --org ID.');
    const sample = sampleEvent(event, provisioning.now());
    const given = {
      ...(object && { object }),
      ...(id !== undefined && { id }),
      ...(live && { livemode: true }),
    };
    const message: EventMessage = { orgId, ...sample, ...given };
    const body = writeEventMessage(message);
    const reading = readEventMessage(body);
    if (!reading.ok) throw new CommandFailedError(`The event would be rejected: ${reading.reason}.`);
    await knownOrganization(provisioning, orgId);
    const { id: eventId, livemode } = message;
    const action = { action: 'event.sent', details: { event, eventId } } as const;
    await provisioning.organizations.recordAction(orgId, action, [livemode ? 'live' : 'test']);
    const notTaken = await (await queues.intake()).send([{ body, group: orgId }]);
    if (notTaken.length > 0)
      throw new CommandFailedError('The intake queue rejected the event. Run the command again.');
    session.report({ id: eventId, event, orgId, livemode });
  });
}

interface ListenOptions {
  readonly forwardTo: URL;
  readonly events: readonly EventName[];
  readonly apiKey?: string;
}

async function listen(session: Session, { forwardTo, events, apiKey: given }: ListenOptions): Promise<void> {
  await session.workOnLocal(async ({ api }) => {
    const apiKey = given ?? process.env.FREIGHT_API_KEY ?? (await api.demo())?.apiKey;
    if (apiKey === undefined) throw new UsageError(NO_KEY);
    const orgId = await api.ownerOf(apiKey);
    if (orgId === undefined)
      throw new CommandFailedError('The local service has no organization with this API key.');
    const client = new FreightClient({ apiKey, baseUrl: api.url });
    const url = forwardTo.href;
    const { id, secret } = await client.webhooks.create({ orgId, url, events: [...events] });
    try {
      session.report({ webhookId: id, orgId, secret, events, forwardTo: url }, [
        `Webhook ${id} of ${orgId} sends to ${url}. Press Ctrl-C to delete it.`,
        `Signing secret: ${secret}`,
      ]);
      await printAttempts(session, client, id);
    } finally {
      await client.webhooks.delete(id);
    }
  });
}

/** Prints each attempt of a delivery, until Ctrl-C. */
async function printAttempts(
  session: Session,
  { deliveries }: FreightClient,
  webhookId: string,
): Promise<void> {
  const interrupted = session.interrupted().then(() => true);
  const printed = new Map<string, number>();
  do {
    for await (const { id, event, eventId, attempts } of deliveries.list(webhookId)) {
      const before = printed.get(id) ?? 0;
      if (attempts <= before) continue;
      const { attemptLog } = await deliveries.get(webhookId, id);
      const ended = attemptLog.filter(
        ({ number, durationMs }) => number > before && durationMs !== undefined,
      );
      for (const { number, startedAt, responseStatus, error, durationMs } of ended) {
        session.report(
          { time: startedAt, event, id: eventId, status: responseStatus ?? null, error, durationMs },
          [[startedAt.slice(11, 19), event, eventId, responseStatus ?? error, `${durationMs} ms`].join('  ')],
        );
        printed.set(id, number);
      }
    }
  } while (!(await Promise.race([session.pause(1_000).then(() => false), interrupted])));
}

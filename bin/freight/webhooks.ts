import { readFile } from 'node:fs/promises';
import { Argument, type Command, Option } from 'commander';
import * as v from 'valibot';
import { FreightClient } from '../../clients/typescript/src/index.ts';
import { newEventId } from '../../shared/webhooks/events/event-id.ts';
import type { EventMessage } from '../../shared/webhooks/events/event-message.ts';
import { EVENT_NAMES, type EventName } from '../../shared/webhooks/events/event-names.ts';
import { readEventMessage } from '../../shared/webhooks/events/read-event-message.ts';
import { sampleEvent } from '../../shared/webhooks/events/sample-event.ts';
import { writeEventMessage } from '../../shared/webhooks/events/write-event-message.ts';
import { example, httpUrl, namesOf } from './arguments.ts';
import type { Connection } from './connection/connection.ts';
import { CommandFailedError, UsageError } from './failures.ts';
import { knownOrganization } from './organization-data.ts';
import type { Session } from './session.ts';

export const NO_KEY = 'No API key. Use --api-key KEY or set FREIGHT_API_KEY.';

/** `freight listen`, `freight trigger` and `freight event ...`: receive and send events. */
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
    .description('Send a sample event to the test-mode webhooks of an organization')
    .addArgument(new Argument('<event>', 'event name').choices(EVENT_NAMES))
    .option(
      '--org <id>',
      'organization that receives the event (default on the local service: the demo organization)',
    )
    .addHelpText('after', example('freight trigger quote.created --org org_123'))
    .action((event: EventName, { org }: { org?: string }) =>
      session.work(async (service) => {
        const orgId = org ?? (await service.local?.api.demo())?.orgId;
        if (orgId === undefined) throw new UsageError('No organization. Use --org ID.');
        await sendEvent(session, service, { orgId, ...sampleEvent(event, service.provisioning.now()) });
      }),
    );
  program
    .command('event')
    .description('Send events')
    .command('send')
    .description('Send an event to the webhooks of an organization through the intake queue')
    .requiredOption('--org <id>', 'organization that receives the event')
    .addOption(new Option('--event <name>', 'event name').choices(EVENT_NAMES).makeOptionMandatory())
    .option('--live', 'send to live webhooks instead of test webhooks')
    .addOption(new Option('--file <path>', 'JSON file with the object of the event').conflicts('object'))
    .option('--object <json>', 'object of the event as JSON text')
    .option('--id <id>', 'id of the event; duplicates are ignored (default: a new id)')
    .addHelpText('after', example('freight event send --org org_123 --event rfp.created --file ./rfp.json'))
    .action(async ({ org: orgId, event, live = false, id = newEventId(), ...source }: SendOptions) => {
      const object = await readObject(source);
      await session.work(async (service) => {
        const created = service.provisioning.now().toISOString();
        await sendEvent(session, service, { orgId, id, event, created, livemode: live, object });
      });
    });
}

interface SendOptions {
  readonly org: string;
  readonly event: EventName;
  readonly live?: boolean;
  readonly file?: string;
  readonly object?: string;
  readonly id?: string;
}

/** Reads what an event happened to, from a file or from what was typed. */
async function readObject({ file, object }: Pick<SendOptions, 'file' | 'object'>) {
  const source = file ?? '--object';
  const text =
    file === undefined
      ? object
      : await readFile(file, 'utf8').catch((error: unknown) => {
          throw new CommandFailedError(`${file} cannot be read: ${Object(error).code}.`);
        });
  if (text === undefined)
    throw new UsageError('Provide the object of the event: --file PATH or --object JSON.');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), text.replace(/^\ufeff/, ''));
  if (!parsed.success) throw new CommandFailedError(`${source} is not valid JSON.`);
  const value: unknown = parsed.output;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CommandFailedError(`${source} is not a JSON object.`);
}

/** Sends an event to the intake queue. @throws CommandFailedError if it is invalid, or the queue rejects it. */
async function sendEvent(
  session: Session,
  { queues, provisioning }: Connection,
  message: EventMessage,
): Promise<void> {
  const body = writeEventMessage(message);
  const reading = readEventMessage(body);
  if (!reading.ok) throw new CommandFailedError(`The event would be rejected: ${reading.reason}.`);
  const { orgId, id, event, livemode } = message;
  await knownOrganization(provisioning, orgId);
  const mode = livemode ? 'live' : 'test';
  const action = { action: 'event.sent', details: { event, eventId: id } } as const;
  await provisioning.organizations.recordAction(orgId, action, [mode]);
  const notTaken = await (await queues.intake()).send([{ body, group: orgId }]);
  if (notTaken.length > 0)
    throw new CommandFailedError('The intake queue rejected the event. Run the command again.');
  session.report({ id, event, orgId, livemode }, [
    `${event}  ${id}  sent to the ${mode} webhooks of ${orgId}`,
  ]);
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

const POLL_INTERVAL_MS = 1_000;

/** Prints each attempt of a delivery, until Ctrl-C. */
async function printAttempts(
  session: Session,
  { deliveries }: FreightClient,
  webhookId: string,
): Promise<void> {
  let isInterrupted = false;
  const interrupted = session.interrupted().then(() => {
    isInterrupted = true;
  });
  const printed = new Map<string, number>();
  while (!isInterrupted) {
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
    await Promise.race([session.pause(POLL_INTERVAL_MS), interrupted]);
  }
}

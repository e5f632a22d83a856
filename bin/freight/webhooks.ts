import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Argument, type Command, Option } from 'commander';
import { Webhook } from 'standardwebhooks';
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
import { oneLine } from './printing.ts';
import type { Session } from './session.ts';

export const NO_KEY = 'No API key. Use --api-key KEY or set FREIGHT_API_KEY.';

/** `freight listen`, `freight trigger` and `freight event ...`: receive and send events. */
export function addWebhookCommands(program: Command, session: Session): void {
  program
    .command('listen')
    .description('Forward webhooks of the local service to your receiver until Ctrl-C')
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
    const { webhooks } = new FreightClient({ apiKey, baseUrl: api.url });
    // A delivery can arrive before the response with the secret.
    const signing = Promise.withResolvers<string>();
    const receiver = await startForwardingReceiver(forwardTo, async (delivery) => {
      const summary = summarize(delivery, await signing.promise);
      const { time, event, id, status, failure, ms, signature } = summary;
      const outcome = status === null ? `not forwarded: ${failure}` : String(status);
      session.report(summary, [
        [time.slice(11, 19), oneLine(event), id, outcome, `${ms} ms`, signature].join('  '),
      ]);
    });
    try {
      const { id, secret = '' } = await webhooks.create({ orgId, url: receiver.url, events: [...events] });
      signing.resolve(secret);
      try {
        session.report({ webhookId: id, orgId, secret, events, forwardTo: forwardTo.href }, [
          `Webhook ${id} of ${orgId} is forwarded to ${forwardTo.href}. Press Ctrl-C to stop.`,
          `Signing secret: ${secret}`,
        ]);
        await session.interrupted();
      } finally {
        await webhooks.delete(id);
      }
    } finally {
      await receiver.stop();
    }
  });
}

/** A delivery and the response of the receiver that it was forwarded to. */
export interface ForwardedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** HTTP status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** Error code, if there was no response. */
  readonly failure?: string;
  readonly ms: number;
}

/** Hop-by-hop headers and the length, which are not forwarded. */
const NOT_FORWARDED =
  /^(host|connection|keep-alive|transfer-encoding|content-length|expect|upgrade|te|trailer|proxy-.*)$/;
/** Response headers that the sender evaluates. */
const RETURNED_HEADERS = ['content-type', 'retry-after'];
/** Longer than the timeout of the sender, so that the sender times out first. */
const TIMEOUT_MS = 30_000;

/** Starts a receiver on a free loopback port. It forwards each request and returns the response. */
export async function startForwardingReceiver(
  forwardTo: URL,
  onDelivery: (delivery: ForwardedDelivery) => void,
) {
  const server = createServer(async (request, response) => {
    const began = performance.now();
    const { headers, method = 'POST' } = request;
    const body = await buffer(request);
    const answer = await forward(forwardTo, method, headers, body);
    response.writeHead(answer.status ?? 502, answer.headers).end(answer.body);
    const { status, failure } = answer;
    const ms = Math.round(performance.now() - began);
    onDelivery({ headers, body, status, ms, ...(failure === undefined ? {} : { failure }) });
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed).listen(0, '127.0.0.1', ready);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function forward(to: URL, method: string, headers: IncomingHttpHeaders, body: Buffer) {
  const forwarded = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.test(name));
  try {
    const answer = await fetch(to, {
      method,
      headers: forwarded.map(([name, value]): [string, string] => [name, String(value)]),
      body: method === 'GET' || method === 'HEAD' ? null : new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const returned = [...answer.headers].filter(([name]) => RETURNED_HEADERS.includes(name));
    return {
      status: answer.status,
      headers: Object.fromEntries(returned),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  } catch (error) {
    const failure = String(Object(Object(error).cause).code ?? Object(error).name);
    return { status: undefined, failure, headers: {}, body: Buffer.from(`Not forwarded: ${failure}\n`) };
  }
}

const envelope = v.pipe(v.string(), v.parseJson(), v.object({ event: v.string() }));

/** The time, event, status, duration and signature check of a delivery. */
function summarize({ headers, body, status = undefined, failure, ms }: ForwardedDelivery, secret: string) {
  const parsed = v.safeParse(envelope, body.toString());
  let signature = 'signature valid';
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false });
  } catch (error) {
    signature = `signature INVALID: ${error instanceof Error ? error.message : error}`;
  }
  return {
    time: new Date().toISOString(),
    event: parsed.success ? parsed.output.event : 'no event',
    id: String(headers['x-event-id'] ?? 'no id'),
    status: status ?? null,
    ...(failure === undefined ? {} : { failure }),
    ...{ ms, signature },
  };
}

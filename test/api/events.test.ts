import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '../../bin/freight/connection/connection.ts';
import type { OutgoingMessage } from '../../shared/platform/sqs/sqs-message-queue.ts';
import { writeEventMessage } from '../../shared/webhooks/events/event-message.ts';
import { EVENT_NAMES, type EventName } from '../../shared/webhooks/events/event-names.ts';
import { sampleEvent } from '../../shared/webhooks/events/sample-event.ts';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { arrivals, eventsAt, isSignedBy, type ReceivedEvent } from '../support/received-events.ts';
import { createOrganization, type TestOrganization } from '../support/service-under-test.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const FREIGHT = fileURLToPath(new URL('../../bin/freight.ts', import.meta.url));

let service: LocalService;
let receiver: WebhookReceiver;
let caller: TestOrganization;
let secret: string;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startLocalService(), startWebhookReceiver()]);
  caller = await createOrganization(service);
  secret = (await register(receiver.url)).secret;
});

afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
});

async function register(url: string): Promise<{ id: string; secret: string }> {
  const body = { orgId: caller.orgId, url, events: EVENT_NAMES };
  const { json } = await service.call('POST', '/v1/webhooks', { key: caller.apiKey, body });
  return (json as { data: { id: string; secret: string } }).data;
}

/** Sends messages to the intake queue, as another product does. */
async function sendToIntake(...messages: OutgoingMessage[]): Promise<void> {
  process.env.FREIGHT_LOCAL_DIR = service.dataDir;
  const { queues, close } = await connect(undefined, () => {});
  delete process.env.FREIGHT_LOCAL_DIR;
  const notTaken = await (await queues.intake()).send(messages);
  close();
  expect(notTaken).toEqual([]);
}

/** Sends a sample event; returns its ID. */
async function trigger(event: EventName): Promise<string> {
  const { id } = await service.freight<{ id: string }>('trigger', event, '--org', caller.orgId, '--json');
  return id;
}

/** Waits for the requests with this event ID. */
const arrivalOf = (id: string) => arrivals(receiver, (event) => event.id === id);

/** Waits for the requests of an event whose object matches. */
const arrivalsOf = (name: EventName, isMeant: (object: ReceivedEvent['event']['object']) => boolean) =>
  arrivals(receiver, ({ event, object }) => event === name && isMeant(object));

type Redriven = { queue: string; moved: number; rejected: Record<string, number> }[];
const redrive = (...flags: string[]) =>
  service.freight<Redriven>('dlq', 'redrive', '--queue', 'events', ...flags, '--json');

describe('events', () => {
  it('report the creation, conversion and deletion of a quote, once each, with all fields and a signature', async () => {
    const body = {
      origin: 'USLAX',
      destination: 'USCHI',
      equipment_type: 'dryvan',
      pickup_date: new Date().toISOString().slice(0, 10),
    };
    const made = await service.call('POST', '/api/v1/quotes', { key: caller.apiKey, body });
    const { quote_id: id } = (made.json as { quote: { quote_id: string } }).quote;
    await service.call('POST', `/api/v1/quotes/${id}/convert`, { key: caller.apiKey });
    await service.call('DELETE', `/api/v1/quotes/${id}`, { key: caller.apiKey });

    const fields = Object.keys(sampleEvent('quote.created', new Date()).object).sort();
    const expected = [
      ['quote.created', 'pending'],
      ['quote.updated', 'converted'],
      ['quote.deleted', 'deleted'],
    ] as const;
    for (const [event, status] of expected) {
      const calls = await arrivalsOf(event, ({ quoteNumber }) => quoteNumber === id);
      expect(calls).toHaveLength(1);
      const [call] = calls;
      if (call === undefined) throw new Error('never');
      expect(call.request.method).toBe('POST');
      expect(call.request.headers).toMatchObject({
        'content-type': 'application/json',
        'x-event-id': call.event.id,
        'webhook-id': call.event.id,
      });
      expect(isSignedBy(secret, call.request)).toBe(true);
      expect(call.event).toEqual({
        id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
        event,
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        livemode: false,
        object: expect.objectContaining({ quoteNumber: id, status }),
      });
      expect(Object.keys(call.event.object).sort()).toEqual(fields);
    }
  });

  it.each(EVENT_NAMES)(
    'of type %s arrive if the operator triggers them, with an object or a sample',
    async (event) => {
      const object = { ...sampleEvent(event, new Date()).object, from: `operator, ${event}` };
      const flags = ['--org', caller.orgId, '--object', JSON.stringify(object)];
      const sent = await service.freight<{ id: string }>('trigger', event, ...flags, '--json');
      const triggered = await trigger(event);

      const [call] = await arrivalsOf(event, ({ from }) => from === object.from);
      expect(call?.event).toMatchObject({ id: sent.id, object });
      expect(call !== undefined && isSignedBy(secret, call.request)).toBe(true);
      expect(await arrivalOf(triggered)).toHaveLength(1);
    },
  );

  it('of other products arrive from the intake queue once per ID; later messages with the same ID are ignored', async () => {
    const message = (title: string) => ({
      body: writeEventMessage({
        orgId: caller.orgId,
        ...sampleEvent('rfp.created', new Date()),
        id: 'rfp-4711-created',
        object: { rfpNumber: 'RFP-4711', status: 'open', title },
      }),
    });
    await sendToIntake(message('Grüße 🚚'));
    await arrivalsOf('rfp.created', ({ rfpNumber }) => rfpNumber === 'RFP-4711');
    await sendToIntake(message('another'), message('and another'));
    // A later event has arrived, so earlier messages would have arrived before it.
    await arrivalOf(await trigger('rfp.deleted'));

    const calls = await arrivalsOf('rfp.created', ({ rfpNumber }) => rfpNumber === 'RFP-4711');
    expect(calls.map(({ event }) => event.object.title)).toEqual(['Grüße 🚚']);
  });

  it('are in the dead-letter queue with a reason if they are invalid, until an operator redrives them', async () => {
    const bad = JSON.stringify({
      orgId: caller.orgId,
      ...sampleEvent('rfp.created', new Date()),
      object: {},
    });
    await sendToIntake({ body: 'no JSON at all' }, { body: bad });

    const rejected = { 'not JSON': 1, 'object.rfpNumber: missing': 1 };
    const seen = await eventually(
      () => redrive('--dry-run'),
      ([events]) => Object.keys(events?.rejected ?? {}).length === 2,
    );
    expect(seen).toEqual([{ queue: 'events', moved: 0, rejected, failed: 0 }]);
    await expect(redrive()).resolves.toEqual(seen);
    await expect(redrive('--include-rejected')).resolves.toMatchObject([{ moved: 2, rejected: {} }]);
    // The messages are still invalid, so they are rejected again.
    const again = await eventually(
      () => redrive('--dry-run'),
      ([events]) => Object.keys(events?.rejected ?? {}).length === 2,
    );
    expect(again).toEqual(seen);
  });

  it('are sent only to webhooks of their mode', async () => {
    const object = JSON.stringify({ chatId: 'live only' });
    const flags = ['trigger', 'chat.created', '--org', caller.orgId, '--object', object];
    await service.freight(...flags, '--live', '--json');
    await service.freight(...flags.with(-1, '{"chatId":"test only"}'), '--json');

    await arrivalsOf('chat.created', ({ chatId }) => chatId === 'test only');
    expect(eventsAt(receiver).filter(({ event }) => event.object.chatId === 'live only')).toEqual([]);
    expect(eventsAt(receiver).every(({ event }) => event.livemode === false)).toBe(true);
  });
});

describe('freight listen', () => {
  let mine: WebhookReceiver;
  beforeAll(async () => {
    mine = await startWebhookReceiver();
  });
  afterAll(() => mine?.stop());

  it('prints the answers of a local receiver and removes its webhook at the end', async () => {
    const { child, printed } = listen(mine.url);
    const secretOf = await eventually(
      async () => /whsec_\S+/.exec(printed())?.[0] ?? '',
      (found) => found !== '',
    );

    const id = await trigger('chat.created');
    await eventually(
      async () => printed(),
      (text) => text.includes(id),
    );
    // The process receives SIGINT twice on Ctrl-C in a terminal: npm forwards it.
    child.kill('SIGINT');
    child.kill('SIGINT');
    const [exitCode] = await once(child, 'exit');

    expect(exitCode).toBe(0);
    expect(printed()).toMatch(new RegExp(`chat\\.created {2}${id} {2}200 {2}\\d+ ms`));
    const [call] = eventsAt(mine).filter(({ event }) => event.id === id);
    expect(call !== undefined && isSignedBy(secretOf, call.request)).toBe(true);
    const { json } = await service.call('GET', '/v1/webhooks', { key: caller.apiKey });
    expect((json as { data: unknown[] }).data).toMatchObject([{ url: `${receiver.url}/` }]);
  });
});

/** Runs the command in a separate process, as a developer does. */
function listen(forwardTo: string): { child: ChildProcess; printed: () => string } {
  const child = spawn(process.execPath, [FREIGHT, 'listen', '--forward-to', forwardTo], {
    env: { PATH: process.env.PATH, FREIGHT_LOCAL_DIR: service.dataDir, FREIGHT_API_KEY: caller.apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (data) => {
    text += data;
  });
  return { child, printed: () => text };
}

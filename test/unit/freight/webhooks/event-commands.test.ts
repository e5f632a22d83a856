import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_NAMES } from '../../../../shared/webhooks/events/event-names.ts';
import { readEventMessage } from '../../../../shared/webhooks/events/read-event-message.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-events-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function withOrganization() {
  const line = commandLineUnderTest();
  const { orgId } = await line.json('org', 'create', '--name', 'Acme');
  return { ...line, orgId: orgId as string };
}

const CHAT = '{"sessionId":"chat_1","title":"🚚"}';

describe('freight event send', () => {
  it('sends an event on the road of all others and prints its id', async () => {
    const { freight, orgId, queues } = await withOrganization();

    const ended = await freight('event', 'send', '--org', orgId, '--event', 'chat.created', '--object', CHAT);

    const [sent] = queues.events.queue.messages;
    const reading = readEventMessage(sent?.body ?? '');
    expect(reading).toEqual({
      ok: true,
      message: {
        orgId,
        id: expect.stringMatching(/^evt_/),
        event: 'chat.created',
        created: '2026-03-01T12:00:00.000Z',
        livemode: false,
        object: { sessionId: 'chat_1', title: '🚚' },
      },
    });
    expect(sent?.group).toBe(orgId);
    expect(ended).toMatchObject({ exitCode: 0, complaints: '' });
    expect(ended.printed).toContain(reading.ok ? reading.message.id : 'no id');
  });

  it('takes the object from a file, an id of its own, and live webhooks', async () => {
    const { json, orgId, queues } = await withOrganization();
    const file = join(folder, 'rfp.json');
    await writeFile(file, '\ufeff{"rfpNumber":"RFP-1","status":"open"}');

    const flags = ['--org', orgId, '--event', 'rfp.updated', '--live', '--file', file, '--id', 'my-1'];
    await expect(json('event', 'send', ...flags)).resolves.toEqual({
      id: 'my-1',
      event: 'rfp.updated',
      orgId,
      livemode: true,
    });
    expect(queues.events.queue.messages).toHaveLength(1);
  });

  it.each<[string, string[], number, string]>([
    ['an object that lacks a field', ['--object', '{"title":"x"}'], 1, 'object.sessionId: missing'],
    ['an object that is none', ['--object', '[]'], 1, '--object is not a JSON object.'],
    ['no JSON', ['--object', '{'], 1, '--object is not valid JSON.'],
    ['a file that is not there', ['--file', '/nowhere/x.json'], 1, 'cannot be read: ENOENT.'],
    ['no object', [], 2, '--file PATH or --object JSON'],
    ['an id with a dot', ['--object', CHAT, '--id', 'a.b'], 1, 'id: must be 1 to 64'],
    ['both', ['--object', CHAT, '--file', 'x'], 2, 'cannot be used with'],
  ])('rejects %s, and sends nothing', async (_case, flags, exitCode, complaint) => {
    const { freight, orgId, queues } = await withOrganization();

    const ended = await freight('event', 'send', '--org', orgId, '--event', 'chat.created', ...flags);

    expect(ended).toMatchObject({ exitCode, printed: '' });
    expect(ended.complaints).toContain(complaint);
    expect(queues.events.queue.messages).toEqual([]);
  });

  it('rejects an organization that is not there, and an event that is none', async () => {
    const { freight, queues } = commandLineUnderTest();

    const unknownOrganization = await freight(
      'event',
      'send',
      '--org',
      'org_0',
      '--event',
      'chat.created',
      '--object',
      CHAT,
    );
    const unknown = await freight(
      'event',
      'send',
      '--org',
      'org_0',
      '--event',
      'quote.sold',
      '--object',
      CHAT,
    );

    expect(unknownOrganization).toMatchObject({ exitCode: 1, complaints: 'There is no organization org_0.' });
    expect(unknown.exitCode).toBe(2);
    expect(queues.events.queue.messages).toEqual([]);
  });

  it('fails if the queue rejects the event', async () => {
    const { freight, orgId, connect } = await withOrganization();
    const connection = await connect(undefined);
    connect.mockResolvedValue({
      ...connection,
      queues: { ...connection.queues, intake: async () => ({ send: async () => [0] }) },
    });

    await expect(
      freight('event', 'send', '--org', orgId, '--event', 'chat.created', '--object', CHAT),
    ).resolves.toEqual({
      exitCode: 1,
      printed: '',
      complaints: 'The intake queue rejected the event. Run the command again.',
    });
  });
});

describe('freight trigger', () => {
  it.each(EVENT_NAMES)('sends a sample of %s to webhooks of test mode', async (event) => {
    const { json, orgId, queues } = await withOrganization();

    await expect(json('trigger', event, '--org', orgId)).resolves.toMatchObject({ event, livemode: false });
    const [sent] = queues.events.queue.messages;
    expect(readEventMessage(sent?.body ?? '')).toMatchObject({ ok: true, message: { orgId, event } });
  });

  it('goes to the demo organization of the local service where none is named', async () => {
    const { freight, json, orgId, connect } = await withOrganization();
    const connection = await connect(undefined);
    await expect(freight('trigger', 'chat.created')).resolves.toMatchObject({
      exitCode: 2,
      complaints: 'No organization. Use --org ID.',
    });

    const localApi = { url: '', ownerOf: async () => orgId, demo: async () => ({ orgId, apiKey: 'k' }) };
    connect.mockResolvedValue({ ...connection, localApi } as typeof connection);

    await expect(json('trigger', 'chat.created')).resolves.toMatchObject({ orgId });
  });
});

describe('freight dlq redrive', () => {
  const EARLIER = Date.parse('2026-03-01T11:00:00Z');

  it('moves the messages of every queue, and exits with 1 if rejected messages stay', async () => {
    const { freight, queues } = commandLineUnderTest();
    queues.events.deadLetters.add({ body: 'bad', attributes: { reason: 'not JSON' } }, EARLIER);
    queues.retries.deadLetters.add({ body: 'message' }, EARLIER);

    await expect(freight('dlq', 'redrive')).resolves.toEqual({
      exitCode: 1,
      complaints: 'Rejected messages were not moved. Use --include-rejected to move them.',
      printed: [
        ...['events: 0 moved', '  1 not moved: not JSON', 'deliveries: 0 moved'],
        ...['retries: 1 moved', 'rfp-work: 0 moved', 'uploads: 0 moved'],
      ].join('\n'),
    });
    expect(queues.retries.queue.messages).toMatchObject([{ body: 'message' }]);
  });

  it('supports --queue, --dry-run and --include-rejected', async () => {
    const { json, queues } = commandLineUnderTest();
    queues.events.deadLetters.add({ body: 'bad', attributes: { reason: 'not JSON' } }, EARLIER);
    queues.retries.deadLetters.add({ body: 'message' }, EARLIER);
    const flags = ['--queue', 'events', '--include-rejected'];

    await expect(json('dlq', 'redrive', ...flags, '--dry-run')).resolves.toEqual([
      { queue: 'events', moved: 1, rejected: {}, failed: 0 },
    ]);
    expect(queues.events.queue.messages).toEqual([]);
    await json('dlq', 'redrive', ...flags);
    expect(queues.events.queue.messages).toMatchObject([{ body: 'bad' }]);
    expect(queues.retries.queue.messages).toEqual([]);
  });

  it('exits with 1 if a queue rejects messages', async () => {
    const { freight, queues } = commandLineUnderTest();
    queues.retries.deadLetters.add({ body: 'stays' }, EARLIER);
    queues.reject('stays');

    await expect(freight('dlq', 'redrive', '--queue', 'retries')).resolves.toEqual({
      exitCode: 1,
      printed: 'retries: 0 moved, 1 failed',
      complaints: 'Some messages could not be moved to retries. Run the command again.',
    });
    expect(queues.retries.deadLetters.bodies()).toEqual(['stays']);
  });
});

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';
import { eventually } from '../../../support/eventually.ts';

const SECRET = `whsec_${Buffer.from('a key of thirty-two random bytes').toString('base64')}`;
const BODY = JSON.stringify({ id: 'evt_1', event: 'chat.created', object: { title: 'Grüße 🚚' } });

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

async function listenOnFreePort(server: Server): Promise<string> {
  open.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that records its calls and answers with the result of `answer`. */
async function recordingServer(
  answer: (call: Seen) => { status: number; body: string; headers?: Record<string, string> },
) {
  const calls: Seen[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const call = { method, url, headers, body: await text(request) };
    calls.push(call);
    const { status, body, headers: answered } = answer(call);
    response.writeHead(status, answered).end(body);
  });
  return { calls, url: await listenOnFreePort(server) };
}

/** `freight listen` in front of a receiver, with a stand-in for the API. */
async function listen(
  forwardTo: string,
  apiAnswer = { status: 201, body: JSON.stringify({ data: { id: 'wh_1', secret: SECRET } }) },
) {
  const api = await recordingServer(({ method }) =>
    method === 'POST' ? apiAnswer : { status: 200, body: '{}' },
  );
  const line = commandLineUnderTest();
  const connection = await line.connect(undefined);
  const demo = { orgId: 'org_demo', apiKey: 'demo-key' };
  const localApi = { url: api.url, demo: async () => demo, ownerOf: async () => undefined };
  line.connect.mockResolvedValue({ ...connection, localApi } as typeof connection);
  const ended = line.freight('listen', '--forward-to', forwardTo, '--events', 'rfp.created,chat.created');
  return { api, ended, stop: line.stop };
}

/** What was asked of the API first. */
async function registration(calls: readonly Seen[]): Promise<{ url: string }> {
  const first = await eventually(
    async () => calls[0],
    (call) => call !== undefined,
  );
  return JSON.parse(first?.body ?? '');
}

function deliver(url: string, secret = SECRET) {
  const at = new Date();
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-event-id': 'evt_1',
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', at, BODY),
    },
    body: BODY,
  });
}

describe('freight listen', () => {
  it('passes deliveries on as they are, answers as the receiver does, and takes its webhook away', async () => {
    const receiver = await recordingServer(() => ({
      status: 429,
      body: 'later',
      headers: { 'retry-after': '60' },
    }));
    const { api, ended, stop } = await listen(`${receiver.url}/hooks?a=b`);
    const registered = await registration(api.calls);
    expect(api.calls[0]).toMatchObject({ url: '/v1/webhooks', headers: { 'x-api-key': 'demo-key' } });
    expect(registered).toEqual({
      orgId: 'org_demo',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
      events: ['chat.created', 'rfp.created'],
    });

    const answer = await deliver(registered.url);
    stop();
    const { exitCode, printed, complaints } = await ended;

    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      429,
      '60',
      'later',
    ]);
    expect(receiver.calls).toMatchObject([
      { method: 'POST', url: '/hooks?a=b', body: BODY, headers: { 'x-event-id': 'evt_1' } },
    ]);
    expect(receiver.calls[0]?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(printed).toContain(SECRET);
    expect(printed).toMatch(
      /^\d\d:\d\d:\d\d {2}chat\.created {2}evt_1 {2}429 {2}\d+ ms {2}signature valid$/m,
    );
    expect([exitCode, complaints]).toEqual([0, '']);
    expect(api.calls.at(-1)).toMatchObject({ method: 'DELETE', url: '/v1/webhooks/wh_1' });
  });

  it('answers 502 and says why where no one listens; says that a signature is bad', async () => {
    const { api, ended, stop } = await listen('http://127.0.0.1:9/');
    const { url } = await registration(api.calls);

    const answer = await deliver(
      url,
      `whsec_${Buffer.from('another key of random bytes').toString('base64')}`,
    );
    stop();

    expect(answer.status).toBe(502);
    const { printed } = await ended;
    expect(printed).toMatch(/chat\.created {2}evt_1 {2}not forwarded: .+ {2}\d+ ms {2}signature INVALID/);
  });

  it('ends with what the API says where it cannot register', async () => {
    const { ended } = await listen('http://127.0.0.1:9/', { status: 400, body: '{"error":"too many"}' });

    await expect(ended).resolves.toEqual({
      exitCode: 1,
      printed: '',
      complaints: 'POST /v1/webhooks answered 400: {"error":"too many"}',
    });
  });

  it.each<[string, string[], number, string]>([
    ['a deployment', ['--forward-to', 'http://localhost:1'], 1, 'works only with the local service'],
    ['no address', ['--forward-to', 'localhost:3000'], 2, 'http or https'],
    [
      'an event that is none',
      ['--forward-to', 'http://localhost:1', '--events', 'quote.sold'],
      2,
      'Choose from',
    ],
  ])('rejects %s', async (_case, flags, exitCode, complaint) => {
    const ended = await commandLineUnderTest().freight('listen', ...flags);

    expect(ended.exitCode).toBe(exitCode);
    expect(ended.complaints).toContain(complaint);
  });

  it('rejects a key without an organization', async () => {
    const line = commandLineUnderTest();
    const connection = await line.connect(undefined);
    const localApi = { url: '', demo: async () => undefined, ownerOf: async () => undefined };
    line.connect.mockResolvedValue({ ...connection, localApi } as typeof connection);

    const without = await line.freight('listen', '--forward-to', 'http://localhost:1');
    const unknown = await line.freight('listen', '--forward-to', 'http://localhost:1', '--api-key', 'x');

    expect(without).toMatchObject({ exitCode: 2, complaints: expect.stringContaining('--api-key KEY') });
    expect(unknown).toMatchObject({ exitCode: 1, complaints: expect.stringContaining('no organization') });
  });
});

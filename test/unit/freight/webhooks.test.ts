import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { bridgeStdio } from '../../../bin/freight/mcp.ts';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';

const stops: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  stops.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('freight trigger', () => {
  async function withOrganization() {
    const line = commandLineUnderTest();
    const { orgId } = (await line.json('org', 'create', '--name', 'Acme')) as { orgId: string };
    const send = (...flags: string[]) => line.freight('trigger', 'chat.created', '--org', orgId, ...flags);
    return { ...line, orgId, send };
  }
  const CHAT = '{"chatId":"chat_1","title":"🚚"}';

  it.each<[string, string[], number, string]>([
    ['an object that is none', ['--object', '[]'], 2, 'It must be a JSON object.'],
    ['an object without its fields', ['--object', '{}'], 1, 'The event would be rejected'],
    ['an unknown organization', ['--object', CHAT, '--org', 'org_0'], 1, 'There is no organization org_0.'],
  ])('rejects %s, and sends nothing', async (_case, flags, exitCode, complaint) => {
    const { send, queues } = await withOrganization();

    const ended = await send(...flags);

    expect(ended).toMatchObject({ exitCode, printed: '' });
    expect(ended.complaints).toContain(complaint);
    expect(queues.events.queue.messages).toEqual([]);
  });
});

describe('freight listen', () => {
  it.each([
    ['a deployment', 'http://localhost:1', 1],
    ['no address', 'localhost:3000', 2],
  ])('rejects %s', async (_case, forwardTo, exitCode) => {
    const ended = await commandLineUnderTest().freight('listen', '--forward-to', forwardTo);

    expect(ended.exitCode).toBe(exitCode);
  });
});

describe('the MCP server on standard input and output', () => {
  it.each([
    ['the end of standard input', 200, { result: { of: 'tools/call' } }],
    ['a failure of the server', 500, { error: { code: -32_000, message: expect.any(String) } }],
    ['the end of the command', undefined, { error: { code: -32_000, message: expect.any(String) } }],
  ])('answers a running call after %s', async (_case, status, answered) => {
    const received = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    const interrupted = Promise.withResolvers<void>();
    const url = await serverOf(async (request, response) => {
      const { id, method } = (await json(request)) as { id: number; method: string };
      received.resolve();
      await open.promise;
      response.writeHead(status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { of: method } }));
    });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const ended = bridgeStdio({
      ...{ url: new URL(`${url}/mcp`), input, output, apiKey: 'key' },
      interrupted: interrupted.promise,
      notify: () => {},
    });

    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' })}\n`);
    if (status !== undefined) input.end();
    await received.promise;
    if (status === undefined) interrupted.resolve();
    else open.resolve();
    await ended;

    expect(JSON.parse(await text(output.end()))).toEqual({ jsonrpc: '2.0', id: 1, ...answered });
    open.resolve();
  });
});

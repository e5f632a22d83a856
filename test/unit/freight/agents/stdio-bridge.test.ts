import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { bridgeStdio } from '../../../../bin/freight/agents/stdio-bridge.ts';
import { eventually } from '../../../support/eventually.ts';

interface Message {
  readonly id?: number;
  readonly method: string;
}

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

/** An MCP server whose calls run until `answerAll`. */
async function slowServer(status = 200) {
  const calls: { message: Message; response: ServerResponse }[] = [];
  const server = createServer(async (request, response) => {
    const message = (await json(request)) as Message;
    if (message.id === undefined) response.writeHead(202).end();
    else calls.push({ message, response });
  });
  open.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const answerAll = () => {
    for (const { message, response } of calls) {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { of: message.method } }));
    }
  };
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const received = (count: number) =>
    eventually(
      async () => calls.length,
      (length) => length === count,
    );
  return { url, answerAll, received };
}

function bridgeUnderTest(url: URL) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const interrupted = Promise.withResolvers<void>();
  const notes: string[] = [];
  const ended = bridgeStdio({
    ...{ url, input, output, apiKey: 'key', interrupted: interrupted.promise },
    notify: (line) => notes.push(line),
  }).then(() => output.end());
  const send = (...messages: readonly Message[]) => {
    for (const message of messages) input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const answers = async () => {
    const lines = (await text(output)).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line)).toSorted((one, other) => one.id - other.id);
  };
  return { input, send, answers, ended, notes, interrupt: interrupted.resolve };
}

const CALLS = [
  { id: 1, method: 'tools/call' },
  { id: 2, method: 'tools/list' },
];

describe('the MCP server on standard input and output', () => {
  it('answers running calls after the end of standard input, and then ends', async () => {
    const server = await slowServer();
    const bridge = bridgeUnderTest(server.url);
    bridge.send(...CALLS, { method: 'notifications/progress' });
    bridge.input.end();
    await server.received(2);
    server.answerAll();

    expect(await bridge.answers()).toEqual(
      CALLS.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: { of: method } })),
    );
    await bridge.ended;
    expect(bridge.notes).toEqual([]);
  });

  it('answers a running call that fails after the end of standard input', async () => {
    const server = await slowServer(500);
    const bridge = bridgeUnderTest(server.url);
    bridge.send(...CALLS.slice(0, 1));
    bridge.input.end();
    await server.received(1);
    server.answerAll();

    const message = expect.stringContaining('Error POSTing to endpoint');
    expect(await bridge.answers()).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32_000, message } }]);
    await bridge.ended;
  });

  it('cancels running calls and answers them with an error when the user ends the command', async () => {
    const server = await slowServer();
    const bridge = bridgeUnderTest(server.url);
    bridge.send(...CALLS);
    await server.received(2);
    bridge.interrupt();

    await bridge.ended;
    const error = { code: -32_000, message: expect.stringContaining('aborted') };
    expect(await bridge.answers()).toEqual([1, 2].map((id) => ({ jsonrpc: '2.0', id, error })));
  });

  it('ends when standard input ends without a running call', async () => {
    const { url } = await slowServer();
    const bridge = bridgeUnderTest(url);
    bridge.input.end();

    await bridge.ended;
    expect(await bridge.answers()).toEqual([]);
  });
});

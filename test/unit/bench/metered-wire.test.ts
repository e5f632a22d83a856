import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MeteredWire, startMeteredWire } from '../../bench/capacity/metered-wire.ts';

let hosts: string[];
let engine: string;
let server: ReturnType<typeof createServer>;
let wire: MeteredWire;

beforeEach(async () => {
  hosts = [];
  server = createServer(({ headers }, response) => {
    hosts.push(String(headers.host));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  engine = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  wire = await startMeteredWire(() => engine);
});
afterEach(async () => {
  await wire.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

// The control plane, which stands for KMS, rejects a call under another host.
it('a metered wire calls the engine under its own address, and counts', async () => {
  const headers = { 'x-amz-target': 'TrentService.Encrypt' };
  const response = await fetch(wire.endpoint, { method: 'POST', headers, body: '{}' });

  expect(await response.json()).toEqual({});
  expect(hosts).toEqual([new URL(engine).host]);
  expect(wire.total().requests).toEqual({ Encrypt: 1 });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';

let gateway: GatewayUnderTest;

beforeEach(async () => {
  gateway = await startGateway({ api: { binaryMediaTypes: ['application/pdf'] } });
});

afterEach(() => gateway.server.stop());

const send = (path: string, ...headers: string[]) =>
  gateway.raw([`POST ${path} HTTP/1.1`, 'Host: h', ...headers, 'Connection: close', '', 'a'].join('\r\n'));

describe('the function of a method', () => {
  it('receives no headers of the connection between caller and gateway', async () => {
    const answer = await send(
      '/things/1',
      'Content-Length: 1',
      'Max-Forwards: 3',
      'TE: trailers',
      'X-Mine: yes',
    );
    const [event] = gateway.events;

    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(event?.headers).toEqual({ Host: 'h', 'X-Mine': 'yes' });
    expect(event?.multiValueHeaders).toEqual({ Host: ['h'], 'X-Mine': ['yes'] });
    expect(gateway.authorizerEvents[0]?.headers).toEqual(event?.headers);
    expect(event?.body).toBe('a');
  });

  it('is invoked if the Expect header is unknown', async () => {
    expect(await send('/things/1', 'Content-Length: 1', 'Expect: wonders')).toMatch(/^HTTP\/1\.1 200 /);
    expect(gateway.events).toHaveLength(1);
  });

  it('receives a path with one leading slash if the caller sent two', async () => {
    await send('//things/1', 'Content-Length: 1');

    expect(gateway.events[0]).toMatchObject({ path: '/things/1', resource: '/things/{thing_id}' });
  });

  it('receives base64 for a binary type in any case and with any parameters, but not for a longer type name', async () => {
    await send('/things/1', 'Content-Length: 1', 'content-TYPE: Application/PDF; version=2');
    await send('/things/1', 'Content-Length: 1', 'Content-Type: application/pdf-like');

    expect(gateway.events.map(({ body, isBase64Encoded }) => [body, isBase64Encoded])).toEqual([
      ['YQ==', true],
      ['a', false],
    ]);
  });

  it('receives no base64 if the request has no body', async () => {
    await fetch(`${gateway.url}/things/1`, { headers: { 'Content-Type': 'application/pdf' } });

    expect(gateway.events[0]).toMatchObject({ body: null, isBase64Encoded: false });
  });
});

describe('a caller', () => {
  it.each([
    ['receives bytes if it accepts a binary type', 'application/pdf', 'YES'],
    ['receives base64 as text if it does not accept a binary type', 'text/plain', 'WUVT'],
  ])('%s', async (_, accept, expected) => {
    await gateway.server.stop();
    gateway = await startGateway({
      api: { binaryMediaTypes: ['application/pdf'] },
      handler: () => ({ outcome: 'returned', payload: { body: 'WUVT', isBase64Encoded: true } }),
    });
    const response = await fetch(`${gateway.url}/things/1`, { headers: { Accept: accept } });

    expect(await response.text()).toBe(expected);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';

let gateway: GatewayUnderTest;

afterEach(() => gateway.server.stop());

const lines = (...parts: string[]) => [...parts, '', ''].join('\r\n');

describe('the gateway server', () => {
  it('rejects headers over 10,240 bytes and accepts smaller ones', async () => {
    gateway = await startGateway();
    const withHeader = (length: number) =>
      gateway.raw(
        lines('GET /things/1 HTTP/1.1', 'Host: h', `X-Long: ${'x'.repeat(length)}`, 'Connection: close'),
      );

    expect(await withHeader(10_240)).toMatch(/^HTTP\/1\.1 400 [\s\S]*too large"\}$/);
    expect(await withHeader(9_000)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    'nonsense\r\n\r\n',
    lines('GET /things/1 HTTP/9.9', 'Host: h'),
    lines('GET /things/1 HTTP/1.1', 'Host: h', 'A header without colon'),
    lines('GET /things/1 HTTP/1.1', 'Host: h', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    lines('POST /things/1 HTTP/1.1', 'Host: h', 'Content-Length: minus one'),
    lines('GET /things/1 HTTP/1.1', 'Host: h', 'X-Null: a\u0000b'),
    `${lines('POST /things/1 HTTP/1.1', 'Host: h', 'Transfer-Encoding: chunked')}not a size\r\n`,
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  ])('answers a malformed request with 400 and continues to serve: %j', async (bytes) => {
    gateway = await startGateway();
    const answer = await gateway.raw(bytes);

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/X-Request-Id: \S{8,}/);
    expect(answer.endsWith('{"general":"bad"}')).toBe(true);
    expect((await fetch(`${gateway.url}/things/1`)).status).toBe(200);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import {
  allow,
  type Event,
  type GatewayOptions,
  type GatewayUnderTest,
  startGateway,
} from './gateway-under-test.ts';

let gateway: GatewayUnderTest;

afterEach(() => gateway.server.stop());

/** The event of the function for one request. */
async function eventOf(path: string, init: RequestInit = {}, options: GatewayOptions = {}): Promise<Event> {
  gateway = await startGateway(options);
  await fetch(`${gateway.url}${path}`, init);
  return gateway.events[0] as Event;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe('the event of a function', () => {
  it('contains the resource, path, method and path parameters of the request', async () => {
    const event = await eventOf('/things/a%2Fb?x=1', { method: 'PUT' });

    expect(event).toMatchObject({
      resource: '/things/{thing_id}',
      path: '/things/a%2Fb',
      httpMethod: 'PUT',
      pathParameters: { thing_id: 'a%2Fb' },
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
    });
  });

  it('has null for a missing body, query and path parameters', async () => {
    const event = await eventOf('/', {}, { routes: [{ resourcePath: '/' }] });

    expect(event).toMatchObject({
      pathParameters: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      body: null,
    });
  });

  it('has decoded query parameters: the last value of a repeated one, and all values as lists', async () => {
    const event = await eventOf(
      '/things/1?q=port+elizabeth&q=%E2%9C%93%26&empty=&bare&__proto__=x&a%20b=c%3Dd=e',
    );

    expect(event.queryStringParameters).toEqual(
      JSON.parse('{"q":"✓&","empty":"","bare":"","__proto__":"x","a b":"c=d=e"}'),
    );
    expect(event.multiValueQueryStringParameters).toMatchObject({
      q: ['port elizabeth', '✓&'],
      bare: [''],
    });
  });

  it('has replacement characters for bytes of the query that are not valid UTF-8', async () => {
    const event = await eventOf('/things/1?q=%ff%fe');

    expect(event.queryStringParameters).toEqual({ q: '\ufffd\ufffd' });
  });

  it('has headers in the case that was sent: the last value of a repeated one, and all values as lists', async () => {
    gateway = await startGateway();
    await gateway.raw(
      [
        'GET /things/1 HTTP/1.1',
        'Host: h',
        'X-ONE: a',
        'x-one: b',
        'x-tWo: c',
        'Connection: close',
        '',
        '',
      ].join('\r\n'),
    );
    const event = gateway.events[0] as Event;

    expect(event.headers).toMatchObject({ 'X-ONE': 'b', 'x-tWo': 'c', Host: 'h' });
    expect(event.multiValueHeaders).toMatchObject({ 'X-ONE': ['a', 'b'], 'x-tWo': ['c'] });
  });

  it('keeps headers named __proto__ and constructor', async () => {
    gateway = await startGateway();
    const answer = await gateway.raw(
      'GET /things/1 HTTP/1.1\r\nHost: h\r\n__proto__: a\r\nconstructor: b\r\nConnection: close\r\n\r\n',
    );

    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(JSON.stringify(gateway.events[0]?.headers)).toContain('"__proto__":"a","constructor":"b"');
  });

  it('has the body as text, with replacement characters for bytes that are not valid UTF-8', async () => {
    const bytes = new Uint8Array([0x22, 0xff, 0xc3, 0x28, 0x00, 0x22]);

    expect(await eventOf('/things/1', { method: 'POST', body: bytes })).toMatchObject({
      body: '"\ufffd\ufffd(\u0000"',
      isBase64Encoded: false,
    });
  });

  it('has the body in base64 for the binary types that the API declares', async () => {
    const options = { api: { binaryMediaTypes: ['application/pdf'] } };
    const init = { method: 'POST', body: new Uint8Array([0, 255]) };
    const binary = await eventOf(
      '/things/1',
      { ...init, headers: { 'Content-Type': 'application/pdf' } },
      options,
    );
    await gateway.server.stop();
    const other = await eventOf('/things/1', { ...init, headers: { 'Content-Type': 'text/plain' } }, options);

    expect(binary).toMatchObject({ body: 'AP8=', isBase64Encoded: true });
    expect(other).toMatchObject({ body: '\u0000\ufffd', isBase64Encoded: false });
  });

  it('has the complete body of a chunked request', async () => {
    gateway = await startGateway();
    await gateway.raw(
      'POST /things/1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n',
    );

    expect(gateway.events[0]?.body).toBe('abcde');
  });

  it('has the context of the request', async () => {
    const before = Date.now();
    const { requestContext } = await eventOf('/things/1?x=1', { headers: { 'User-Agent': 'test/1' } });

    expect(requestContext).toMatchObject({
      requestId: expect.stringMatching(UUID),
      extendedRequestId: expect.stringMatching(/^\S+$/),
      stage: 'local',
      apiId: 'api1',
      accountId: '000000000000',
      resourceId: 'resource-0',
      resourcePath: '/things/{thing_id}',
      httpMethod: 'GET',
      path: '/local/things/1',
      protocol: 'HTTP/1.1',
      domainName: expect.any(String),
      identity: expect.objectContaining({ sourceIp: '127.0.0.1', userAgent: 'test/1' }),
    });
    expect(requestContext.requestTimeEpoch).toBeGreaterThanOrEqual(before);
  });

  it('has the request time in the format of the access log', async () => {
    const { requestContext } = await eventOf('/things/1');

    expect(requestContext.requestTime).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
  });

  it('has the context values of the authorizer as strings, and the principal', async () => {
    const authorizer = (event: Event) => allow(event, { count: 2, yes: true });
    const { requestContext } = await eventOf('/things/1', {}, { authorizer });

    expect(requestContext.authorizer).toMatchObject({
      orgId: 'org_1',
      count: '2',
      yes: 'true',
      principalId: 'key_1',
    });
  });
});

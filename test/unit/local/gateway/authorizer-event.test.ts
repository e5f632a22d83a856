import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';

let gateway: GatewayUnderTest;

beforeEach(async () => {
  gateway = await startGateway();
});

afterEach(() => gateway.server.stop());

describe('the event of the authorizer', () => {
  it('describes the request, with the request ID of the event of the function', async () => {
    await fetch(`${gateway.url}/things/1?q=a`, {
      method: 'POST',
      headers: { 'x-api-key': 'K' },
      body: '{}',
    });
    const [asked] = gateway.authorizerEvents;
    const [event] = gateway.events;

    expect(asked).toMatchObject({
      type: 'REQUEST',
      methodArn: expect.stringMatching(
        /^arn:aws:execute-api:us-east-1:000000000000:api1\/local\/POST\/things\//,
      ),
      resource: '/things/{thing_id}',
      path: '/things/1',
      httpMethod: 'POST',
      headers: expect.objectContaining({ 'x-api-key': 'K' }),
      multiValueHeaders: expect.objectContaining({ 'x-api-key': ['K'] }),
      queryStringParameters: { q: 'a' },
      pathParameters: { thing_id: '1' },
    });
    expect(asked).not.toHaveProperty('body');
    expect(asked?.requestContext.requestId).toBe(event?.requestContext.requestId);
  });

  it('has the method ARN with the path as sent, and empty objects for missing members', async () => {
    await fetch(`${gateway.url}/things/a%2Fb`);

    const [asked] = gateway.authorizerEvents;

    expect(asked?.methodArn).toBe('arn:aws:execute-api:us-east-1:000000000000:api1/local/GET/things/a%2Fb');
    expect([
      asked?.queryStringParameters,
      asked?.multiValueQueryStringParameters,
      asked?.stageVariables,
    ]).toEqual([{}, {}, {}]);
  });

  it('has an empty object as path parameters if the resource has none', async () => {
    await gateway.server.stop();
    gateway = await startGateway({ routes: [{ resourcePath: '/' }] });
    await fetch(gateway.url);

    expect(gateway.authorizerEvents[0]?.pathParameters).toEqual({});
  });
});

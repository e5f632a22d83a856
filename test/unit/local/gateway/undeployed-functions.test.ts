import { afterEach, describe, expect, it } from 'vitest';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';

let gateway: GatewayUnderTest;

afterEach(() => gateway.server.stop());

const OPEN = {
  method: 'GET',
  resourcePath: '/things',
  resourceId: 'resource-1',
  apiKeyRequired: false,
  functionArn: 'function',
};

describe('a method', () => {
  it.each([
    ['authorizer', 'authorizerArn', [0, 0], 'AUTHORIZER_CONFIGURATION_ERROR'],
    ['function', 'functionArn', [1, 0], 'API_CONFIGURATION_ERROR'],
  ])('answers 500 if its %s is not deployed', async (_, arn, [asked, served], errorType) => {
    gateway = await startGateway({
      routes: [{ resourcePath: '/things', [arn]: 'nowhere' }],
      api: { responses: {}, accessLogFormat: '$context.error.responseType' },
    });
    const response = await fetch(`${gateway.url}/things`);

    expect([response.status, await response.json()]).toEqual([500, { message: 'Internal server error' }]);
    expect([gateway.authorizerEvents.length, gateway.events.length]).toEqual([asked, served]);
    expect(gateway.accessLines).toEqual([errorType]);
  });

  it('is open and not throttled if it has no authorizer and requires no key', async () => {
    gateway = await startGateway({
      api: { routes: [OPEN] },
      throttle: () => 'throttled',
    });

    expect((await fetch(`${gateway.url}/things`)).status).toBe(200);
    expect(gateway.events[0]?.requestContext.authorizer).toEqual({});
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
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

describe('a method whose', () => {
  it.each([
    ['authorizer', 'authorizerArn', [0, 0], 'AUTHORIZER_CONFIGURATION_ERROR'],
    ['function', 'functionArn', [1, 0], 'API_CONFIGURATION_ERROR'],
  ])('%s is not there is answered 500, and never without it', async (_, arn, [asked, served], errorType) => {
    gateway = await startGateway({
      routes: [{ resourcePath: '/things', [arn]: 'nowhere' }],
      api: { responses: {}, accessLogFormat: '$context.error.responseType' },
    });
    const response = await fetch(`${gateway.url}/things`);

    expect([response.status, await response.json()]).toEqual([500, { message: 'Internal server error' }]);
    expect([gateway.authorizerEvents.length, gateway.events.length]).toEqual([asked, served]);
    expect(gateway.accessLines).toEqual([errorType]);
  });

  it('authorizer is none at all is open, and counts against no bucket', async () => {
    gateway = await startGateway({
      api: { routes: [OPEN] },
      throttle: () => 'throttled',
    });

    expect((await fetch(`${gateway.url}/things`)).status).toBe(200);
    expect(gateway.events[0]?.requestContext.authorizer).toEqual({});
  });
});

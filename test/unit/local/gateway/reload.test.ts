import { afterEach, describe, expect, it } from 'vitest';
import { allow, type Event, type GatewayUnderTest, returned, startGateway } from './gateway-under-test.ts';

let gateway: GatewayUnderTest;

afterEach(() => gateway.server.stop());

const lambda = (
  invoke: (event: Event) => ReturnType<typeof returned> | Promise<ReturnType<typeof returned>>,
) => ({
  invoke: async (event: unknown) => invoke(event as Event),
  warm: () => {},
  reload: async () => {},
  close: async () => {},
});

describe('a gateway that reloads its template', () => {
  it('answers new calls with the new template and calls in progress with the old one', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    gateway = await startGateway({
      handler: async () => {
        begun.resolve();
        await finish.promise;
        return returned({ body: 'old' });
      },
    });
    const old = fetch(`${gateway.url}/things/1`);
    await begun.promise;
    gateway.server.reload({
      api: {
        id: 'api2',
        stageName: 'next',
        binaryMediaTypes: [],
        accessLogFormat: '$context.resourcePath',
        responses: {},
        usagePlans: [],
        routes: [
          {
            method: 'GET',
            resourcePath: '/others',
            resourceId: 'others',
            apiKeyRequired: true,
            authorizerArn: 'authorizer',
            functionArn: 'function',
          },
        ],
      },
      functions: new Map([
        ['authorizer', lambda(allow)],
        ['function', lambda(({ requestContext }) => returned({ body: String(requestContext.stage) }))],
      ]),
      throttle: () => 'pass',
    });

    expect(await (await fetch(`${gateway.url}/others`)).text()).toBe('next');
    expect((await fetch(`${gateway.url}/things/1`)).status).toBe(403);
    finish.resolve();
    expect(await (await old).text()).toBe('old');
    expect(gateway.accessLines.slice(0, 2)).toEqual(['/others', '-']);
  });
});

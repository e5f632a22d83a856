import { connect } from 'node:net';
import { type GatewayServer, startGatewayServer } from '../../../../lib/local/gateway/gateway-server.ts';
import type { GatewayParts } from '../../../../lib/local/gateway/handle-call.ts';
import type { LambdaFunction } from '../../../../lib/local/lambda/lambda-function.ts';
import type {
  ApiModel,
  GatewayResponseModel,
  RouteModel,
} from '../../../../lib/local/template/service-model.ts';

type Invocation = Awaited<ReturnType<LambdaFunction['invoke']>>;
type Handler = (event: Event) => Invocation | Promise<Invocation>;

/** An event, as far as tests read it. */
export type Event = Readonly<Record<string, unknown>> & {
  readonly requestContext: Readonly<Record<string, unknown>>;
};

export const returned = (payload: unknown): Invocation => ({ outcome: 'returned', payload });

/** An authorizer's response that allows the call. */
export const allow = (event: Event, context: Readonly<Record<string, unknown>> = {}): Invocation =>
  returned({
    principalId: 'key_1',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: event.methodArn }],
    },
    context: {
      orgId: 'org_1',
      failed: '{"family":"failed"}',
      throttled: '{"family":"throttled"}',
      ...context,
    },
    usageIdentifierKey: 'gateway-key',
  });

const rejection = (statusCode: string, template: string): GatewayResponseModel => ({
  statusCode,
  templates: { 'application/json': template },
  parameters: {
    'gatewayresponse.header.X-Request-Id': 'context.requestId',
    'gatewayresponse.header.Cache-Control': "'no-store'",
  },
});

const RESPONSES: Readonly<Record<string, GatewayResponseModel>> = {
  ACCESS_DENIED: rejection('401', '$context.authorizer.rejection'),
  THROTTLED: rejection('429', '$context.authorizer.throttled'),
  INVALID_API_KEY: rejection('500', '$context.authorizer.failed'),
  DEFAULT_5XX: rejection('500', '$context.authorizer.failed'),
  AUTHORIZER_FAILURE: rejection('500', '{"general":"failed"}'),
  AUTHORIZER_CONFIGURATION_ERROR: rejection('500', '{"general":"failed"}'),
  MISSING_AUTHENTICATION_TOKEN: rejection('404', '{"general":"not found"}'),
  REQUEST_TOO_LARGE: rejection('400', '{"general":"too large"}'),
  DEFAULT_4XX: rejection('400', '{"general":"bad"}'),
};

export interface GatewayOptions {
  readonly routes?: readonly Partial<RouteModel>[];
  readonly api?: Partial<ApiModel>;
  readonly authorizer?: Handler;
  readonly handler?: Handler;
  readonly throttle?: GatewayParts['throttle'];
  readonly ready?: boolean;
}

export interface GatewayUnderTest {
  readonly url: string;
  readonly server: GatewayServer;
  /** Events of the authorizer and of the function, in the order of the calls. */
  readonly authorizerEvents: Event[];
  readonly events: Event[];
  readonly accessLines: string[];
  /** Sends these bytes and returns all bytes received until the connection closes. */
  raw(request: string): Promise<string>;
}

function functionOf(handler: Handler, events: Event[]): LambdaFunction {
  return {
    invoke: async (event) => {
      // As in the host, a function receives its event as JSON.
      const received = JSON.parse(JSON.stringify(event)) as Event;
      events.push(received);
      return handler(received);
    },
    reload: async () => {},
    close: async () => {},
    crash: async () => {},
  };
}

/** Starts the gateway on a free port, with functions that the test implements. */
export async function startGateway(options: GatewayOptions = {}): Promise<GatewayUnderTest> {
  const authorizerEvents: Event[] = [];
  const events: Event[] = [];
  const accessLines: string[] = [];
  const {
    routes = [{ resourcePath: '/things/{thing_id}', method: 'ANY' }],
    authorizer = allow,
    handler = () => returned({ statusCode: 200, body: '{"ok":true}' }),
    throttle = () => 'pass',
    ready = true,
  } = options;
  const server = await startGatewayServer({
    port: 0,
    parts: {
      api: {
        id: 'api1',
        stageName: 'local',
        binaryMediaTypes: [],
        responses: RESPONSES,
        usagePlans: [],
        routes: routes.map((route, index) => ({
          method: 'GET',
          resourcePath: '/',
          resourceId: `resource-${index}`,
          apiKeyRequired: true,
          authorizerArn: 'authorizer',
          functionArn: 'function',
          ...route,
        })),
        ...options.api,
      },
      functions: new Map([
        ['authorizer', functionOf(authorizer, authorizerEvents)],
        ['function', functionOf(handler, events)],
      ]),
      throttle,
    },
    health: () => ({ ready }),
    onAccess: (line) => accessLines.push(line),
  });
  const { port } = server;
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    authorizerEvents,
    events,
    accessLines,
    raw: (request) =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
        let text = '';
        socket.on('data', (chunk: Buffer) => {
          text += chunk.toString('latin1');
        });
        socket.on('error', reject).on('close', () => resolve(text));
      }),
  };
}

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClockMoveError } from '../clock.ts';
import type { Schedules } from '../events/schedules.ts';
import type { GatewayState } from '../gateway/gateway-keys.ts';
import type { Functions } from '../lambda/functions.ts';
import type { StoredState } from '../stored-state.ts';
import { arnOf } from '../template/local-names.ts';

export interface ControlServerOptions {
  /** Written by the command line, read by the gateway. */
  readonly gatewayKeys: StoredState<GatewayState>;
  readonly schedules: Schedules;
  readonly clock: {
    now(): Date;
    aheadMs(): number;
    advance(ms: number): void;
    reset(): void;
  };
  readonly invoke: Functions['invoke'];
  /** SecureString parameters of Systems Manager, by name. */
  readonly secrets: Map<string, string>;
}

type Body = Readonly<Record<string, unknown>>;
type Answer = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

/** What the command line reads and changes, and the calls of AWS that functions make for secrets and encryption. */
function createOperations({ gatewayKeys, schedules, clock, secrets, invoke }: ControlServerOptions) {
  const clockAnswer = (): Answer => [200, { now: clock.now().toISOString(), aheadMs: clock.aheadMs() }];
  const changeGateway = (kind: string, id: string, value?: object): Answer => {
    const { [kind as keyof GatewayState]: changed, ...others } = gatewayKeys.get();
    const { [id]: _, ...rest } = changed;
    const next = value === undefined ? rest : { ...rest, [id]: value };
    gatewayKeys.set({ ...others, [kind]: next } as unknown as GatewayState);
    return [204];
  };
  const runSchedule = async (name: string): Promise<Answer> => {
    const ended = await schedules.run(name);
    return ended === undefined ? [404] : [200, ended];
  };
  /** The command line invokes functions by the API of Lambda, and waits for the result. */
  const invokeFunction = async (name: string, body: Body): Promise<Answer> => {
    const ended = await invoke(arnOf('AWS::Lambda::Function', name), body);
    if (ended.outcome === 'returned') return [200, ended.payload];
    const { outcome: errorType, ...failure } = ended;
    const error = { errorType, errorMessage: errorType, ...failure };
    return [200, error, { 'x-amz-function-error': 'Unhandled' }];
  };
  /** Services with the AWS JSON protocol use one path for all operations. */
  const callService = (target: string, body: Body): Answer => {
    if (target === 'TrentService.Encrypt') return [200, encode(body)];
    if (target === 'TrentService.Decrypt') return decode(body);
    if (target === 'AmazonSSM.PutParameter') {
      secrets.set(String(body.Name), String(body.Value));
      return [200, {}];
    }
    const Value = secrets.get(String(body.Name));
    return Value === undefined
      ? [400, { __type: 'ParameterNotFound' }]
      : [200, { Parameter: { Name: body.Name, Type: 'SecureString', Value } }];
  };
  return async (method: string, path: string, target: string, body: Body): Promise<Answer> => {
    const [kind = '', first = '', second = ''] = path.split('/').slice(1).map(decodeURIComponent);
    switch (`${method} ${kind}`) {
      case 'GET gateway':
        return [200, gatewayKeys.get()];
      case 'PUT gateway':
        return changeGateway(first, second, body);
      case 'DELETE gateway':
        return changeGateway(first, second);
      case 'GET schedules':
        return [200, { schedules: schedules.list() }];
      case 'POST schedules':
        return runSchedule(first);
      case 'GET clock':
        return clockAnswer();
      case 'POST clock':
        clock.advance(Number(body.advanceMs));
        return clockAnswer();
      case 'DELETE clock':
        clock.reset();
        return clockAnswer();
      case 'POST 2015-03-31':
        return invokeFunction(second, body);
      case 'POST ':
        return callService(target, body);
      default:
        return [404, { message: `${method} ${path} is not an operation` }];
    }
  };
}

/** Sorts the members, so that equal contexts give equal texts. */
const contextOf = ({ EncryptionContext }: Body): string =>
  JSON.stringify(Object.entries(Object(EncryptionContext)).sort());

/** Encodes without a key: who reads the data folder would also find a key in it. */
const encode = (body: Body) => ({
  CiphertextBlob: Buffer.from(JSON.stringify([contextOf(body), body.Plaintext])).toString('base64'),
  KeyId: body.KeyId,
});

function decode(body: Body): Answer {
  try {
    const [context, Plaintext] = JSON.parse(Buffer.from(String(body.CiphertextBlob), 'base64').toString());
    if (context === contextOf(body)) return [200, { Plaintext, KeyId: body.KeyId }];
  } catch {
    // Answered below, as for another context.
  }
  return [400, { __type: 'InvalidCiphertextException' }];
}

/** Serves the operations on a free loopback port, separate from the API, so that callers cannot reach them. */
export async function startControlServer(options: ControlServerOptions) {
  const operate = createOperations(options);
  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers } = request;
    const send = (status: number, body?: unknown, more: Readonly<Record<string, string>> = {}) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...more });
      response.end(body === undefined ? '' : JSON.stringify(body));
    };
    if (isFromBrowser(request)) return send(403, { message: 'Web pages cannot call this address' });
    try {
      const text = Buffer.concat(await request.toArray()).toString();
      const body = Object(text === '' ? {} : JSON.parse(text));
      send(...(await operate(method, url, String(headers['x-amz-target']), body)));
    } catch (error) {
      // The SDK retries after status 500.
      send(error instanceof ClockMoveError ? 400 : 500, { message: Object(error).message });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** http://127.0.0.1:PORT */
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** DNS rebinding shows as a foreign name in Host, and a page of another origin sends Origin. */
function isFromBrowser({ headers, socket }: IncomingMessage): boolean {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
  return headers.origin !== undefined || !hosts.includes(headers.host?.toLowerCase() ?? '');
}

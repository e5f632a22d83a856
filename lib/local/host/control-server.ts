import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
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
/** @param names the parts of the path that the pattern captures. */
type Operation = (body: Body, ...names: string[]) => Answer | Promise<Answer>;

/** What the command line reads and changes, and the calls of AWS that functions make for secrets and encryption. */
function createOperations(options: ControlServerOptions): readonly (readonly [RegExp, Operation])[] {
  const { gatewayKeys, schedules, clock, secrets, invoke } = options;
  const clockAnswer = (): Answer => [200, { now: clock.now().toISOString(), aheadMs: clock.aheadMs() }];
  const changeGateway = (kind: string, id: string, value?: object): Answer => {
    const { [kind as keyof GatewayState]: changed, ...others } = gatewayKeys.get();
    const { [id]: _, ...rest } = changed;
    const next = value === undefined ? rest : { ...rest, [id]: value };
    gatewayKeys.set({ ...others, [kind]: next } as unknown as GatewayState);
    return [204];
  };
  return [
    [/^GET \/gateway$/, () => [200, gatewayKeys.get()]],
    [/^PUT \/gateway\/(keys|plans)\/(\w+)$/, (body, kind, id) => changeGateway(kind, id, body)],
    [/^DELETE \/gateway\/(keys|plans)\/(\w+)$/, (_, kind, id) => changeGateway(kind, id)],
    [/^GET \/schedules$/, () => [200, { schedules: schedules.list() }]],
    [
      /^POST \/schedules\/([^/]+)\/run$/,
      async (_, name) => {
        const ended = await schedules.run(name);
        return ended === undefined ? [404] : [200, ended];
      },
    ],
    [/^GET \/clock$/, clockAnswer],
    [
      /^POST \/clock$/,
      ({ advanceMs }) => {
        clock.advance(Number(advanceMs));
        return clockAnswer();
      },
    ],
    [
      /^DELETE \/clock$/,
      () => {
        clock.reset();
        return clockAnswer();
      },
    ],
    // The command line invokes functions by the API of Lambda, and waits for the result.
    [
      /^POST \/2015-03-31\/functions\/([^/]+)\/invocations$/,
      async (body, name) => {
        const ended = await invoke(arnOf('AWS::Lambda::Function', name), body);
        if (ended.outcome === 'returned') return [200, ended.payload];
        const { outcome: errorType, ...failure } = ended;
        const error = { errorType, errorMessage: errorType, ...failure };
        return [200, error, { 'x-amz-function-error': 'Unhandled' }];
      },
    ],
    // Services with the AWS JSON protocol name the operation in a header.
    [/^POST \/ TrentService\.Encrypt$/, (body) => [200, encode(body)]],
    [/^POST \/ TrentService\.Decrypt$/, decode],
    [
      /^POST \/ AmazonSSM\.PutParameter$/,
      ({ Name, Value }) => {
        secrets.set(String(Name), String(Value));
        return [200, {}];
      },
    ],
    [
      /^POST \/ AmazonSSM\.GetParameter$/,
      ({ Name }) => {
        const Value = secrets.get(String(Name));
        if (Value === undefined) return [400, { __type: 'ParameterNotFound' }];
        return [200, { Parameter: { Name, Type: 'SecureString', Value } }];
      },
    ],
  ];
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
  const operations = createOperations(options);
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { method, url, headers } = request;
    if (isFromBrowser(request)) return [403, { message: 'Web pages cannot call this address' }];
    const target = headers['x-amz-target'];
    const called = `${method} ${url}${target === undefined ? '' : ` ${target}`}`;
    for (const [pattern, operate] of operations) {
      const [matched, ...names] = pattern.exec(called) ?? [];
      if (matched === undefined) continue;
      const text = Buffer.concat(await request.toArray()).toString();
      return operate(Object(text === '' ? {} : JSON.parse(text)), ...names.map(decodeURIComponent));
    }
    return [404, { message: `${called} is not an operation` }];
  };
  const server = createServer(async (request, response) => {
    const [status, body, headers] = await answer(request).catch((error: unknown): Answer => {
      // The SDK retries after status 500.
      return [error instanceof RangeError ? 400 : 500, { message: Object(error).message }];
    });
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
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

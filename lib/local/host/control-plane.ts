import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClockMoveError, type LocalClock } from '../clock.ts';
import type { Schedules } from '../events/schedules.ts';
import { ControlPlaneError, type GatewayKeys, type UsagePlan } from '../gateway/gateway-keys.ts';
import type { Functions, Invocation } from '../lambda/functions.ts';
import type { ApiModel } from '../template/service-model.ts';

export interface ControlPlaneOptions {
  readonly api: ApiModel;
  readonly gatewayKeys: GatewayKeys;
  readonly schedules: Schedules;
  /** Moves also delayed messages and functions. */
  readonly clock: Pick<LocalClock, 'now' | 'aheadMs' | 'advance' | 'reset'>;
  readonly functions: Functions;
  /** SecureString parameters of Systems Manager, by name. */
  readonly secrets: Map<string, string>;
  /** The key of KMS for every key id: 32 bytes. */
  readonly encryptionKey: Buffer;
  readonly onLog: (line: string) => void;
}

interface Call {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

type Answered = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];
type Operation = readonly [
  method: string,
  path: RegExp,
  answer: (call: Call) => Answered | Promise<Answered>,
];

interface Patch {
  readonly op: string;
  readonly path: string;
  readonly value: string;
}

/** Operations of the command line and of functions: calls of AWS control planes, and local ones for schedules and the clock. */
function operationsOf(options: ControlPlaneOptions): readonly Operation[] {
  const { api, gatewayKeys, schedules, clock, secrets, encryptionKey } = options;
  const stages = [{ apiId: api.id, stage: api.stageName }];
  const planBody = ({ id, name, rateLimit, burstLimit, hasStage }: UsagePlan) => ({
    id,
    name,
    throttle: { rateLimit, burstLimit },
    apiStages: hasStage ? stages : [],
  });
  const clockBody = (): Answered => [200, { now: clock.now().toISOString(), aheadMs: clock.aheadMs() }];
  return [
    // Without a throttle: the local gateway limits only organizations, so it accepts any enterprise plan.
    ['GET', /^\/account$/, () => [200, {}]],
    [
      'POST',
      /^\/apikeys$/,
      ({ body }) => [201, gatewayKeys.createKey(String(body.name), body.enabled === true)],
    ],
    [
      'GET',
      /^\/apikeys$/,
      ({ query }) => {
        const keys = gatewayKeys.keys(query.get('name') ?? '');
        return [200, { item: keys.map(({ value: _, ...key }) => key) }];
      },
    ],
    ['DELETE', /^\/apikeys\/([^/]+)$/, ({ id }) => [202, gatewayKeys.deleteKey(id)]],
    ['GET', /^\/usageplans$/, () => [200, { item: gatewayKeys.plans().map(planBody) }]],
    ['GET', /^\/usageplans\/([^/]+)$/, ({ id }) => [200, planBody(gatewayKeys.plan(id))]],
    [
      'POST',
      /^\/usageplans$/,
      ({ body }) => {
        const { rateLimit, burstLimit } = Object(body.throttle);
        const plan = { name: String(body.name), rateLimit, burstLimit, hasStage: true };
        return [201, planBody(gatewayKeys.createPlan(plan))];
      },
    ],
    [
      'PATCH',
      /^\/usageplans\/([^/]+)$/,
      ({ id, body }) => {
        const patches = body.patchOperations as readonly Patch[];
        return [200, planBody(gatewayKeys.updatePlan(patches.reduce(applyPatch, gatewayKeys.plan(id))))];
      },
    ],
    ['DELETE', /^\/usageplans\/([^/]+)$/, ({ id }) => [202, gatewayKeys.deletePlan(id)]],
    [
      'POST',
      /^\/usageplans\/([^/]+)\/keys$/,
      ({ id, body }) => [201, { ...gatewayKeys.addToPlan(id, String(body.keyId)), type: 'API_KEY' }],
    ],
    ['GET', /^\/schedules$/, () => [200, { schedules: schedules.list() }]],
    [
      'POST',
      /^\/schedules\/([^/]+)\/run$/,
      async ({ id }) => {
        const ended = await schedules.run(id);
        if (ended === undefined) throw new ControlPlaneError(404, 'NotFoundException', 'No such schedule');
        return [200, ended];
      },
    ],
    ['GET', /^\/clock$/, clockBody],
    [
      'POST',
      /^\/clock$/,
      ({ body }) => {
        clock.advance(Number(body.advanceMs));
        return clockBody();
      },
    ],
    [
      'DELETE',
      /^\/clock$/,
      () => {
        clock.reset();
        return clockBody();
      },
    ],
    ['POST', /^\/2015-03-31\/functions\/([^/]+)\/invocations$/, (call) => invokeFunction(options, call)],
    // Services with the AWS JSON protocol use one path for all operations.
    [
      'POST',
      /^\/$/,
      ({ headers, body }) => {
        const target = headers['x-amz-target'];
        if (target === 'TrentService.Encrypt') return [200, encrypt(encryptionKey, body)];
        if (target === 'TrentService.Decrypt') return [200, decrypt(encryptionKey, body)];
        if (target === 'AmazonSSM.PutParameter') {
          secrets.set(String(body.Name), String(body.Value));
          return [200, { Version: 1, Tier: 'Standard' }];
        }
        const Value = secrets.get(String(body.Name));
        return Value === undefined
          ? [400, { __type: 'ParameterNotFound' }]
          : [200, { Parameter: { Name: body.Name, Type: 'SecureString', Value } }];
      },
    ],
  ];
}

function applyPatch(plan: UsagePlan, { path, value }: Patch): UsagePlan {
  if (path === '/apiStages') return { ...plan, hasStage: false };
  return { ...plan, [path.replace('/throttle/', '')]: Number(value) };
}

/** The Invoke operation of Lambda: type "Event" answers at once, other types wait for the result. */
async function invokeFunction(
  { functions, onLog }: ControlPlaneOptions,
  { id: name, headers, body }: Call,
): Promise<Answered> {
  const found = functions.find(name);
  if (found === undefined) {
    throw new ControlPlaneError(404, 'ResourceNotFoundException', `Function not found: ${name}`);
  }
  const running = functions.invoke(found.arn, body);
  if (headers['x-amz-invocation-type'] !== 'Event') return answerOf(await running);
  void running.then((ended) => {
    if (ended.outcome === 'returned') return;
    onLog(JSON.stringify({ level: 'error', code: 'EVENT_FAILED', function: name, ...ended }));
  });
  return [202];
}

/** Response of Lambda: also 200 for a failed function, with the header x-amz-function-error. */
function answerOf(ended: Invocation): Answered {
  if (ended.outcome === 'returned') return [200, ended.payload];
  const { outcome: errorType, ...failure } = ended;
  return [200, { errorType, errorMessage: errorType, ...failure }, { 'x-amz-function-error': 'Unhandled' }];
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Sorts the members, so that equal contexts give equal texts. */
const contextOf = (call: Call['body']): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(Object(call.EncryptionContext)).sort()));

const encryptionAnswer = ({ KeyId }: Call['body']) => ({ KeyId, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });

function encrypt(key: Buffer, call: Call['body']): object {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(contextOf(call));
  const text = Buffer.concat([cipher.update(String(call.Plaintext), 'base64'), cipher.final()]);
  const blob = Buffer.concat([iv, cipher.getAuthTag(), text]);
  return { CiphertextBlob: blob.toString('base64'), ...encryptionAnswer(call) };
}

function decrypt(key: Buffer, call: Call['body']): object {
  const blob = Buffer.from(String(call.CiphertextBlob), 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, IV_BYTES))
      .setAAD(contextOf(call))
      .setAuthTag(blob.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(blob.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return { Plaintext: text.toString('base64'), ...encryptionAnswer(call) };
  } catch {
    throw new ControlPlaneError(400, 'InvalidCiphertextException', '');
  }
}

export interface ControlPlane {
  /** http://127.0.0.1:PORT */
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the control plane on a free loopback port, separate from the API, so that callers cannot reach it. */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const operations = operationsOf(options);
  const server = createServer((request, response) => void answer(operations, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  operations: readonly Operation[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
  try {
    rejectBrowsers(request);
    const text = Buffer.concat(await request.toArray()).toString();
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const body = Object(text === '' ? {} : JSON.parse(text));
    for (const [method, path, operation] of operations) {
      const match = method === request.method ? path.exec(pathname) : null;
      if (match === null) continue;
      const id = decodeURIComponent(match[1] ?? '');
      return send(...(await operation({ id, query, headers: request.headers, body })));
    }
    throw new ControlPlaneError(
      404,
      'NotFoundException',
      `${request.method} ${pathname} is not an operation`,
    );
  } catch (error) {
    // The SDK retries after status 500.
    const { status = 500, type = 'InternalFailure', message } = Object(error);
    if (error instanceof ClockMoveError) return send(400, { message });
    send(status, { __type: type, message }, { 'x-amzn-errortype': type });
  }
}

/**
 * Rejects requests of web pages. DNS rebinding shows as a foreign name in Host, and a page of another origin sends Origin.
 * @throws ControlPlaneError
 */
function rejectBrowsers({ headers, socket }: IncomingMessage): void {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
  if (headers.origin === undefined && hosts.includes(headers.host?.toLowerCase() ?? '')) return;
  throw new ControlPlaneError(403, 'ForbiddenException', 'Web pages cannot call this address');
}

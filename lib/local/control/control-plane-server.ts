import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ClockMoveError } from '../clock.ts';
import type { Schedules } from '../events/schedules.ts';
import type { MovedClock } from '../moved-clock.ts';
import { ControlPlaneError, type GatewayRegistry, type UsagePlan } from './gateway-registry.ts';
import type { KeyManagement } from './key-management.ts';

/** What is controlled beside the gateway's keys and plans. */
export interface ControlledParts {
  readonly schedules?: Pick<Schedules, 'list' | 'run'>;
  readonly clock?: MovedClock;
  /** SecureStrings of Systems Manager, by name. */
  readonly secrets?: ReadonlyMap<string, string>;
  /** KMS. */
  readonly keys?: KeyManagement;
}

interface ControlCall extends ControlledParts {
  readonly registry: GatewayRegistry;
  /** Groups of the path's pattern. */
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  /** Operation of a service that has one path for all: "AmazonSSM.GetParameter". */
  readonly target: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Patch {
  readonly op: string;
  readonly path: string;
  readonly value: string;
}

type Answered = readonly [status: number, body?: unknown];
type Operation = (call: ControlCall) => Answered | Promise<Answered>;

const planBody = ({ id, name, rateLimit, burstLimit, stages }: UsagePlan) => ({
  id,
  name,
  throttle: { rateLimit, burstLimit },
  apiStages: stages.map((stage) => ({ apiId: stage.split(':')[0], stage: stage.split(':')[1] })),
});

function clockBody(clock: MovedClock | undefined) {
  if (clock === undefined) throw new ControlPlaneError(404, 'NotFoundException', 'There is no clock');
  return { now: clock.now().toISOString(), aheadMs: clock.aheadMs() };
}

/** The calls that the operator's command line makes of API Gateway's control plane, and those of our own. */
const OPERATIONS: readonly (readonly [method: string, path: RegExp, operation: Operation])[] = [
  [
    'POST',
    /^\/apikeys$/,
    ({ registry, body }) => [
      201,
      registry.createKey(String(body.name), body.enabled === true, body.value as string | undefined),
    ],
  ],
  [
    'GET',
    /^\/apikeys$/,
    ({ registry, query }) => {
      const withValues = query.get('includeValues') === 'true';
      const keys = registry.keys(query.get('name') ?? '');
      return [200, { item: keys.map(({ value, ...key }) => (withValues ? { ...key, value } : key)) }];
    },
  ],
  [
    'DELETE',
    /^\/apikeys\/([^/]+)$/,
    ({ registry, ids }) => {
      registry.deleteKey(ids[0] ?? '');
      return [202];
    },
  ],
  ['GET', /^\/usageplans$/, ({ registry }) => [200, { item: registry.plans().map(planBody) }]],
  [
    'POST',
    /^\/usageplans$/,
    ({ registry, body }) => {
      const throttle = Object(body.throttle) as { rateLimit: number; burstLimit: number };
      const stages = (body.apiStages ?? []) as { apiId: string; stage: string }[];
      const plan = registry.createPlan({
        name: String(body.name),
        rateLimit: amount(throttle.rateLimit),
        burstLimit: amount(throttle.burstLimit),
        stages: stages.map(({ apiId, stage }) => `${apiId}:${stage}`),
      });
      return [201, planBody(plan)];
    },
  ],
  [
    'PATCH',
    /^\/usageplans\/([^/]+)$/,
    ({ registry, ids, body }) => {
      const plan = registry.plan(ids[0] ?? '');
      // All of the operations or none.
      const changed = ((body.patchOperations ?? []) as Patch[]).reduce(applyPatch, plan);
      return [200, planBody(registry.updatePlan(plan.id, changed))];
    },
  ],
  [
    'DELETE',
    /^\/usageplans\/([^/]+)$/,
    ({ registry, ids }) => {
      registry.deletePlan(ids[0] ?? '');
      return [202];
    },
  ],
  [
    'POST',
    /^\/usageplans\/([^/]+)\/keys$/,
    ({ registry, ids, body }) => {
      const { id, name, value } = registry.addToPlan(ids[0] ?? '', String(body.keyId));
      return [201, { id, name, value, type: 'API_KEY' }];
    },
  ],
  ['GET', /^\/schedules$/, ({ schedules }) => [200, { schedules: schedules?.list() ?? [] }]],
  [
    'POST',
    /^\/schedules\/([^/]+)\/run$/,
    async ({ schedules, ids }) => {
      const ended = await schedules?.run(decodeURIComponent(ids[0] ?? ''));
      if (ended === undefined) throw new ControlPlaneError(404, 'NotFoundException', 'No such schedule');
      return [200, ended];
    },
  ],
  ['GET', /^\/clock$/, ({ clock }) => [200, clockBody(clock)]],
  [
    'POST',
    /^\/clock$/,
    ({ clock, body }) => {
      clock?.advance(Number(body.advanceMs));
      return [200, clockBody(clock)];
    },
  ],
  [
    'DELETE',
    /^\/clock$/,
    async ({ clock }) => {
      await clock?.reset();
      return [200, clockBody(clock)];
    },
  ],
  // Services of AWS's JSON protocol have one path for all of their operations.
  [
    'POST',
    /^\/$/,
    ({ secrets, keys, target, body }) => {
      if (keys && target === 'TrentService.Encrypt') return [200, keys.encrypt(body)];
      if (keys && target === 'TrentService.Decrypt') return [200, keys.decrypt(body)];
      const Value = secrets?.get(String(body.Name));
      return Value === undefined
        ? [400, { __type: 'ParameterNotFound' }]
        : [200, { Parameter: { Name: body.Name, Type: 'SecureString', Value } }];
    },
  ],
];

/** A rate or burst; a number that is none would let everything through. */
function amount(value: unknown): number {
  const number = value === '' ? Number.NaN : Number(value);
  if (Number.isFinite(number) && number >= 0) return number;
  throw new ControlPlaneError(400, 'BadRequestException', `Invalid throttle ${value}`);
}

function applyPatch(plan: UsagePlan, { op, path, value }: Patch): UsagePlan {
  switch (`${op} ${path}`) {
    case 'replace /throttle/rateLimit':
      return { ...plan, rateLimit: amount(value) };
    case 'replace /throttle/burstLimit':
      return { ...plan, burstLimit: amount(value) };
    case 'remove /apiStages':
      return { ...plan, stages: plan.stages.filter((stage) => stage !== value) };
  }
  throw new ControlPlaneError(400, 'BadRequestException', `Invalid patch path ${path}`);
}

export interface ControlPlaneServer {
  /** http://127.0.0.1:PORT */
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the control plane on a free loopback port, apart from the API's, so that callers cannot reach it. */
export async function startControlPlane(
  registry: GatewayRegistry,
  parts: ControlledParts = {},
): Promise<ControlPlaneServer> {
  const server = createServer((request, response) => void answer({ registry, ...parts }, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
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
  controlled: Pick<ControlCall, 'registry'> & ControlledParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const body = readJson(Buffer.concat(chunks).toString());
    for (const [method, path, operation] of OPERATIONS) {
      const match = method === request.method ? path.exec(pathname) : null;
      if (match === null) continue;
      const [status, answered] = await operation({
        ...controlled,
        ids: match.slice(1),
        query: searchParams,
        target: String(request.headers['x-amz-target']),
        body,
      });
      send(response, status, answered);
      return;
    }
    throw new ControlPlaneError(404, 'NotFoundException', `${request.method} ${pathname} is not served here`);
  } catch (error) {
    const { status, type, message } = refusalOf(error);
    response.setHeader('x-amzn-errortype', type);
    send(response, status, { __type: type, message });
  }
}

function refusalOf(error: unknown): ControlPlaneError {
  if (error instanceof ControlPlaneError) return error;
  if (error instanceof ClockMoveError) {
    return new ControlPlaneError(400, 'BadRequestException', error.message);
  }
  // The SDK tries again what answered 500.
  return new ControlPlaneError(
    500,
    'InternalFailure',
    error instanceof Error ? error.message : String(error),
  );
}

function readJson(text: string): Record<string, unknown> {
  try {
    return Object(text === '' ? {} : JSON.parse(text));
  } catch {
    throw new ControlPlaneError(400, 'BadRequestException', 'The body is no JSON');
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(body === undefined ? '' : JSON.stringify(body));
}

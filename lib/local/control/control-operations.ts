import type { Schedules } from '../events/schedules.ts';
import { invokeAsynchronously } from '../events/schedules.ts';
import type { Invocation } from '../lambda/functions.ts';
import type { FunctionModel } from '../template/service-model.ts';
import { ControlPlaneError, type GatewayRegistry, type UsagePlan } from './gateway-registry.ts';
import type { KeyManagement } from './key-management.ts';
import type { MovedClock } from './moved-clock.ts';

/** Response of the control plane. */
type Answered = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

/** Finds and invokes functions for the Invoke operation of Lambda. */
interface FunctionCalls {
  find(name: string): FunctionModel | undefined;
  invoke(arn: string, event: unknown): Promise<Invocation>;
  /** Aborts pending retries of asynchronous invocations. */
  readonly signal: AbortSignal;
  readonly onLog: (line: string) => void;
}

/**
 * The Invoke operation of Lambda, by function name.
 * @param type "Event" answers at once and retries in the background; other types wait for the result.
 * @throws ControlPlaneError if the function does not exist.
 */
async function callFunction(
  calls: FunctionCalls | undefined,
  name: string,
  event: unknown,
  type: string | undefined,
): Promise<Answered> {
  const found = calls?.find(name);
  if (calls === undefined || found === undefined) {
    throw new ControlPlaneError(404, 'ResourceNotFoundException', `Function not found: ${name}`);
  }
  const { arn, asynchronousRetries: retries } = found;
  const invoke = () => calls.invoke(arn, event);
  if (type !== 'Event') return answerOf(await invoke());
  void invokeAsynchronously({ invoke, retries, signal: calls.signal }).then((ended) => {
    if (ended === undefined || ended.outcome === 'returned') return;
    calls.onLog(JSON.stringify({ level: 'error', code: 'EVENT_FAILED', function: name, ...ended }));
  });
  return [202];
}

/** Response of Lambda: also 200 for a failed function, with the header x-amz-function-error. */
function answerOf(ended: Invocation): Answered {
  switch (ended.outcome) {
    case 'returned':
      return [200, ended.payload ?? null];
    case 'throttled':
      throw new ControlPlaneError(429, 'TooManyRequestsException', 'Rate Exceeded.');
    case 'failed':
      return failed(ended.errorType, ended.errorMessage);
    case 'timed-out':
      return failed('Sandbox.Timedout', 'Task timed out');
    case 'crashed':
      return failed('Runtime.ExitError', ended.detail);
  }
}

const failed = (errorType: string, errorMessage: string): Answered => [
  200,
  { errorType, errorMessage },
  { 'x-amz-function-error': 'Unhandled' },
];

/** Parts that the control plane controls in addition to gateway keys and usage plans. */
export interface ControlledParts {
  readonly schedules?: Pick<Schedules, 'list' | 'run'>;
  readonly clock?: MovedClock;
  /** SecureString parameters of Systems Manager, by name. */
  readonly secrets?: Map<string, string>;
  /** KMS. */
  readonly keys?: KeyManagement;
  /** Lambda. */
  readonly functions?: FunctionCalls;
}

export interface ControlCall extends ControlledParts {
  readonly registry: GatewayRegistry;
  /** Capture groups of the path pattern. */
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  /** Operation of a service with the AWS JSON protocol: "AmazonSSM.GetParameter". */
  readonly target: string;
  /** Invocation type of Lambda: "RequestResponse" (default) or "Event". */
  readonly invocationType: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Patch {
  readonly op: string;
  readonly path: string;
  readonly value: string;
}

type Operation = (call: ControlCall) => Answered | Promise<Answered>;

const planBody = ({ id, name, rateLimit, burstLimit, stages }: UsagePlan) => ({
  id,
  name,
  throttle: { rateLimit, burstLimit },
  apiStages: stages.map((stage) => ({ apiId: stage.split(':')[0], stage: stage.split(':')[1] })),
});

function clockBody(clock: MovedClock | undefined) {
  if (clock === undefined) throw new ControlPlaneError(404, 'NotFoundException', 'The service has no clock');
  return { now: clock.now().toISOString(), aheadMs: clock.aheadMs() };
}

/** Operations of the command line: calls of AWS control planes, and local ones for schedules and the clock. */
export const OPERATIONS: readonly (readonly [method: string, path: RegExp, operation: Operation])[] = [
  // Without a throttle: the local gateway limits only organizations, so it accepts any enterprise plan.
  ['GET', /^\/account$/, () => [200, {}]],
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
  ['GET', /^\/usageplans\/([^/]+)$/, ({ registry, ids }) => [200, planBody(registry.plan(ids[0] ?? ''))]],
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
      // Applies all patch operations or none.
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
    ({ clock }) => {
      clock?.reset();
      return [200, clockBody(clock)];
    },
  ],
  [
    'POST',
    /^\/2015-03-31\/functions\/([^/]+)\/invocations$/,
    ({ functions, ids, invocationType, body }) =>
      callFunction(functions, decodeURIComponent(ids[0] ?? ''), body, invocationType),
  ],
  // Services with the AWS JSON protocol use one path for all operations.
  [
    'POST',
    /^\/$/,
    ({ secrets, keys, target, body }) => {
      if (keys && target === 'TrentService.Encrypt') return [200, keys.encrypt(body)];
      if (keys && target === 'TrentService.Decrypt') return [200, keys.decrypt(body)];
      if (target === 'AmazonSSM.PutParameter') {
        secrets?.set(String(body.Name), String(body.Value));
        return [200, { Version: 1, Tier: 'Standard' }];
      }
      const Value = secrets?.get(String(body.Name));
      return Value === undefined
        ? [400, { __type: 'ParameterNotFound' }]
        : [200, { Parameter: { Name: body.Name, Type: 'SecureString', Value } }];
    },
  ],
];

/**
 * Reads a rate limit or a burst limit: NaN would disable the throttle.
 * @throws ControlPlaneError if the value is not a finite number of zero or more.
 */
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

import { describe, expect, it } from 'vitest';
import type { InvocationStart } from '../../../../lib/local/lambda/messages.ts';
import { withSettings } from '../../../../lib/local/lambda/runtime-environment.ts';
import { functionsUnderTest } from './function-under-test.ts';

const { start } = functionsUnderTest();

const ENVIRONMENT = 'export const handler = async () => ({ ...process.env });';

describe('the environment of a function', () => {
  it('contains its own variables and those of the runtime, but none of the host', async () => {
    const { returned } = start(ENVIRONMENT, { environment: { TABLE: 'organizations' }, memoryMb: 256 });

    const { LAMBDA_TASK_ROOT, _X_AMZN_TRACE_ID, ...environment } = await returned<Record<string, string>>({});

    expect(LAMBDA_TASK_ROOT).toContain('freight-lambda-');
    expect(_X_AMZN_TRACE_ID).toMatch(/^Root=1-[\da-f]{8}-[\da-f]{24};Parent=[\da-f]{16};Sampled=0;/);
    expect(environment).toEqual({
      TABLE: 'organizations',
      TZ: ':UTC',
      LANG: 'en_US.UTF-8',
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: 'tested',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      AWS_LAMBDA_LOG_FORMAT: 'JSON',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      _HANDLER: 'index.handler',
    });
  });

  it('contains the trace of each invocation, which its observer gets before the worker', async () => {
    const seen: InvocationStart[] = [];
    const { returned } = start(ENVIRONMENT, { tracing: true, onInvocation: (each) => seen.push(each) });

    const traces = [
      await returned<Record<string, string>>({ nth: 1 }),
      await returned<Record<string, string>>({ nth: 2 }),
    ].map(({ _X_AMZN_TRACE_ID }) => _X_AMZN_TRACE_ID);

    expect(new Set(traces).size).toBe(2);
    expect(traces[0]).toContain(';Sampled=1;');
    expect(seen).toEqual(
      traces.map((traceHeader, index) => ({
        functionName: 'tested',
        traceHeader,
        event: JSON.stringify({ nth: index + 1 }),
      })),
    );
  });

  it('takes values from the settings of the host only for variables that the template sets', () => {
    const settings = { WEBHOOK_RETRY_SCHEDULE: '1', OTHER: 'x' };

    expect(withSettings({ TABLE: 't', WEBHOOK_RETRY_SCHEDULE: '300,900' }, settings)).toEqual({
      TABLE: 't',
      WEBHOOK_RETRY_SCHEDULE: '1',
    });
    expect(withSettings({ TABLE: 't' })).toEqual({ TABLE: 't' });
  });

  it('prefers its own variables to those of the runtime', async () => {
    const { returned } = start(ENVIRONMENT, { environment: { AWS_REGION: 'eu-west-1' } });

    expect(await returned<Record<string, string>>({})).toMatchObject({ AWS_REGION: 'eu-west-1' });
  });

  it('is separate from the variables of the host and of other functions', async () => {
    const source = `export const handler = async ({ set }) => {
      if (set) process.env.CHANGED = 'yes';
      return process.env.CHANGED;
    };`;
    const [one, other] = [start(source), start(source)];

    expect(await one.returned<string>({ set: true })).toBe('yes');
    expect(await other.returned<string>({})).toBeNull();
    expect(process.env.CHANGED).toBeUndefined();
  });

  it('has a context with the function name, the memory limit and a unique request ID', async () => {
    const { returned } = start(
      `export const handler = async (event, { awsRequestId, ...context }) =>
        ({ awsRequestId, functionName: context.functionName, memory: context.memoryLimitInMB });`,
    );

    const [one, two] = [await returned<Context>({}), await returned<Context>({})];

    expect(one).toMatchObject({ functionName: 'tested', memory: '128' });
    expect(one.awsRequestId).not.toBe(two.awsRequestId);
  });

  it('has a context whose remaining time decreases from the time-out', async () => {
    const { returned } = start(
      `import { setTimeout as wait } from 'node:timers/promises';
       export const handler = async (event, context) => {
        const before = context.getRemainingTimeInMillis();
        await wait(50);
        return { before, after: context.getRemainingTimeInMillis() };
      };`,
      { timeoutSeconds: 10 },
    );

    const { before, after } = await returned<{ before: number; after: number }>({});

    expect(before).toBeLessThanOrEqual(10_000);
    expect(before - after).toBeGreaterThanOrEqual(49);
    expect(after).toBeGreaterThan(0);
  });
});

interface Context {
  readonly awsRequestId: string;
}

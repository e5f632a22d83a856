import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSchedules } from '../../../../lib/local/events/schedules.ts';
import type { Invocation } from '../../../../lib/local/lambda/function-worker.ts';
import type { ScheduleModel } from '../../../../lib/local/template/service-model.ts';

const RETURNED: Invocation = { outcome: 'returned', payload: null };
const FAILED: Invocation = { outcome: 'failed', errorType: 'Error', errorMessage: 'no' };
const MINUTE = 60_000;

const sweep: ScheduleModel = {
  name: 'sweep',
  arn: 'arn:aws:events:us-east-1:000000000000:rule/sweep',
  expression: 'rate(1 minute)',
  functionArn: 'arn:sweep',
  retries: 2,
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-24T11:59:30.250Z'), toNotFake: ['nextTick', 'setImmediate'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts these schedules with functions that return the answers of the test. */
async function started(...schedules: readonly ScheduleModel[]) {
  const answers: Promise<Invocation>[] = [];
  const invoke = vi.fn(
    async (_arn: string, _event: unknown): Promise<Invocation> => answers.shift() ?? RETURNED,
  );
  const logs: string[] = [];
  let aheadMs = 0;
  const running = createSchedules({
    schedules,
    invoke,
    now: () => new Date(Date.now() + aheadMs),
    onLog: (line) => logs.push(line),
  });
  await running.start();
  const moveClock = (ms: number) => {
    aheadMs += ms;
    running.clockMoved();
  };
  return { ...running, invoke, logs, answers, moveClock };
}

describe('the schedules of a template', () => {
  it('send the event of EventBridge in the scheduled minute', async () => {
    const test = await started({ ...sweep, expression: 'cron(0 12 ? * TUE *)' });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(test.invoke).not.toHaveBeenCalled();

    await vi.advanceTimersByTimeAsync(1_000);

    expect(test.invoke.mock.calls).toEqual([
      [
        'arn:sweep',
        {
          version: '0',
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          'detail-type': 'Scheduled Event',
          source: 'aws.events',
          account: '000000000000',
          time: '2026-11-24T12:00:00Z',
          region: 'us-east-1',
          resources: [sweep.arn],
          detail: {},
        },
      ],
    ]);
    await test.stop();
  });

  it('start a run each minute if the previous run is still in progress, as EventBridge does', async () => {
    const test = await started(sweep);
    let end = (_: Invocation) => {};
    test.answers.push(
      new Promise((resolve) => {
        end = resolve;
      }),
    );

    await vi.advanceTimersByTimeAsync(3 * MINUTE);

    expect(test.invoke).toHaveBeenCalledTimes(3);
    end(RETURNED);
    await test.stop();
  });

  it('send the input of the rule if it has one', async () => {
    const test = await started({ ...sweep, input: { only: 'this' } });

    await vi.advanceTimersByTimeAsync(MINUTE);

    expect(test.invoke).toHaveBeenCalledWith('arn:sweep', { only: 'this' });
    await test.stop();
  });

  it('do not repeat runs that were missed while the machine slept', async () => {
    const test = await started(sweep);

    vi.setSystemTime(new Date('2026-11-24T20:00:00Z'));
    await vi.advanceTimersByTimeAsync(MINUTE);

    expect(test.invoke).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(2);
    await test.stop();
  });

  it('start one run at once if the moved clock passes their time, then follow the moved clock', async () => {
    const weekly = {
      ...sweep,
      name: 'weekly',
      functionArn: 'arn:weekly',
      expression: 'cron(0 12 ? * TUE *)',
    };
    const distant = { ...sweep, name: 'distant', functionArn: 'arn:distant', expression: 'rate(60 days)' };
    const test = await started(sweep, weekly, distant);
    const calls = () => test.invoke.mock.calls.map(([arn]) => arn);

    test.moveClock(20 * 24 * 60 * MINUTE);

    expect(calls().sort()).toEqual(['arn:sweep', 'arn:weekly']);
    expect(test.list()).toMatchObject([
      { next: '2026-12-14T12:00:30.250Z' },
      { next: '2026-12-15T12:00:00.000Z' },
      { next: '2027-01-23T11:59:30.250Z' },
    ]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(calls()).toHaveLength(3);
    await test.stop();
  });

  it('follow a clock that was moved back', async () => {
    const weekly = { ...sweep, expression: 'cron(0 12 ? * TUE *)' };
    const test = await started(weekly, { ...sweep, name: 'often' });
    test.moveClock(9 * 24 * 60 * MINUTE);
    test.invoke.mockClear();

    test.moveClock(-9 * 24 * 60 * MINUTE);

    expect(test.list()).toMatchObject([
      { next: '2026-11-24T12:00:00.000Z' },
      { next: '2026-11-24T12:00:30.250Z' },
    ]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(2);
    await test.stop();
  });

  it('retry a failed event after 1 min and after 2 min more, then log SCHEDULED_EVENT_FAILED', async () => {
    const test = await started({ ...sweep, expression: 'rate(1 day)' });
    test.answers.push(...[FAILED, FAILED, FAILED].map((answer) => Promise.resolve(answer)));
    await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(1);

    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(3);
    const events = test.invoke.mock.calls.map(([, event]) => event);
    expect(events).toEqual([events[0], events[0], events[0]]);
    expect(test.logs).toEqual([expect.stringContaining('SCHEDULED_EVENT_FAILED')]);
    await test.stop();
  });

  it('wait for the run in progress when they stop, then start no runs', async () => {
    const test = await started(sweep);
    let end = (_: Invocation) => {};
    test.answers.push(
      new Promise((resolve) => {
        end = resolve;
      }),
    );
    await vi.advanceTimersByTimeAsync(MINUTE);
    let stopped = false;
    const stopping = test.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(stopped).toBe(false);

    end(FAILED);
    await stopping;

    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(1);
  });

  it('run one schedule by name at once and return its result', async () => {
    const test = await started(sweep);
    test.answers.push(Promise.resolve(FAILED));

    await expect(test.run('sweep')).resolves.toEqual(FAILED);
    await expect(test.run('nothing')).resolves.toBeUndefined();

    expect(test.invoke).toHaveBeenCalledTimes(1);
    await test.stop();
  });

  it('follow a changed template and keep the next times of unchanged schedules', async () => {
    const daily = { ...sweep, name: 'daily', functionArn: 'arn:daily', expression: 'rate(1 day)' };
    const test = await started(sweep, daily);
    const next = () => Object.fromEntries(test.list().map((listed) => [listed.name, listed.next]));
    const before = next();
    await vi.advanceTimersByTimeAsync(MINUTE / 2);

    test.reload([daily, { ...sweep, expression: 'rate(5 minutes)' }]);

    expect(next().daily).toBe(before.daily);
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    expect(test.invoke).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(1);
    test.reload([]);
    expect(test.list()).toEqual([]);
    await test.stop();
  });

  it('wait longer than the maximum delay of a timer', async () => {
    const test = await started({ ...sweep, expression: 'rate(60 days)' });

    await vi.advanceTimersByTimeAsync(59 * 24 * 60 * MINUTE);
    expect(test.invoke).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(1);
    await test.stop();
  });
});

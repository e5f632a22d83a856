import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import {
  createReindexTerminals,
  type ReindexTerminals,
} from '../../../../functions/reindex-terminals/reindex-terminals.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import type { IndexStatus } from '../../../../shared/terminals/indexing/index-status.ts';

const answers: unknown[] = [];
const server = createServer(async (request, response) => {
  answers.push(JSON.parse(await text(request)));
  response.end();
});

const DONE = {
  Status: 'SUCCESS',
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'Build',
  PhysicalResourceId: 'terminal-index',
};
const SERVED = { outcome: 'served', generation: 'terminals-000001', rows: 300, removed: [] } as const;
const STATUS: IndexStatus = { alias: 'terminals', nodes: [] };
const readStatus = async () => STATUS;
const PROGRESS = { written: 300, rows: 300, at: '2026-03-01T12:00:00.000Z' };

describe('the function that builds the search index', () => {
  let url: string;
  let logged: Mock<(line: string) => void>;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    answers.length = 0;
    logged = vi.fn();
    for (const level of ['info', 'error'] as const) vi.spyOn(logOutput, level).mockImplementation(logged);
  });

  const event = (RequestType: string) => ({
    RequestType,
    ResponseURL: `${url}/answer`,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Build',
  });
  const handlerOf = () => {
    const ensure = vi.fn<ReindexTerminals['ensure']>(async () => SERVED);
    const run = vi.fn<ReindexTerminals['run']>(async () => ({ state: 'served', ...PROGRESS }));
    return { ensure, run, handler: createReindexTerminals({ ensure, run, readStatus }) };
  };
  const codes = () => logged.mock.calls.map(([line]) => JSON.parse(line).code);

  it.each(['Create', 'Update'])(
    'has an index after %s of the stack, and responds to CloudFormation',
    async (type) => {
      const { handler, ensure, run } = handlerOf();

      await handler(event(type));

      expect(ensure).toHaveBeenCalledTimes(1);
      expect(run).not.toHaveBeenCalled();
      expect(answers).toEqual([DONE]);
      expect(codes()).toEqual(['TERMINAL_INDEX_BUILT']);
    },
  );

  it('does not change the index when the stack is deleted', async () => {
    const { handler, ensure } = handlerOf();

    await handler(event('Delete'));

    expect(ensure).not.toHaveBeenCalled();
    expect(answers).toEqual([DONE]);
  });

  it.each([
    ['fails', async () => Promise.reject(new Error('ECONNREFUSED'))],
    [
      'finds no rows',
      async () => ({ outcome: 'incomplete', generation: 'terminals-000001', reason: 'no rows' }) as const,
    ],
  ])(
    'does not block the deployment when it %s, and fails afterwards, so that Lambda retries',
    async (_, ensure) => {
      const { run } = handlerOf();

      await expect(createReindexTerminals({ run, ensure, readStatus })(event('Create'))).rejects.toThrow(
        /ECONNREFUSED|no rows/,
      );
      expect(answers).toEqual([DONE]);
      expect(codes()).toEqual(['TERMINAL_INDEX_NOT_BUILT']);
    },
  );

  it('responds before a long build is complete, and completes it afterwards', async () => {
    let finish = () => {};
    const finished = new Promise<typeof SERVED>((resolve) => {
      finish = () => resolve(SERVED);
    });
    const handler = createReindexTerminals({
      ensure: () => finished,
      run: async () => Promise.reject(new Error('not asked for')),
      readStatus,
      answerAfterMs: 10,
    });

    const done = handler(event('Create'));
    while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(codes()).toEqual([]);
    finish();
    await done;

    expect(answers).toEqual([DONE]);
    expect(codes()).toEqual(['TERMINAL_INDEX_BUILT']);
  });

  it('reports its status to an operator without a build', async () => {
    const { handler, ensure, run } = handlerOf();

    expect(await handler({ report: 'status' })).toEqual(STATUS);

    expect([ensure, run].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    expect(answers).toEqual([]);
    expect(codes()).toEqual([]);
  });

  it('runs for an operator, with the outcome in the report', async () => {
    const { handler, ensure, run } = handlerOf();
    await handler({ runId: 'run-1' });
    expect(run).toHaveBeenCalledWith('run-1');

    await createReindexTerminals({
      ensure,
      run: async () => ({ state: 'failed', ...PROGRESS, reason: 'Error: status 403' }),
      readStatus,
    })({ runId: 'run-2' });

    expect(ensure).not.toHaveBeenCalled();
    expect(answers).toEqual([]);
    expect(codes()).toEqual(['TERMINAL_INDEX_BUILT', 'TERMINAL_INDEX_NOT_BUILT']);
  });

  it('rejects any other event', async () => {
    const { handler } = handlerOf();
    await expect(handler({ runId: '' })).rejects.toThrow();
    await expect(handler({})).rejects.toThrow();
  });
});

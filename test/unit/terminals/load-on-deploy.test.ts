import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoadOnDeploy } from '../../../functions/load-terminals/load-on-deploy.ts';
import { logOutput } from '../../../shared/platform/logging/log-output.ts';
import { lambdaContext } from '../../support/proxy-event.ts';

const answers: unknown[] = [];
const server = createServer(async (request, response) => {
  answers.push({ method: request.method, body: JSON.parse(await text(request)) });
  response.writeHead(request.url === '/rejected' ? 403 : 200).end();
});

const DONE = {
  method: 'PUT',
  body: {
    Status: 'SUCCESS',
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Load',
    PhysicalResourceId: 'terminal-catalogue',
  },
};

describe('loading at a deployment', () => {
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const level of ['info', 'error'] as const) vi.spyOn(logOutput, level).mockReturnValue();
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    answers.length = 0;
  });

  const event = (RequestType: string, path = '/answer') => ({
    RequestType,
    ResponseURL: `${url}${path}`,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Load',
    ResourceProperties: { catalogue: 'hash' },
  });

  it.each(['Create', 'Update'])('loads at %s and reports success', async (type) => {
    const load = vi.fn(async () => ({ added: 3 }));

    await createLoadOnDeploy(load)(event(type), lambdaContext());

    expect(load).toHaveBeenCalledTimes(1);
    expect(answers).toEqual([DONE]);
  });

  it('keeps the terminals when the stack is deleted', async () => {
    const load = vi.fn(async () => ({}));

    await createLoadOnDeploy(load)(event('Delete'), lambdaContext());

    expect(load).not.toHaveBeenCalled();
    expect(answers).toEqual([DONE]);
  });

  it('does not block the deployment when it fails, and fails afterwards, so that Lambda retries', async () => {
    const failing = createLoadOnDeploy(async () => Promise.reject(new Error('AccessDenied')));

    await expect(failing(event('Create'), lambdaContext())).rejects.toThrow('AccessDenied');
    expect(answers).toEqual([DONE]);
  });

  it('responds before the Lambda time-out', async () => {
    const endless = createLoadOnDeploy(() => new Promise(() => {}));

    await expect(endless(event('Create'), lambdaContext(5_050))).rejects.toThrow('not done');
    expect(answers).toEqual([DONE]);
  });

  it('fails when its response cannot be sent, or the event is invalid', async () => {
    const load = createLoadOnDeploy(async () => ({}));

    await expect(load(event('Create', '/rejected'), lambdaContext())).rejects.toThrow('403');
    await expect(load({ RequestType: 'Create' }, lambdaContext())).rejects.toThrow();
  });
});

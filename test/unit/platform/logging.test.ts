import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { positiveNumber, readEnv, text, url } from '../../../shared/platform/env/read-env.ts';
import {
  countMetric,
  inLogContext,
  log,
  logOutput,
  METRIC_NAMESPACE,
  withRequestId,
} from '../../../shared/platform/logging/log.ts';
import * as LOG from '../../../shared/platform/logging/log-messages.ts';

let lines: Record<string, unknown>[];
const before = process.env;

beforeEach(() => {
  lines = [];
  process.env = { ...before };
  for (const level of ['info', 'error'] as const) {
    jest.spyOn(logOutput, level).mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  }
});
afterEach(() => {
  process.env = before;
  jest.restoreAllMocks();
});

describe('log lines of a call', () => {
  it('have its request and organization, also after a wait and during another call', async () => {
    const call = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      log(LOG.searchRecovered);
      countMetric('DieselStale');
    };
    await Promise.all(
      ['1', '2'].map((id) => inLogContext({ requestId: id, orgId: `org_${id}`, mode: 'live' }, call)),
    );
    log(LOG.searchRecovered);
    const contexts = lines.map(({ requestId, orgId, mode }) => [requestId, orgId, mode].join());
    expect(contexts.toSorted()).toEqual([
      ',,',
      '1,org_1,live',
      '1,org_1,live',
      '2,org_2,live',
      '2,org_2,live',
    ]);
  });

  it('of a run outside the API have its ID, and their own organization takes precedence', () => {
    const handler = withRequestId((_event: unknown, _context: { awsRequestId?: string }) =>
      log(LOG.webhookDeliveriesFailed, { orgId: 'org_7' }),
    );
    handler({}, { awsRequestId: 'run-1' });
    expect(lines).toEqual([expect.objectContaining({ requestId: 'run-1', orgId: 'org_7' })]);
  });

  it('count an error by function and published version, so that a release can be rolled back', () => {
    process.env.AWS_LAMBDA_FUNCTION_NAME = 'price-lanes';
    process.env.AWS_LAMBDA_FUNCTION_VERSION = '17';
    log(LOG.callFailed);
    log(LOG.searchRecovered);
    process.env.AWS_LAMBDA_FUNCTION_VERSION = '$LATEST';
    log(LOG.callFailed);
    expect(lines[0]).toMatchObject({
      ...{ function: 'price-lanes', functionVersion: '17', VersionFailures: 1 },
      _aws: {
        CloudWatchMetrics: [{ Namespace: METRIC_NAMESPACE, Dimensions: [['function', 'functionVersion']] }],
      },
    });
    expect(lines.slice(1).map((line) => '_aws' in line)).toEqual([false, false]);
  });
});

it('lines and metrics reach the log as they are, although Lambda changes the console', () => {
  jest.restoreAllMocks();
  const written: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((line) => written.push(String(line)) > 0);
  }
  // The Node.js runtime of Lambda does this if the log format is JSON.
  for (const level of ['info', 'error'] as const) {
    jest
      .spyOn(console, level)
      .mockImplementation((message: unknown) =>
        process.stdout.write(`${JSON.stringify({ level, message })}\n`),
      );
  }
  log(LOG.callFailed);
  countMetric('DieselStale');
  jest.restoreAllMocks();
  expect(written.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'error', code: LOG.callFailed.code }),
    expect.objectContaining({
      DieselStale: 1,
      _aws: expect.objectContaining({ Timestamp: expect.any(Number) }),
    }),
  ]);
});

describe('the environment of a function', () => {
  const VARIABLES = { THINGS_TABLE: text(), THINGS_URL: url(), REFRESH_SECONDS: positiveNumber() };
  const VALUES = { THINGS_TABLE: 'things', THINGS_URL: 'https://queue', REFRESH_SECONDS: '20' };

  it.each([
    ['THINGS_TABLE', ''],
    ['THINGS_URL', 'queue'],
    ['REFRESH_SECONDS', '0'],
    ['REFRESH_SECONDS', 'soon'],
  ])('is rejected if %s is "%s" or missing', (name, fault) => {
    Object.assign(process.env, VALUES, { [name]: fault });
    expect(() => readEnv(VARIABLES)).toThrow();
    delete process.env[name];
    expect(() => readEnv(VARIABLES)).toThrow(name);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log } from '../../../../shared/platform/logging/log.ts';
import { inLogContext, withRequestId } from '../../../../shared/platform/logging/log-context.ts';
import * as LOG from '../../../../shared/platform/logging/log-messages.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import { countMetric, METRIC_NAMESPACE, writeMetrics } from '../../../../shared/platform/logging/metric.ts';

let lines: Record<string, unknown>[];

beforeEach(() => {
  lines = [];
  vi.spyOn(logOutput, 'info').mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('log lines of a call', () => {
  it('have the deployed version, also those with metrics', () => {
    process.env.SERVICE_VERSION = '0123456789ab';
    try {
      log(LOG.searchRecovered);
      countMetric('DieselStale');
    } finally {
      delete process.env.SERVICE_VERSION;
    }
    log(LOG.searchRecovered);
    expect(lines.map(({ version }) => version)).toEqual(['0123456789ab', '0123456789ab', undefined]);
  });

  it('have its request and organization, also after a wait and during another call', async () => {
    const call = async (requestId: string, orgId: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      log(LOG.searchRecovered);
      countMetric('DieselStale');
      return requestId + orgId;
    };

    await Promise.all(
      ['1', '2'].map((id) =>
        inLogContext({ requestId: id, orgId: `org_${id}`, mode: 'live' }, () => call(id, id)),
      ),
    );

    expect(lines).toHaveLength(4);
    for (const { requestId, orgId, mode, code } of lines) {
      expect([orgId, mode]).toEqual([`org_${requestId}`, 'live']);
      expect(code).toMatch(/^[A-Z_]+$/);
    }
    expect(new Set(lines.map(({ requestId }) => requestId))).toEqual(new Set(['1', '2']));
  });

  it('of a run outside the API have its ID, and their own organization takes precedence', () => {
    const handler = withRequestId((_event: unknown, _context: { awsRequestId?: string }) =>
      log(LOG.webhookDeliveriesFailed, { orgId: 'org_7' }),
    );
    handler({}, { awsRequestId: 'run-1' });
    expect(lines).toEqual([expect.objectContaining({ requestId: 'run-1', orgId: 'org_7' })]);
  });

  it('have no context outside of a call', () => {
    log(LOG.searchRecovered);
    expect(lines).toEqual([
      {
        timestamp: expect.any(String),
        level: 'info',
        code: LOG.searchRecovered.code,
        message: expect.any(String),
      },
    ]);
  });
});

describe('an error', () => {
  const errorLine = (version?: string) => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'price-lanes');
    vi.stubEnv('AWS_LAMBDA_FUNCTION_VERSION', version);
    vi.spyOn(logOutput, 'error').mockImplementation((line: string) => void lines.push(JSON.parse(line)));
    log(LOG.callFailed, { version: 'of something else' });
    return lines.at(-1);
  };

  it('of a published version is counted by version, so that a release can be rolled back', () => {
    expect(errorLine('17')).toMatchObject({
      code: 'API_CALL_FAILED',
      version: 'of something else',
      function: 'price-lanes',
      functionVersion: '17',
      VersionFailures: 1,
      _aws: {
        CloudWatchMetrics: [
          {
            Namespace: METRIC_NAMESPACE,
            Dimensions: [['function', 'functionVersion']],
            Metrics: [{ Name: 'VersionFailures', Unit: 'Count' }],
          },
        ],
      },
    });
  });

  it('is not counted without a published version, and other lines are not counted', () => {
    expect(errorLine('$LATEST')).not.toHaveProperty('_aws');
    expect(errorLine()).not.toHaveProperty('_aws');
    errorLine('17');
    log(LOG.searchRecovered);
    expect(lines.at(-1)).not.toHaveProperty('_aws');
  });
});

describe('metrics in a log line', () => {
  it('have a code, units, and the function as their only dimension', () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'sweep');
    writeMetrics(
      LOG.deliveriesDue,
      { OldestDue: { value: 7, unit: 'Seconds' }, DeferredOrganizations: 2 },
      { orgId: 'org_1' },
    );
    expect(lines).toEqual([
      expect.objectContaining({
        code: 'DELIVERIES_DUE',
        function: 'sweep',
        OldestDue: 7,
        DeferredOrganizations: 2,
        orgId: 'org_1',
        _aws: {
          Timestamp: expect.any(Number),
          CloudWatchMetrics: [
            {
              Namespace: METRIC_NAMESPACE,
              Dimensions: [['function']],
              Metrics: [
                { Name: 'OldestDue', Unit: 'Seconds' },
                { Name: 'DeferredOrganizations', Unit: 'Count' },
              ],
            },
          ],
        },
      }),
    ]);
  });
});

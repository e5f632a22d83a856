import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { log } from '../../../shared/logging/log.ts';
import { inLogContext, withRequestId } from '../../../shared/logging/log-context.ts';
import { LOG } from '../../../shared/logging/log-messages.ts';
import { countMetric, METRIC_NAMESPACE, writeMetrics } from '../../../shared/logging/metric.ts';

let lines: Record<string, unknown>[];

beforeEach(() => {
  lines = [];
  jest.spyOn(console, 'info').mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('lines of a call', () => {
  it('carry its request and organization, also behind a wait, and beside another call', async () => {
    const call = async (requestId: string, orgId: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      log('info', LOG.searchRecovered);
      countMetric('DieselStale', 'price-lanes');
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

  it('of a run that is no call carry its id, and what they say of an organization counts', () => {
    const handler = withRequestId((_event: unknown, _context: { awsRequestId?: string }) =>
      log('info', LOG.webhookClosed, { orgId: 'org_7' }),
    );
    handler({}, { awsRequestId: 'run-1' });
    expect(lines).toEqual([expect.objectContaining({ requestId: 'run-1', orgId: 'org_7' })]);
  });

  it('are as before outside of one', () => {
    log('info', LOG.searchRecovered);
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

describe('metrics in a line', () => {
  it('have a code, units, and the function as their only dimension', () => {
    writeMetrics(
      LOG.deliveriesDue,
      'sweep',
      { OldestDue: { value: 7, unit: 'Seconds' }, ParkedOrganizations: 2 },
      { orgId: 'org_1' },
    );
    expect(lines).toEqual([
      expect.objectContaining({
        code: 'DELIVERIES_DUE',
        function: 'sweep',
        OldestDue: 7,
        ParkedOrganizations: 2,
        orgId: 'org_1',
        _aws: {
          Timestamp: expect.any(Number),
          CloudWatchMetrics: [
            {
              Namespace: METRIC_NAMESPACE,
              Dimensions: [['function']],
              Metrics: [
                { Name: 'OldestDue', Unit: 'Seconds' },
                { Name: 'ParkedOrganizations', Unit: 'Count' },
              ],
            },
          ],
        },
      }),
    ]);
  });
});

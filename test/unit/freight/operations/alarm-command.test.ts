import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createAwsAlarms } from '../../../../bin/freight/connection/aws-alarms.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

const SINCE = '2026-03-02T10:00:00.000Z';
const ACTIVE = {
  name: 'freight-dev-page-api-price-lanes-error',
  state: 'ALARM',
  since: SINCE,
  text: 'Rates fail. Impact: callers get no rates. Runbook: docs/operators/runbook-api.md#a-function-fails',
} as const;
const INACTIVE = { ...ACTIVE, name: 'freight-dev-ticket-data-usage', state: 'OK' } as const;

describe('freight alarms', () => {
  it('prints each active alarm with its start, impact and runbook section', async () => {
    const { alarms, freight } = commandLineUnderTest();
    alarms.held.push(ACTIVE, INACTIVE);

    const { exitCode, printed } = await freight('alarms', '--environment', 'dev');

    expect(exitCode).toBe(0);
    expect(printed.split('\n')).toEqual([
      'Active alarms: 1 of 2',
      `  ALARM    ${ACTIVE.name}, since ${SINCE}`,
      '           Rates fail.',
      '           Impact: callers get no rates.',
      '           Runbook: docs/operators/runbook-api.md#a-function-fails',
      'Dashboard: https://dashboard.example',
    ]);
  });

  it('lists inactive alarms with --all, and prints JSON', async () => {
    const { alarms, freight, json } = commandLineUnderTest();
    alarms.held.push(INACTIVE);

    expect((await freight('alarms', '--all', '--environment', 'dev')).printed).toContain(
      `OK       ${INACTIVE.name}`,
    );
    expect(await json('alarms', '--environment', 'dev')).toEqual({
      alarms: 1,
      active: [],
      dashboard: 'https://dashboard.example',
    });
  });

  it('lists the widgets of the dashboard', async () => {
    const { freight } = commandLineUnderTest();
    const { printed } = await freight('dashboard', '--environment', 'dev');
    expect(printed.split('\n')).toEqual(['https://dashboard.example', '', '## Traffic', '  Calls']);
  });

  it('rejects in one line where there are none: not deployed, or the service on this machine', async () => {
    const { freight } = commandLineUnderTest();

    expect(await freight('alarms', '--environment', 'dev')).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('not deployed in this account and region'),
    });
    expect(await freight('alarms')).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('Name a deployment with --environment'),
    });
  });
});

describe('alarms of CloudWatch', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.close();
  });

  /** CloudWatch that answers one call after the other. */
  async function cloudWatch(...answers: readonly { readonly status: number; readonly body: object }[]) {
    const asked: unknown[] = [];
    const left = [...answers];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        asked.push({ target: request.headers['x-amz-target'], ...JSON.parse(body) });
        const next = left.shift();
        response.writeHead(next?.status ?? 500).end(JSON.stringify(next?.body ?? {}));
      });
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const alarms = createAwsAlarms('dev', {
      region: 'eu-west-1',
      credentials: { accessKeyId: 'one', secretAccessKey: 'two' },
      endpoint: `http://127.0.0.1:${port}`,
    });
    return { alarms, asked };
  }

  const alarm = (AlarmName: string, StateTransitionedTimestamp: number) => ({
    AlarmName,
    AlarmDescription: 'text',
    StateValue: 'OK',
    StateTransitionedTimestamp,
  });

  it('are read to the last page, by name, without the windows of pages', async () => {
    const { alarms, asked } = await cloudWatch(
      { status: 200, body: { MetricAlarms: [alarm('freight-dev-b', 1_772_445_600)], NextToken: 'more' } },
      {
        status: 200,
        body: {
          MetricAlarms: [alarm('freight-dev-window-a-1h', 1_772_445_600)],
          CompositeAlarms: [alarm('freight-dev-a', 1_772_445_600)],
        },
      },
    );

    expect((await alarms.all()).map(({ name, since }) => [name, since])).toEqual([
      ['freight-dev-a', SINCE],
      ['freight-dev-b', SINCE],
    ]);
    expect(asked).toEqual([
      expect.objectContaining({
        target: 'GraniteServiceVersion20100801.DescribeAlarms',
        AlarmNamePrefix: 'freight-dev-',
        AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
      }),
      expect.objectContaining({ NextToken: 'more' }),
    ]);
    expect(await alarms.dashboard()).toContain('region=eu-west-1#dashboards/dashboard/freight-dev');
  });

  it('are shown on a dashboard by texts and graphs', async () => {
    const widgets = [
      { type: 'text', properties: { markdown: '# Traffic' } },
      { type: 'metric', properties: { title: 'Calls', metrics: [] } },
      { type: 'metric', properties: {} },
    ];
    const { alarms } = await cloudWatch({
      status: 200,
      body: { DashboardBody: JSON.stringify({ widgets }) },
    });
    expect(await alarms.shown()).toEqual([{ text: '# Traffic' }, { graph: 'Calls' }]);
  });

  it('say in a line why they cannot be read', async () => {
    const { alarms } = await cloudWatch({ status: 400, body: { __type: 'AccessDenied' } });
    await expect(alarms.all()).rejects.toThrow('CloudWatch rejected DescribeAlarms: AccessDenied.');
  });
});

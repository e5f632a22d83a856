import { Token } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  CfnAlarm,
  CfnCompositeAlarm,
  Dashboard,
  type IWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type { TableName } from '../../functions/definition-types.ts';
import { chunk } from '../../shared/platform/collections/chunk.ts';
import { SEVERITIES } from '../alarms/alerting.ts';
import type { MeasuredApi } from '../alarms/endpoint-metrics.ts';
import type { MonitoredFunction } from '../parameters/monitored-resources.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import type { EnvironmentSettings, Severity } from '../settings/environments.ts';
import { runbookLink } from '../settings/runbook-sections.ts';
import { costRows } from './cost-rows.ts';
import { deliveryRows } from './delivery-rows.ts';
import { FULL_WIDTH, heading } from './graph.ts';
import { queryWidget } from './log-queries.ts';
import { marketRows } from './market-rows.ts';
import { probeRows } from './probe-rows.ts';
import { rfpRows } from './rfp-rows.ts';
import { SAVED_QUERIES } from './saved-queries.ts';
import { searchRows } from './search-rows.ts';
import { authorizerRows, trafficRows } from './traffic-rows.ts';

export interface ServiceDashboardProps {
  readonly settings: EnvironmentSettings;
  readonly api: MeasuredApi;
  /** Returns the deployed name of a table. */
  readonly table: (name: TableName) => string;
}

/** Limit of a status widget; more alarms get another widget. */
const MAX_ALARMS = 100;

/** What the rows of alarms leave out. */
const NOT_SHOWN: Readonly<Record<EnvironmentSettings['release'], string>> = {
  canary:
    '. Not below: alarms of a release, named freight-ENVIRONMENT-ticket-api-release and -webhooks-release, which CodeDeploy shows.',
  direct: '',
  'at-once': '',
};

/** Dashboard of the service, from caller metrics to costs. Create it after all alarms, since it shows their states. */
export class ServiceDashboard extends Construct {
  /** The runbook names it. */
  readonly dashboardName: string;

  constructor(scope: Construct, id: string, { settings, api, table }: ServiceDashboardProps) {
    super(scope, id);
    const { name, runbookUrl: runbook, terminalSearch, version } = settings;
    const names = parameterNames(name);
    // Looks up only parameters that the dashboard uses: CloudFormation resolves every declared parameter.
    const lookUp = (parameter: string) => StringParameter.valueForStringParameter(this, parameter);
    const functionName = (monitored: MonitoredFunction) => lookUp(names.functionName(monitored));
    const query = (title: string, key: keyof typeof SAVED_QUERIES, width: number) =>
      queryWidget(this, title, SAVED_QUERIES[key], width);
    const rows: (readonly IWidget[])[] = [
      [
        new TextWidget({
          markdown: `# Freight rates and quotes: ${name}\nVersion ${version}. [Runbook: what to do when an alarm is active](${runbook})${NOT_SHOWN[settings.release]}`,
          width: FULL_WIDTH,
          height: 2,
        }),
      ],
      ...SEVERITIES.flatMap((severity) => this.alarmStatus(settings, severity)),
      ...trafficRows(api, runbook, settings.operationMetrics),
      ...authorizerRows(functionName('authorizer'), runbook, [
        query('rejected calls, by status and type', 'rejectedCalls', 12),
      ]),
      [heading('Usage near its limits', runbookLink(runbook, 'organizations-near-their-usage-limit'))],
      [
        query('organizations at 80% or more of their monthly limit', 'usage', 12),
        query('throttled calls, the 50 highest counts', 'throttledCalls', 12),
      ],
      ...deliveryRows({
        functionName,
        queueArn: (queue) => lookUp(names.queueArn(queue)),
        runbook,
        queries: [query('attempts of the 50 organizations with most failures', 'deliveries', 12)],
      }),
      ...(settings.probeMinutes === undefined ? [] : probeRows(functionName('probe'), runbook)),
      ...searchRows(
        functionName('search-terminals'),
        runbook,
        terminalSearch === 'embedded' ? undefined : lookUp(names.searchDomainArn),
      ),
      ...marketRows(functionName('import-market'), runbook, [query('the newest 100 uploads', 'uploads', 12)]),
      ...rfpRows({
        functionName,
        queueArn: (queue) => lookUp(names.queueArn(queue)),
        runbook,
        queries: [query('the newest 100 lines about RFPs', 'rfps', 8)],
      }),
      ...costRows(this, { api, table, prefix: `freight-${name}`, runbook }),
    ];
    this.dashboardName = `freight-${name}`;
    new Dashboard(this, 'Dashboard', {
      dashboardName: this.dashboardName,
      widgets: rows.map((row) => [...row]),
    });
  }

  /** Rows with the states of all alarms of a severity, found by name in all stacks. */
  private alarmStatus({ name }: EnvironmentSettings, severity: Severity): IWidget[][] {
    const alarmNames = this.node.root.node
      .findAll()
      .flatMap((construct) => {
        if (construct instanceof CfnAlarm) return construct.alarmName ?? '';
        return construct instanceof CfnCompositeAlarm ? (construct.alarmName ?? '') : [];
      })
      // Alarms of a release have names with versions, which are unknown here: the text at the top names them.
      .filter((alarmName) => !Token.isUnresolved(alarmName))
      .filter((alarmName) => alarmName.startsWith(`freight-${name}-${severity}-`));
    return chunk(alarmNames, MAX_ALARMS).map((part) => [
      new AlarmStatusWidget({
        title: severity,
        alarms: part.map((alarmName) => Alarm.fromAlarmName(this, alarmName, alarmName)),
        width: FULL_WIDTH,
        height: severity === 'page' ? 3 : 6,
      }),
    ]);
  }
}

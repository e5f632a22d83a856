import { Token } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  CfnAlarm,
  Dashboard,
  type IWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { SEVERITIES } from '../alarms/alerting.ts';
import type { MeasuredApi } from '../alarms/endpoint-metrics.ts';
import type { TableName } from '../functions/function-definition.ts';
import type { MonitoredFunction } from '../parameters/monitored-resources.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import type { EnvironmentSettings, Severity } from '../settings/environments.ts';
import { costRows } from './cost-rows.ts';
import { deliveryRows } from './delivery-rows.ts';
import { FULL_WIDTH, heading } from './graph.ts';
import { queryWidget } from './log-queries.ts';
import { marketRows } from './market-rows.ts';
import { SAVED_QUERIES } from './saved-queries.ts';
import { searchRows } from './search-rows.ts';
import { authorizerRows, trafficRows } from './traffic-rows.ts';

export interface ServiceDashboardProps {
  readonly settings: EnvironmentSettings;
  readonly api: MeasuredApi;
  /** Returns the deployed name of a table. */
  readonly table: (name: TableName) => string;
}

/** Limit of a status widget. */
const MAX_ALARMS = 100;

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
          markdown: `# Freight rates and quotes: ${name}\nVersion ${version}. [Runbook: what to do when an alarm is active](${runbook})`,
          width: FULL_WIDTH,
          height: 2,
        }),
      ],
      ...SEVERITIES.map((severity) => [this.alarmStatus(settings, severity)]),
      ...trafficRows(api, runbook),
      ...authorizerRows(functionName('authorizer'), runbook, [
        query('rejected calls, by status and type', 'rejectedCalls', 12),
      ]),
      [heading('Usage near its limits', `${runbook}#organizations-near-their-usage-limit`)],
      [
        query('organizations at 80% or more of their monthly limit', 'usage', 12),
        query('throttled calls', 'throttledCalls', 12),
      ],
      ...deliveryRows({
        functionName,
        queueArn: (queue) => lookUp(names.queueArn(queue)),
        runbook,
        queries: [query('attempts by organization', 'deliveries', 12)],
      }),
      ...searchRows(
        functionName('search-terminals'),
        runbook,
        terminalSearch === 'embedded' ? undefined : lookUp(names.searchDomainArn),
      ),
      ...(settings.uploads
        ? marketRows(functionName('import-market'), runbook, [query('uploads', 'uploads', 12)])
        : []),
      ...costRows(this, { api, table, prefix: `freight-${name}`, runbook }),
    ];
    this.dashboardName = `freight-${name}`;
    new Dashboard(this, 'Dashboard', {
      dashboardName: this.dashboardName,
      widgets: rows.map((row) => [...row]),
    });
  }

  /** The states of all alarms of a severity, found by name in all stacks. */
  private alarmStatus({ name }: EnvironmentSettings, severity: Severity): AlarmStatusWidget {
    const alarmNames = this.node.root.node
      .findAll()
      .filter((construct) => construct instanceof CfnAlarm)
      .map(({ alarmName = '' }) => alarmName)
      // Alarms of a release have names with versions, which are unknown here; the release itself reports them.
      .filter((alarmName) => !Token.isUnresolved(alarmName))
      .filter((alarmName) => alarmName.startsWith(`freight-${name}-${severity}-`));
    return new AlarmStatusWidget({
      title: severity,
      alarms: alarmNames
        .slice(0, MAX_ALARMS)
        .map((alarmName) => Alarm.fromAlarmName(this, alarmName, alarmName)),
      width: FULL_WIDTH,
      height: severity === 'page' ? 3 : 6,
    });
  }
}

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
import { parameterNames } from '../parameters/parameter-names.ts';
import type { WatchedFunction } from '../parameters/watched.ts';
import type { EnvironmentSettings, Severity } from '../settings/environments.ts';
import { costRows } from './cost-rows.ts';
import { deliveryRows } from './delivery-rows.ts';
import { heading, WHOLE } from './graph.ts';
import { queryWidget } from './log-queries.ts';
import { marketRows } from './market-rows.ts';
import { SAVED_QUERIES } from './saved-queries.ts';
import { searchRows } from './search-rows.ts';
import { authorizerRows, trafficRows } from './traffic-rows.ts';

export interface ServiceDashboardProps {
  readonly settings: EnvironmentSettings;
  readonly api: MeasuredApi;
  /** The name of each table. */
  readonly table: (name: TableName) => string;
}

/** A status widget shows no more. */
const MOST_ALARMS = 100;

/** One page, from what callers see down to what it costs. To be made after all alarms: it shows how they stand. */
export class ServiceDashboard extends Construct {
  /** By its name a person finds it, and the runbook links it. */
  readonly dashboardName: string;

  constructor(scope: Construct, id: string, { settings, api, table }: ServiceDashboardProps) {
    super(scope, id);
    const { name, runbookUrl: runbook, terminalSearch } = settings;
    const names = parameterNames(name);
    // Only what is shown: a parameter that nothing refers to would be asked for all the same.
    const lookUp = (parameter: string) => StringParameter.valueForStringParameter(this, parameter);
    const functionName = (watched: WatchedFunction) => lookUp(names.functionName(watched));
    const query = (title: string, key: keyof typeof SAVED_QUERIES, width: number) =>
      queryWidget(this, title, SAVED_QUERIES[key], width);
    const rows: (readonly IWidget[])[] = [
      [
        new TextWidget({
          markdown: `# Freight rates and quotes: ${name}\n[What to do when an alarm rings](${runbook})`,
          width: WHOLE,
          height: 2,
        }),
      ],
      ...SEVERITIES.map((severity) => [this.alarmStatus(settings, severity)]),
      ...trafficRows(api, runbook),
      ...authorizerRows(functionName('authorizer'), runbook, [query('refused, by kind', 'refusals', 12)]),
      [heading('Usage near its limits', `${runbook}#organizations-near-their-usage-limit`)],
      [
        query('organizations at 80% or more of their month', 'usage', 12),
        query('throttled', 'throttledCalls', 12),
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

  /** How all alarms of a severity stand, in whatever stack they are: by their names. */
  private alarmStatus({ name }: EnvironmentSettings, severity: Severity): AlarmStatusWidget {
    const alarmNames = this.node.root.node
      .findAll()
      .filter((construct) => construct instanceof CfnAlarm)
      .map(({ alarmName = '' }) => alarmName)
      // Those that are named for versions are not known here: they ring during a release, which tells of itself.
      .filter((alarmName) => !Token.isUnresolved(alarmName))
      .filter((alarmName) => alarmName.startsWith(`freight-${name}-${severity}-`));
    return new AlarmStatusWidget({
      title: severity,
      alarms: alarmNames
        .slice(0, MOST_ALARMS)
        .map((alarmName) => Alarm.fromAlarmName(this, alarmName, alarmName)),
      width: WHOLE,
      height: severity === 'page' ? 3 : 6,
    });
  }
}

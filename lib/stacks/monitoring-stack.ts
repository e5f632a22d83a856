import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { AccountAlarms } from '../alarms/account-alarms.ts';
import { AlarmTopics } from '../alarms/alarm-topics.ts';
import type { MeasuredApi } from '../alarms/endpoint-metrics.ts';
import { addProbeAlarms } from '../alarms/probe-alarms.ts';
import { TableAlarms } from '../alarms/table-alarms.ts';
import { LogQueries } from '../monitoring/log-queries.ts';
import { MonthlyBudget } from '../monitoring/monthly-budget.ts';
import { ServiceDashboard } from '../monitoring/service-dashboard.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { publishedResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

/**
 * Dashboard, saved queries, the topics of all alarms, and alarms on tables and the account. It is deployed after the other
 * stacks, and no stack depends on it.
 */
export class MonitoringStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    settings: EnvironmentSettings,
    api: MeasuredApi,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const { table } = publishedResources(this, settings);
    const sweep = parameterNames(settings.name).functionName('sweep-due-deliveries');
    const topics = new AlarmTopics(this, 'Topics', settings);
    new TableAlarms(this, 'Tables', table);
    new AccountAlarms(this, 'Account', StringParameter.valueForStringParameter(this, sweep));
    if (settings.probeMinutes !== undefined) {
      const probe = parameterNames(settings.name).functionName('probe');
      addProbeAlarms(
        new Construct(this, 'Probe'),
        StringParameter.valueForStringParameter(this, probe),
        settings.probeMinutes,
      );
    }
    if (settings.monitoring === 'whole') new LogQueries(this, 'Queries');
    if (settings.monthlyBudgetUsd !== undefined) {
      new MonthlyBudget(this, 'MonthlyBudget', settings.monthlyBudgetUsd, topics);
    }
    const { dashboardName } = new ServiceDashboard(this, 'Service', { settings, api, table });
    new CfnOutput(this, 'Dashboard', {
      value: `https://${this.region}.console.aws.amazon.com/cloudwatch/home?region=${this.region}#dashboards/dashboard/${dashboardName}`,
      description: 'Dashboard of the service',
    });
  }
}

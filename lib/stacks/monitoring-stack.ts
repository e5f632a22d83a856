import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AlarmTopics } from '../alarms/alarm-topics.ts';
import type { MeasuredApi } from '../alarms/service-metrics.ts';
import { WorkAlarms } from '../alarms/work-alarms.ts';
import { LogQueries } from '../monitoring/log-queries.ts';
import { MonthlyBudget } from '../monitoring/monthly-budget.ts';
import { ServiceDashboard } from '../monitoring/service-dashboard.ts';
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
    const topics = new AlarmTopics(this, 'Topics', settings);
    new WorkAlarms(this, 'Work', settings);
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

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct, type IDependable } from 'constructs';
import { AlarmTopics } from '../alarms/alarm-topics.ts';
import { alertingOf, topicArn } from '../alarms/alerting.ts';
import type { MeasuredApi } from '../alarms/service-metrics.ts';
import { WorkAlarms } from '../alarms/work-alarms.ts';
import { LogQueries } from '../monitoring/log-queries.ts';
import { ServiceDashboard } from '../monitoring/service-dashboard.ts';
import { publishedResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

/** Thresholds in percent of the budget, for the actual cost and for the forecast of the month. */
const THRESHOLDS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/**
 * A budget for all resources with the tag of the environment; it is free of charge. Activate the tag once as a cost
 * allocation tag, in the account that pays.
 */
class MonthlyBudget extends Construct {
  /** @param topics its subscribers: the topics, and the policies by which AWS Budgets may publish to them. */
  constructor(scope: Construct, id: string, usd: number, topics: IDependable) {
    super(scope, id);
    const { name } = alertingOf(this);
    const address = topicArn(this, 'ticket');
    const budget = new CfnBudget(this, 'Budget', {
      budget: {
        // Budget messages contain only this name; the runbook has a section with it.
        budgetName: `freight-${name}-ticket-monthly-budget`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usd, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:environment$${name}`] },
      },
      notificationsWithSubscribers: THRESHOLDS.map((threshold) => ({
        notification: { ...threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'SNS', address }],
      })),
    });
    // The address names the topic without a reference, so CloudFormation would create both in any order.
    budget.node.addDependency(topics);
  }
}

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

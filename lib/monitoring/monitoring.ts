import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { Construct, type IDependable } from 'constructs';
import type { AnyQueueName, QueueName } from '../../functions/definition-types.ts';
import { AlarmTopics } from '../alarms/alarm-topics.ts';
import { alertingOf, topicArn } from '../alarms/alerting.ts';
import type { MeasuredApi } from '../alarms/service-metrics.ts';
import { WorkAlarms } from '../alarms/work-alarms.ts';
import type { QueueWithDeadLetters } from '../constructs/queue-with-dead-letters.ts';
import type { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { type LogGroups, queryText, SAVED_QUERIES, type SavedQuery } from './saved-queries.ts';
import { ServiceDashboard } from './service-dashboard.ts';

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

/** What the dashboard, saved queries and alarms of an environment observe. */
export interface Monitored {
  readonly api: MeasuredApi;
  readonly functions: readonly ServiceFunction[];
  readonly queues: Readonly<Record<QueueName, QueueWithDeadLetters>>;
  readonly resources: ServiceResources;
  readonly logGroups: LogGroups;
}

/** Dashboard, saved queries, the topics of all alarms, and alarms on work, tables and the account: after all other alarms and queues. */
export function addMonitoring(stack: Stack, settings: EnvironmentSettings, monitored: Monitored): void {
  const topics = new AlarmTopics(stack, 'Topics', settings);
  const functionName = (name: string) => {
    const found = monitored.functions.find(({ definition }) => definition.function === name);
    if (found === undefined) throw new Error(`There is no function ${name}.`);
    return found.lambda.functionName;
  };
  const queueName = (name: AnyQueueName) => {
    const { queue, deadLetters } = monitored.queues[name.replace(/-dlq$/, '') as QueueName];
    return (name.endsWith('-dlq') ? deadLetters : queue).queueName;
  };
  const names = { settings, functionName, queueName };
  new WorkAlarms(stack, 'Work', names);
  if (settings.monitoring === 'whole') {
    // The queries of the runbook, in a folder of Logs Insights.
    for (const query of Object.values<SavedQuery>(SAVED_QUERIES)) {
      new CfnQueryDefinition(stack, `Query-${query.name}`, {
        name: `freight/${settings.name}/${query.name}`,
        queryString: queryText(query),
        logGroupNames: query.sources.map((source) => monitored.logGroups[source]),
      });
    }
  }
  if (settings.monthlyBudgetUsd !== undefined) {
    new MonthlyBudget(stack, 'MonthlyBudget', settings.monthlyBudgetUsd, topics);
  }
  const { dashboardName } = new ServiceDashboard(stack, 'Service', { ...names, ...monitored });
  new CfnOutput(stack, 'Dashboard', {
    value: `https://${stack.region}.console.aws.amazon.com/cloudwatch/home?region=${stack.region}#dashboards/dashboard/${dashboardName}`,
    description: 'Dashboard of the service',
  });
}

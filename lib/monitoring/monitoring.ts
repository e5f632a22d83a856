import { createHash } from 'node:crypto';
import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct, type IDependable } from 'constructs';
import type { AnyQueueName, QueueName } from '../../functions/definition-types.ts';
import { alertingOf, SEVERITIES, topicArn, topicName } from '../alarms/alerting.ts';
import type { MeasuredApi } from '../alarms/service-metrics.ts';
import { addWorkAlarms } from '../alarms/work-alarms.ts';
import { type QueueWithDeadLetters, queueNamed } from '../constructs/queue-with-dead-letters.ts';
import type { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { type LogGroups, SAVED_QUERIES } from './saved-queries.ts';
import { addServiceDashboard } from './service-dashboard.ts';

/** Services that publish to the topics: alarms and the budget. */
const PUBLISHING_SERVICES = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'];

/** One topic per severity with the subscribers of the settings, encrypted with a key that the publishing services can use. */
class AlarmTopics extends Construct {
  constructor(scope: Construct, id: string, settings: EnvironmentSettings) {
    super(scope, id);
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    const principals = PUBLISHING_SERVICES.map((service) => new ServicePrincipal(service));
    // The key that AWS manages for SNS does not allow access by other services.
    const key = new Key(this, 'Key', {
      description: `${settings.name}: alarm messages`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(7),
      // No stored data is encrypted with it.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        // No condition: AWS documents none for this call, and an alarm that cannot publish reports that only in its history.
        // The policies of the topics allow only this account.
      }),
    );
    for (const severity of SEVERITIES) {
      const topic = new Topic(this, severity, {
        // A fixed name, since alarms of all stacks publish to it: see alerting.ts.
        topicName: topicName(settings, severity),
        displayName: `freight ${settings.name} ${severity}`,
        masterKey: key,
        enforceSSL: true,
      });
      topic.addToResourcePolicy(
        new PolicyStatement({
          principals,
          actions: ['sns:Publish'],
          resources: [topic.topicArn],
          conditions,
        }),
      );
      for (const endpoint of settings.alarmSubscribers[severity]) {
        const protocol = endpoint.startsWith('https://') ? 'https' : 'email';
        // Named for its endpoint: with a position, the removal of one subscriber would replace those after it.
        const digest = createHash('sha256').update(endpoint).digest('hex').slice(0, 8);
        new CfnSubscription(this, `${severity}Subscriber${digest}`, {
          topicArn: topic.topicArn,
          protocol,
          endpoint,
        });
      }
    }
  }
}

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
  const queueName = (name: AnyQueueName) => queueNamed(monitored.queues, name).queueName;
  const names = { settings, functionName, queueName };
  addWorkAlarms(stack, names);
  if (settings.monitoring === 'whole') {
    // The queries of the runbook, in a folder of Logs Insights.
    for (const [name, query] of Object.entries(SAVED_QUERIES)) {
      new CfnQueryDefinition(stack, `Query-${name}`, {
        name: `freight/${settings.name}/${name}`,
        queryString: query.text,
        logGroupNames: query.sources.map((source) => monitored.logGroups[source]),
      });
    }
  }
  if (settings.monthlyBudgetUsd !== undefined) {
    new MonthlyBudget(stack, 'MonthlyBudget', settings.monthlyBudgetUsd, topics);
  }
  const dashboardName = addServiceDashboard(stack, { ...names, ...monitored });
  new CfnOutput(stack, 'Dashboard', {
    value: `https://${stack.region}.console.aws.amazon.com/cloudwatch/home?region=${stack.region}#dashboards/dashboard/${dashboardName}`,
    description: 'Dashboard of the service',
  });
}

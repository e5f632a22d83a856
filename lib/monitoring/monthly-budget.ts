import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct, type IDependable } from 'constructs';
import { alertingOf, topicArn } from '../alarms/alerting.ts';

/** Thresholds in percent of the budget, for the actual cost and for the forecast of the month. */
const THRESHOLDS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/**
 * A budget for all resources with the tag of the environment; it is free of charge. Activate the tag once as a cost
 * allocation tag, in the account that pays.
 */
export class MonthlyBudget extends Construct {
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

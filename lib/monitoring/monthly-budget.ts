import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
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
  constructor(scope: Construct, id: string, usd: number) {
    super(scope, id);
    const { name } = alertingOf(this);
    const address = topicArn(this, 'ticket');
    new CfnBudget(this, 'Budget', {
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
  }
}

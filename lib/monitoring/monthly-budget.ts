import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import { alertingOf, topicArn } from '../alarms/alerting.ts';

/** Percent of the budget: what was spent, and what will have been by the end of the month. */
const MARKS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/**
 * A budget of what carries the environment's tag, which costs nothing. The tag must be activated once, in the account
 * that pays, as a cost allocation tag.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, usd: number) {
    super(scope, id);
    const { name } = alertingOf(this);
    const address = topicArn(this, 'ticket');
    new CfnBudget(this, 'Budget', {
      budget: {
        // No more than this is in its messages: the runbook has a page of that name.
        budgetName: `freight-${name}-ticket-monthly-budget`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usd, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:environment$${name}`] },
      },
      notificationsWithSubscribers: MARKS.map((mark) => ({
        notification: { ...mark, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'SNS', address }],
      })),
    });
  }
}

import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type AlarmText, type WindowPair, windowedPage } from './service-alarm.ts';

/** A rate at which the error budget of 30 days is spent, over two windows. */
interface BurnRate {
  /** 1 spends the budget in exactly 30 days. */
  readonly rate: number;
  readonly longMinutes: number;
  /** Ends the page soon after the cause ends. */
  readonly shortMinutes: number;
}

/**
 * Multi-window burn rates of the Google SRE Workbook, "Alerting on SLOs", table 5-8 (https://sre.google/workbook/alerting-on-slos/):
 * 2% of the budget in an hour, 5% in six hours.
 */
export const FAST_BURN: BurnRate = { rate: 14.4, longMinutes: 60, shortMinutes: 5 };
export const SLOW_BURN: BurnRate = { rate: 6, longMinutes: 360, shortMinutes: 30 };

/** Fewer bad calls in a long window send no page: with little traffic a few calls are a large ratio. */
export const MIN_BAD = 5;

/** Metric math of a ratio: names of `metrics` in expressions that count calls or deliveries. */
export interface BadRatio {
  /** Without periods; at most ten, the limit of CloudWatch. */
  readonly metrics: Readonly<Record<string, Metric>>;
  readonly bad: string;
  readonly all: string;
}

export interface BurnRatePage {
  readonly ratio: BadRatio;
  readonly objectivePercent: number;
  readonly rates: readonly BurnRate[];
  readonly text: Omit<AlarmText, 'severity'>;
}

/** A page while the error budget of an objective burns at one of the rates in both windows. */
export function burnRatePage(
  scope: Construct,
  id: string,
  { ratio, objectivePercent, rates, text }: BurnRatePage,
): void {
  const { metrics, bad, all } = ratio;
  const window = (minutes: number, minBad: number, threshold: number) => {
    const period = Duration.minutes(minutes);
    return {
      id: minutes < 60 ? `-${minutes}m` : `-${minutes / 60}h`,
      threshold,
      metric: new MathExpression({
        expression: `IF(${bad} >= ${minBad}, 100 * (${bad}) / (${all}), 0)`,
        label: 'percent bad',
        usingMetrics: Object.fromEntries(
          Object.entries(metrics).map(([name, metric]) => [name, metric.with({ period })]),
        ),
        period,
      }),
    };
  };
  const pairs = rates.map(({ rate, longMinutes, shortMinutes }): WindowPair => {
    // Without the errors of binary fractions, such as 1.4400000000000013.
    const threshold = Number((rate * (100 - objectivePercent)).toFixed(6));
    return [window(longMinutes, MIN_BAD, threshold), window(shortMinutes, 1, threshold)];
  });
  windowedPage(scope, id, text, pairs);
}

import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, type Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENDPOINTS } from '../../functions/definitions.ts';
import { type AlarmText, serviceAlarm } from './service-alarm.ts';
import {
  apiMetric,
  customMetric,
  type MeasuredApi,
  type MeasuredEndpoint,
  math,
  PERIOD,
} from './service-metrics.ts';

/** A rate at which the error budget of 30 days is spent; 1 spends it in exactly 30 days. */
interface BurnRate {
  readonly rate: number;
  readonly hours: number;
}

/**
 * Burn rates of the Google SRE Workbook, "Alerting on SLOs", table 5-8 (https://sre.google/workbook/alerting-on-slos/): 2% of
 * the budget in an hour, 5% in six hours. Without its short windows, which end a page sooner: they would double the alarms.
 */
const FAST_BURN: BurnRate = { rate: 14.4, hours: 1 };
const SLOW_BURN: BurnRate = { rate: 6, hours: 6 };

/** Fewer bad calls send no page: with little traffic a few calls are a large ratio. */
const MIN_BAD = 5;

/** Metric math of a ratio: `bad` and `all` are expressions over `metrics` that count calls or deliveries. */
interface Calls {
  /** Without periods; at most ten, the limit of CloudWatch. */
  readonly metrics: Readonly<Record<string, Metric>>;
  readonly bad: string;
  readonly all: string;
}

interface BurnRatePage {
  readonly ratio: Calls;
  readonly objectivePercent: number;
  readonly rates: readonly BurnRate[];
  /** What is bad: "so many calls get 5xx". */
  readonly bad: string;
  readonly text: Omit<AlarmText, 'severity' | 'happened'>;
}

/** A page for each rate at which the error budget of an objective burns. */
function burnRatePages(
  scope: Construct,
  id: string,
  { ratio: { metrics, bad, all }, objectivePercent, rates, bad: what, text }: BurnRatePage,
): void {
  for (const { rate, hours } of rates) {
    const period = Duration.hours(hours);
    const percent = math(
      `IF(${bad} >= ${MIN_BAD}, 100 * (${bad}) / (${all}), 0)`,
      'percent bad',
      Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, metric.with({ period })])),
      period,
    );
    const happened = `${what} that the objective of ${objectivePercent}% is at risk: ${rate} times the allowed ratio in ${hours} h. Fewer than ${MIN_BAD} send no page.`;
    serviceAlarm(
      scope,
      `${id}-${hours}hAlarm`,
      percent,
      { severity: 'page', happened, ...text },
      // Without the errors of binary fractions, such as 1.4400000000000013.
      { threshold: Number((rate * (100 - objectivePercent)).toFixed(6)), evaluationPeriods: 1 },
    );
  }
}

/** Service level objectives of operations, each over 30 days. */
interface OperationObjective {
  /** Names the operations in the alarm text. */
  readonly title: string;
  /** Percent of calls that are not answered with 5xx. */
  readonly availablePercent: number;
  /** Percent of calls that are answered within `fastMs`. */
  readonly fastPercent: number;
  /** Milliseconds at the gateway, with cold starts. */
  readonly fastMs: number;
}

type ObjectiveName = 'pricing' | 'other';

/**
 * API Gateway and Lambda commit to 99.95% each, and DynamoDB to 99.99% (aws.amazon.com/legal/service-level-agreements,
 * November 2026), 99.89% together: an objective above 99.9% would page for AWS. A caller cannot continue without a price.
 * Other calls can be repeated later: 99.5% pages only if an outage lasts. Cold starts stay below the limits of latency.
 */
const OPERATION_OBJECTIVES: Readonly<Record<ObjectiveName, OperationObjective>> = {
  pricing: { title: 'Rates and new quotes', availablePercent: 99.9, fastPercent: 99, fastMs: 6_000 },
  other: {
    title: 'Operations except rates and new quotes',
    availablePercent: 99.5,
    fastPercent: 99,
    fastMs: 3_000,
  },
};

const PRICING_ENDPOINTS = ENDPOINTS.filter(({ objective }) => objective === 'pricing');
const WITHOUT_LATENCY_OBJECTIVE = ENDPOINTS.filter(({ objective }) => objective === 'availability');

/**
 * Deliveries that their receiver accepts at the first attempt: 99% of them within 10 minutes of the event. The time of
 * failed attempts, and of limits of the organization or receiver, belongs to the receiver and does not count.
 */
const DELIVERY_OBJECTIVE = { inTimePercent: 99, inTimeSeconds: 600 } as const;

/** API Gateway answers it itself. Frequent uptime checks would hide the errors of the operations. */
const HEALTH: MeasuredEndpoint = { method: 'GET', path: '/health', function: 'health' };

/** Operations whose own metrics the objectives need; API Gateway charges them as custom metrics. */
export const MEASURED_METHODS: readonly string[] = [
  ...PRICING_ENDPOINTS,
  ...WITHOUT_LATENCY_OBJECTIVE,
  HEALTH,
].map(({ path, method }) => `${path}/${method}`);

/** Counts calls by a pair of metrics. */
type Counting = (id: string, endpoint?: MeasuredEndpoint) => Calls;

const sumOf = (each: readonly Calls[], part: 'bad' | 'all') => each.map((calls) => calls[part]).join(' + ');

/** Calls that are answered with 5xx; without an operation, those of the whole API. */
const countErrors =
  (api: MeasuredApi): Counting =>
  (id, endpoint) => ({
    metrics: {
      [`errors${id}`]: apiMetric(api, '5XXError', 'Sum', '5xx', endpoint),
      [`calls${id}`]: apiMetric(api, 'Count', 'SampleCount', 'calls', endpoint),
    },
    bad: `FILL(errors${id}, 0)`,
    all: `FILL(calls${id}, 0)`,
  });

/** What takes longer than a limit, by the percentile rank of the limit. */
function countLate(fast: string, count: string, limit: number, metric: (statistic: string) => Metric): Calls {
  const all = `FILL(${count}, 0)`;
  return {
    metrics: { [fast]: metric(`PR(:${limit})`), [count]: metric('SampleCount') },
    bad: `${all} * (1 - FILL(${fast}, 100) / 100)`,
    all,
  };
}

const countSlow =
  (api: MeasuredApi, fastMs: number): Counting =>
  (id, endpoint) =>
    countLate(`fast${id}`, `calls${id}`, fastMs, (statistic) =>
      apiMetric(api, 'Latency', statistic, 'latency', endpoint),
    );

/** The ratio of an objective: of the operations of `pricing`, or of all operations without `excluded`. */
function ratioOf(name: ObjectiveName, count: Counting, excluded: readonly MeasuredEndpoint[]): Calls {
  const operations = (name === 'pricing' ? PRICING_ENDPOINTS : excluded).map((endpoint, index) =>
    count(String(index), endpoint),
  );
  const api = count('OfApi');
  const metrics = Object.assign({}, ...operations.map((each) => each.metrics));
  if (name === 'pricing') return { metrics, bad: sumOf(operations, 'bad'), all: sumOf(operations, 'all') };
  const without = (part: 'bad' | 'all') =>
    operations.length === 0 ? api[part] : `${api[part]} - (${sumOf(operations, part)})`;
  return { metrics: { ...api.metrics, ...metrics }, bad: without('bad'), all: without('all') };
}

/** Pages on the error budgets of availability and latency. */
export class ObjectiveAlarms extends Construct {
  /** @param byOperation whether the API has metrics of each operation; otherwise one objective covers all of them. */
  constructor(scope: Construct, id: string, api: MeasuredApi, byOperation: boolean) {
    super(scope, id);
    const names: readonly ObjectiveName[] = byOperation ? ['pricing', 'other'] : ['other'];
    const pricing = byOperation ? PRICING_ENDPOINTS : [];
    for (const name of names) {
      const { title, availablePercent, fastPercent, fastMs } = OPERATION_OBJECTIVES[name];
      const operations = byOperation ? title : 'All operations';
      burnRatePages(this, `${name}Available`, {
        ratio: ratioOf(name, countErrors(api), byOperation ? [...pricing, HEALTH] : pricing),
        objectivePercent: availablePercent,
        rates: [FAST_BURN, SLOW_BURN],
        bad: `${operations}: so many calls get 5xx`,
        text: {
          first: 'saved query failures.',
          impact: 'calls fail because of an error in the service, and callers retry them.',
          runbook: 'the-api-answers-500',
        },
      });
      // Operations that wait for receivers cannot be left out without their own metrics.
      if (!byOperation) continue;
      burnRatePages(this, `${name}Fast`, {
        ratio: ratioOf(name, countSlow(api, fastMs), [...pricing, ...WITHOUT_LATENCY_OBJECTIVE]),
        objectivePercent: fastPercent,
        rates: [SLOW_BURN],
        bad: `${operations}: so many calls take longer than ${fastMs / 1000} seconds`,
        text: {
          first: 'saved query slow-calls.',
          impact: 'calls are slow, and callers may time out.',
          runbook: 'calls-are-slow',
        },
      });
    }
  }
}

/** A page on the error budget of deliveries in time. @param senders functions that send webhooks. */
export function addDeliveryObjective(scope: Construct, senders: readonly IFunction[]): void {
  const { inTimePercent, inTimeSeconds } = DELIVERY_OBJECTIVE;
  const counts = senders.map(({ functionName }, index) =>
    countLate(`inTime${index}`, `deliveries${index}`, inTimeSeconds, (statistic) =>
      customMetric(functionName, 'DeliveryDelay', statistic),
    ),
  );
  burnRatePages(scope, 'InTime', {
    ratio: {
      metrics: Object.assign({}, ...counts.map(({ metrics }) => metrics)),
      bad: sumOf(counts, 'bad'),
      all: sumOf(counts, 'all'),
    },
    objectivePercent: inTimePercent,
    rates: [FAST_BURN, SLOW_BURN],
    bad: `So many deliveries take longer than ${inTimeSeconds / 60} minutes`,
    text: {
      first: 'saved query deliveries-unfinished.',
      impact: 'receivers that accept webhooks at once get them late; none is lost.',
      runbook: 'deliveries-are-overdue',
    },
  });
}

/** The sweep replaces a lost delivery message within a minute; a longer wait is late. */
const LATE_SECONDS = 300;

/** Fewer attempts in five minutes are too small a sample. */
const MIN_ATTEMPTS = 50;

export interface DeliveryAlarmsProps {
  readonly sweep: IFunction;
  /** Functions that send webhooks. */
  readonly senders: readonly IFunction[];
  readonly publisher: IFunction;
  readonly events: IQueue;
}

/** Alarms on the delivery of events, from the stream of the quotes table to the last attempt. */
export function addDeliveryAlarms(scope: Construct, props: DeliveryAlarmsProps): void {
  const { sweep, senders, publisher, events } = props;
  serviceAlarm(
    scope,
    'DeliveriesLateAlarm',
    math(
      // The sweep runs every minute: without its metric, it does not run.
      `MAX([FILL(due, ${12 * LATE_SECONDS}), FILL(waiting, 0), FILL(changes, 0) / 1000])`,
      'seconds late',
      {
        due: customMetric(sweep.functionName, 'OldestDue', 'Maximum'),
        waiting: events.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'Maximum' }),
        changes: publisher.metric('IteratorAge', { period: PERIOD, statistic: 'Maximum' }),
      },
    ),
    {
      severity: 'page',
      happened:
        'Quote changes, events or due deliveries are more than 5 minutes late, or the delivery sweep does not run; the graph of the alarm shows which.',
      impact:
        'receivers get webhooks late. Changes are lost after 24 hours, events after 4 days, deliveries after 30 days.',
      first: 'saved query deliveries-unfinished, then events-not-dispatched.',
      runbook: 'deliveries-are-overdue',
    },
    {
      threshold: LATE_SECONDS,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.BREACHING,
    },
  );

  const sumOf = (outcome: 'succeeded' | 'failed') =>
    `(${senders.map((_, index) => `FILL(${outcome}${index}, 0)`).join(' + ')})`;
  const attempts = `(${sumOf('succeeded')} + ${sumOf('failed')})`;
  serviceAlarm(
    scope,
    'AttemptsFailAlarm',
    math(
      `IF(${attempts} >= ${MIN_ATTEMPTS}, 100 * ${sumOf('succeeded')} / ${attempts}, 100)`,
      'percent of attempts that succeed',
      Object.fromEntries(
        senders.flatMap(({ functionName }, index) => [
          [`succeeded${index}`, customMetric(functionName, 'AttemptsSucceeded', 'Sum')],
          [`failed${index}`, customMetric(functionName, 'AttemptsFailed', 'Sum')],
        ]),
      ),
    ),
    {
      severity: 'ticket',
      happened: 'Fewer than 50% of webhook attempts have succeeded for 15 minutes.',
      impact:
        'receivers get their webhooks at a later attempt; a webhook whose six attempts all fail is not delivered.',
      first: 'saved query deliveries-by-organization.',
      runbook: 'most-attempts-fail',
    },
    { threshold: 50, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD, evaluationPeriods: 3 },
  );
}

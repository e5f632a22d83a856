import type { Alarm, AlarmMetric, CompositeAlarm } from './alarms.ts';
import { evaluateMath } from './metric-math.ts';

type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

/** Samples of a metric, one list per minute; the list is empty for a minute without samples. */
export type Samples = readonly (readonly number[])[];

/** Recorded metrics by their IDs in the alarm; omitted metrics have no samples. */
export type Recording = Readonly<Record<string, Samples>>;

/** If values are missing, CloudWatch evaluates more periods than the alarm requests. */
const LOOKED_BACK_FURTHER = 2;

const STATISTICS: Readonly<Record<string, (samples: readonly number[]) => number>> = {
  Sum: (samples) => samples.reduce((sum, sample) => sum + sample, 0),
  SampleCount: (samples) => samples.length,
  Maximum: (samples) => Math.max(...samples),
  Minimum: (samples) => Math.min(...samples),
  Average: (samples) => samples.reduce((sum, sample) => sum + sample, 0) / samples.length,
};

function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Percentage of the samples that do not exceed a limit. */
const percentileRank = (samples: readonly number[], limit: number) =>
  (100 * samples.filter((sample) => sample <= limit).length) / samples.length;

function measureOf(statistic: string): (samples: readonly number[]) => number {
  const [, percent] = /^p(\d+)$/.exec(statistic) ?? [];
  if (percent !== undefined) return (all) => percentile(all, Number(percent));
  const [, limit] = /^PR\(:(\d+)\)$/.exec(statistic) ?? [];
  if (limit !== undefined) return (all) => percentileRank(all, Number(limit));
  const measure = STATISTICS[statistic];
  if (measure === undefined) throw new Error(`the statistic ${statistic} is not known here`);
  return measure;
}

/** Values of a metric, one per period; undefined without a sample. */
function valuesOf({ statistic, period }: AlarmMetric, samples: Samples, periods: number) {
  const minutes = period / 60;
  const measure = measureOf(statistic);
  return Array.from({ length: periods }, (_, at) => {
    const inPeriod = samples.slice(at * minutes, (at + 1) * minutes).flat();
    return inPeriod.length === 0 ? undefined : measure(inPeriod);
  });
}

const COMPARISONS: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};

type Rule = Pick<Alarm, 'evaluationPeriods' | 'datapointsToAlarm' | 'treatMissingData'>;

/**
 * The state of an alarm from its newest datapoints, by the tables of the CloudWatch user guide ("Configuring how alarms
 * treat missing data").
 * @param datapoints oldest first: whether each is breaching; undefined if it is missing.
 */
export function stateOf(
  { evaluationPeriods, datapointsToAlarm, treatMissingData }: Rule,
  datapoints: readonly (boolean | undefined)[],
): AlarmState {
  const there = datapoints
    .slice(-(evaluationPeriods + LOOKED_BACK_FURTHER))
    .filter((breaching) => breaching !== undefined)
    .slice(-evaluationPeriods);
  const breaching = there.filter(Boolean).length;
  const filled = evaluationPeriods - there.length;
  switch (treatMissingData) {
    case 'notBreaching':
      return breaching >= datapointsToAlarm ? 'ALARM' : 'OK';
    case 'breaching':
      return breaching + filled >= datapointsToAlarm ? 'ALARM' : 'OK';
    case 'missing':
      if (there.length === 0) return 'INSUFFICIENT_DATA';
      return breaching >= Math.min(datapointsToAlarm, there.length) ? 'ALARM' : 'OK';
    default:
      throw new Error(`treating missing data as ${treatMissingData} is not known here`);
  }
}

/** The state of an alarm at the end of each of its periods, from recorded metrics. */
export function statesOver(
  alarm: Alarm,
  recording: Recording,
  quota?: number,
): readonly { readonly minute: number; readonly state: AlarmState }[] {
  const unknown = Object.keys(recording).filter((id) => !Object.hasOwn(alarm.metrics, id));
  if (unknown.length > 0) throw new Error(`${alarm.name} has no metric ${unknown.join(', ')}`);
  const compare = COMPARISONS[alarm.comparison];
  if (compare === undefined) throw new Error(`${alarm.comparison} is not known here`);
  const [seconds, ...others] = new Set(Object.values(alarm.metrics).map(({ period }) => period));
  if (seconds === undefined || others.length > 0) throw new Error(`${alarm.name} has several periods`);

  const minutes = Math.max(...Object.values(recording).map(({ length }) => length));
  const periods = Math.floor(minutes / (seconds / 60));
  const values = Object.entries(alarm.metrics).map(
    ([id, metric]) => [id, valuesOf(metric, recording[id] ?? [], periods)] as const,
  );
  const breaches = Array.from({ length: periods }, (_, at) => {
    const moment = {
      values: Object.fromEntries(values.map(([id, all]) => [id, all[at]])),
      ...(quota === undefined ? {} : { quota }),
    };
    const value = evaluateMath(alarm.expression, moment);
    return value === undefined ? undefined : compare(value, alarm.threshold);
  });
  return breaches.map((_, at) => ({
    minute: (at + 1) * (seconds / 60),
    state: stateOf(alarm, breaches.slice(0, at + 1)),
  }));
}

/** Whether the newest period of an alarm with one period is above its threshold, `minute` minutes after the start. */
function isActiveAt(alarm: Alarm, recording: Recording, minute: number): boolean {
  const unknown = Object.keys(recording).filter((id) => !Object.hasOwn(alarm.metrics, id));
  if (unknown.length > 0) throw new Error(`${alarm.name} has no metric ${unknown.join(', ')}`);
  if (alarm.evaluationPeriods !== 1) throw new Error(`${alarm.name} has several periods`);
  const compare = COMPARISONS[alarm.comparison];
  if (compare === undefined) throw new Error(`${alarm.comparison} is not known here`);
  const values = Object.entries(alarm.metrics).map(([id, { statistic, period }]) => {
    const samples = (recording[id] ?? []).slice(Math.max(0, minute - period / 60), minute).flat();
    return [id, samples.length === 0 ? undefined : measureOf(statistic)(samples)] as const;
  });
  const value = evaluateMath(alarm.expression, { values: Object.fromEntries(values) });
  return value !== undefined && compare(value, alarm.threshold);
}

/** The minutes in which a composite alarm is active; CloudWatch evaluates its windows each minute. */
export function minutesActive(
  { anyOf }: Pick<CompositeAlarm, 'anyOf'>,
  recording: Recording,
): readonly number[] {
  const minutes = Math.max(...Object.values(recording).map(({ length }) => length));
  return Array.from({ length: minutes }, (_, index) => index + 1).filter((minute) =>
    anyOf.some((group) => group.every((alarm) => isActiveAt(alarm, recording, minute))),
  );
}

import { daysBetween, dayText } from '../format/dates.ts';
import { counted } from '../format/numbers.ts';

interface Evidence {
  readonly level: string;
  /** null if the count must not be shown. */
  readonly observations: number | null;
  readonly asOf: string;
  readonly source: string;
  readonly score: number;
}

export interface ConfidenceGrade {
  readonly label: 'High' | 'Medium' | 'Low';
  readonly color: 'green' | 'yellow' | 'red';
}

export const MIN_HIGH = 70;
export const MIN_MEDIUM = 50;
/** A higher score has at least 8 loads of the lane from three contributors. Without own loads only: those are one contributor. */
const MAX_WITHOUT_CONTRIBUTORS = 62;
const MAX_CURRENT_DAYS = 28;

export function gradeOf(score: number): ConfidenceGrade {
  if (score >= MIN_HIGH) return { label: 'High', color: 'green' };
  if (score >= MIN_MEDIUM) return { label: 'Medium', color: 'yellow' };
  return { label: 'Low', color: 'red' };
}

const LEVELS: Readonly<Record<string, string>> = {
  lane: 'loads of this lane',
  zone: 'loads of nearby lanes (same zone)',
  state: 'loads from this market to the same state',
  region: 'loads of the freight region',
};

export function confidenceReasons(evidence: Evidence, today: string): string[] {
  const { level, observations, asOf, source, score } = evidence;
  if (level === 'model') {
    return [
      'No market level has enough loads. The rate comes from the cost model: distance, driver hours, fuel and fees.',
      `The diesel price of the model is from ${dayText(asOf)}.`,
    ];
  }
  const age = daysBetween(asOf, today);
  return [
    `The rate is based on ${LEVELS[level] ?? `loads of the level "${level}"`}.`,
    observations === null
      ? 'The number of loads is not shown, because it could identify a contributor.'
      : `${counted(observations, 'load')} count at that level.`,
    ...(source === 'own loads' ? [] : [contributorsText(score)]),
    age > MAX_CURRENT_DAYS
      ? `The newest load is from the week of ${dayText(asOf)}, ${age} days ago. Older loads lower the confidence.`
      : `The newest load is from the week of ${dayText(asOf)}.`,
    ...(SOURCES[source] === undefined ? [] : [SOURCES[source]]),
  ];
}

const contributorsText = (score: number): string =>
  score > MAX_WITHOUT_CONTRIBUTORS
    ? 'The loads of this lane are from three or more contributors.'
    : `A confidence above ${MAX_WITHOUT_CONTRIBUTORS} needs 8 loads of this lane from three contributors.`;

const SOURCES: Readonly<Record<string, string>> = {
  simulated: 'These loads are simulated. They show how the service works, and no carrier hauled them.',
  'own loads': 'The loads are of your organization only.',
  'reported loads': 'The loads are reported by organizations that share theirs.',
};

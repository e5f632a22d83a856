import { type NumberRange, numberError, numberIn } from '../format/typed-number.ts';
import { chargeErrors } from './charge-errors.ts';
import { isFilled, type RuleDraft, readRule } from './rule-draft.ts';
import { MILES, PERCENT, STEP, USD, VALIDITY_DAYS } from './strategy-limits.ts';

const LEAD_DAYS: NumberRange = { min: 0, max: 365, decimals: 0 };

export const MAX_RULES = 100;
/** In characters. */
export const MAX_NAME_LENGTH = 100;
export const MAX_TEXT_LENGTH = 200;

const NO_CONDITION = 'Enter at least one condition.';
const NO_TERM = 'Enter at least one term.';
const ANYWHERE = '*';

type Found = readonly (readonly [field: string, message: string | undefined])[];

/** What is wrong with rules, by the name that the API gives the field. The API decides whether places are known. */
export const ruleErrors = (rules: readonly RuleDraft[]): Found => {
  const names = rules.map(({ name }) => name.trim());
  return rules.flatMap((rule, index) => [
    [`rules[${index}].name`, nameError(names, index)] as const,
    ...conditionErrors(`rules[${index}].when`, rule),
    ...termErrors(`rules[${index}].terms`, rule),
  ]);
};

function nameError(names: readonly string[], index: number): string | undefined {
  const name = names[index] ?? '';
  if (name === '') return 'Enter a name. Quotes state it.';
  return names.indexOf(name) < index ? 'Another rule has this name.' : undefined;
}

const optional = (typed: string, range: NumberRange) =>
  isFilled(typed) ? numberError(typed, range) : undefined;

function conditionErrors(path: string, rule: RuleDraft): Found {
  const { minMiles, maxMiles, minLeadDays, maxLeadDays } = rule;
  return [
    [path, hasCondition(rule) ? undefined : NO_CONDITION],
    [`${path}.min_miles`, optional(minMiles, MILES)],
    [`${path}.max_miles`, optional(maxMiles, MILES) ?? orderError(minMiles, maxMiles)],
    [`${path}.min_lead_days`, optional(minLeadDays, LEAD_DAYS)],
    [`${path}.max_lead_days`, optional(maxLeadDays, LEAD_DAYS) ?? orderError(minLeadDays, maxLeadDays)],
  ];
}

/** Anywhere is not a condition. */
const hasCondition = (rule: RuleDraft): boolean =>
  Object.entries(readRule(rule).when).some(
    ([name, value]) => (name !== 'origin' && name !== 'destination') || value !== ANYWHERE,
  );

const orderError = (least: string, most: string): string | undefined =>
  numberIn(most) < numberIn(least) ? 'Enter at least the lower bound.' : undefined;

function termErrors(path: string, rule: RuleDraft): Found {
  const { percent, floor } = rule;
  const hasMargin = isFilled(percent) || isFilled(floor);
  return [
    [path, Object.keys(readRule(rule).terms).length === 0 ? NO_TERM : undefined],
    [`${path}.margin.percent`, hasMargin ? numberError(percent, PERCENT) : undefined],
    [`${path}.margin.floor`, hasMargin ? numberError(floor, USD) : undefined],
    [`${path}.rounding.to`, optional(rule.roundingStep, STEP)],
    [`${path}.validity_days`, optional(rule.validityDays, VALIDITY_DAYS)],
    ...chargeErrors(`${path}.accessorial_overrides`, rule.charges),
  ];
}

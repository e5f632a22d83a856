import {
  type Criterion,
  firstMatch,
  type LaneScope,
  scopeCriteria,
} from '../../contracts/rate/select-contract-rate.ts';
import { isCustomer, NO_CUSTOMER } from '../../customers/customer-names.ts';
import { weekdayOf } from '../../platform/time/utc-day.ts';
import {
  type AppliedRule,
  type PricingRule,
  type PricingStrategy,
  type QuotedMove,
  type QuotePrice,
  type RuleTerms,
  WEEKDAYS,
  type Weekday,
} from '../strategy/pricing-strategy.ts';

interface SelectedRule {
  readonly rule: PricingRule;
  readonly reason: string;
}

interface Match extends LaneScope {
  readonly rule: PricingRule;
  readonly at: number;
}

const PLACE_IN_LIST: Criterion<Match> = {
  compare: (one, other) => one.at - other.at,
  reason: (_, { rule }) => `The rule is before the next match (${rule.name}) in the list.`,
};

/**
 * Selects the rule of a move: by the customer, the narrower origin, the narrower destination, and the place in the list,
 * as with contract rates.
 * @returns undefined if no rule matches, or if the move was stored without the input of rules.
 */
export function selectRule(rules: readonly PricingRule[], move: QuotedMove): SelectedRule | undefined {
  const matches = rules.flatMap((rule, at): readonly Match[] => {
    const { customer, origin, destination } = rule.when;
    return matchesMove(rule, move) ? [{ customer, origin, destination, rule, at }] : [];
  });
  const criteria = [...scopeCriteria('rule', move.ruleInput?.customer ?? NO_CUSTOMER), PLACE_IN_LIST];
  const selected = firstMatch(matches, criteria, 'rule');
  return selected && { rule: selected.first.rule, reason: selected.reason };
}

function matchesMove({ when }: PricingRule, move: QuotedMove): boolean {
  const { equipment, miles, pickupDay, ruleInput } = move;
  if (ruleInput === undefined || pickupDay === undefined) return false;
  const isOn = (weekdays: readonly Weekday[]) => {
    const weekday = WEEKDAYS[weekdayOf(pickupDay)];
    return weekday !== undefined && weekdays.includes(weekday);
  };
  const isWithin = (value: number, least = 0, most = Number.POSITIVE_INFINITY) =>
    value >= least && value <= most;
  return (
    (when.customer === '' || isCustomer(ruleInput.customer, when.customer)) &&
    ruleInput.origin.includes(when.origin.key) &&
    ruleInput.destination.includes(when.destination.key) &&
    (when.equipment === undefined || when.equipment.includes(equipment)) &&
    isWithin(miles, when.minMiles, when.maxMiles) &&
    (when.weekdays === undefined || isOn(when.weekdays)) &&
    isWithin(ruleInput.leadDays, when.minLeadDays, when.maxLeadDays)
  );
}

export interface RuledStrategy {
  readonly strategy: PricingStrategy;
  readonly applied: Pick<QuotePrice, 'rule'>;
}

/**
 * The strategy with the terms of the rule that the move selects.
 * @param priced terms that apply to the price; the others stay as in the strategy. A rule without any of them is not reported.
 */
export function applyRule(
  move: QuotedMove,
  strategy: PricingStrategy,
  priced: readonly (keyof RuleTerms)[] = [
    'margin',
    'rounding',
    'validityDays',
    'fuel',
    'accessorialOverrides',
  ],
): RuledStrategy {
  const selected = strategy.rules && selectRule(strategy.rules, move);
  if (selected === undefined) return { strategy, applied: {} };
  const { name, terms } = selected.rule;
  const given = priced.filter((term) => terms[term] !== undefined);
  if (given.length === 0) return { strategy, applied: {} };
  const { margin, accessorialOverrides, ...others } = Object.fromEntries(
    given.map((term) => [term, terms[term]]),
  ) as RuleTerms;
  const { validityDays } = others;
  const rule: AppliedRule = {
    ...{ name, reason: selected.reason },
    ...(validityDays !== undefined && { validityDays }),
  };
  return {
    strategy: {
      ...strategy,
      ...others,
      ...(margin && { margins: [{ fromMiles: 0, ...margin }], marginsByEquipment: {} }),
      accessorialOverrides: { ...strategy.accessorialOverrides, ...accessorialOverrides },
    },
    applied: { rule },
  };
}

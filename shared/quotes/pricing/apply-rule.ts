import type {
  AppliedRule,
  PricingStrategy,
  QuotedMove,
  QuotePrice,
  RuleTerms,
} from '../strategy/pricing-strategy.ts';
import { selectRule } from './select-rule.ts';

/** The terms that price a move. */
export interface RuledStrategy {
  readonly strategy: PricingStrategy;
  /** For the price; {} if no rule changed a term. */
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

import { toTermsDocument } from '../../shared/quotes/strategy/convert-strategy.ts';
import { DEFAULT_STRATEGY } from '../../shared/quotes/strategy/pricing-strategy.ts';

/** A valid PUT body: the default strategy, with changes. */
export const strategyBody = (change: Readonly<Record<string, unknown>> = {}) => ({
  ...toTermsDocument(DEFAULT_STRATEGY),
  ...change,
});

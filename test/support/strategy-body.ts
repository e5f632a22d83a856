import { toTermsDocument } from '../../shared/quotes/strategy/convert-strategy.ts';
import { DEFAULT_STRATEGY } from '../../shared/quotes/strategy/default-strategy.ts';

/** A body that PUT takes: what every organization begins with, with changes. */
export const strategyBody = (change: Readonly<Record<string, unknown>> = {}) => ({
  ...toTermsDocument(DEFAULT_STRATEGY),
  ...change,
});

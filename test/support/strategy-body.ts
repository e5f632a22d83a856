import { toTermsDocument } from '../../shared/quotes/convert-strategy.ts';
import { DEFAULT_STRATEGY } from '../../shared/quotes/default-strategy.ts';

/** A body that PUT takes: what every organization begins with, with changes. */
export const strategyBody = (change: Readonly<Record<string, unknown>> = {}) => ({
  ...toTermsDocument(DEFAULT_STRATEGY),
  ...change,
});

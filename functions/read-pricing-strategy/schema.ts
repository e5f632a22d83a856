/** The 200 body. */
export { strategyDocument as readPricingStrategyResponse } from '../../shared/quotes/strategy/strategy-document.ts';

import type { RateAnalysis } from '../api/client.ts';
import { toCents } from '../format/money.ts';

/** The parts of a price in USD. Linehaul and fuel are the suggested rate; surcharges are charged in addition. */
export interface RateParts {
  readonly linehaul: number;
  /** 0 if the rate does not include fuel. */
  readonly fuel: number;
  readonly surcharges: number;
  readonly total: number;
}

export function partsOf({ suggestedRate, fuel, surchargesTotal }: RateAnalysis): RateParts {
  const included = fuel.included ? fuel.amount : 0;
  return {
    linehaul: toCents(suggestedRate - included),
    fuel: included,
    surcharges: surchargesTotal,
    total: toCents(suggestedRate + surchargesTotal),
  };
}

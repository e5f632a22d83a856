import * as v from 'valibot';
import { percentageOf, usd } from '../../costs/model/cents.ts';

const cents = v.check<number, string>((value) => Number(value.toFixed(2)) === value, 'at most 2 decimals');

/** Base rate over its market cost, for a whole quote and in lists. */
export const quoteMargin = v.looseObject({
  cost: v.pipe(v.number(), v.minValue(0), cents),
  amount: v.pipe(v.number(), cents),
  percent: v.pipe(v.number(), cents),
});

export const MARGIN_FIELDS = {
  margin: 'Base rate over its market cost. Less than 0 if a contract rate is below the market cost.',
  'margin.cost': 'Market linehaul in USD, with fuel if the base rate includes fuel.',
  'margin.amount': 'Base rate less cost, in USD.',
  'margin.percent': 'Amount in percent of the cost.',
};

export const describeMargin = (marginCents: number, costCents: number) => ({
  cost: usd(costCents),
  amount: usd(marginCents),
  percent: percentageOf(marginCents, costCents),
});

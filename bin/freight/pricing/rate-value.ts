import type { CostLine, MoveCost } from '../../../shared/costs/model/cost-model.ts';
import { meanWage, US_MEAN_WAGE } from '../../../shared/costs/model/driver-wages.ts';
import { MILES_PER_GALLON, PEG_USD } from '../../../shared/costs/model/fuel-surcharge.ts';
import { OPERATING_RATIO, stateCostFactor } from '../../../shared/costs/model/truck-operating-cost.ts';
import { sameDayMiles } from '../../../shared/costs/model/truck-work.ts';
import type { RateDerivation } from '../../../shared/rates/derive-rate.ts';
import type { RateExplanation } from '../../../shared/rates/explain-rate.ts';
import type { LaneAnalysis } from '../../../shared/rates/lane-analysis.ts';
import type { MarketView } from '../../../shared/rates/view-lane.ts';
import { COST_LINE_FACTS } from './cost-line-facts.ts';

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** A line in USD: its amounts add up to the suggested rate. */
const lineValue = ({ item, quantity, centsEach, cents }: CostLine) => ({
  item,
  ...COST_LINE_FACTS[item],
  // The margin is a share of the cost, which the model has in cents.
  quantity: rounded(item === 'margin' ? quantity / 100 : quantity, 4),
  rate: rounded(item === 'margin' ? centsEach : centsEach / 100, 6),
  amount: cents / 100,
});

/** Hours to 4 decimals. */
const workValue = ({ work }: MoveCost) => ({
  loadedMiles: rounded(work.loadedMiles, 1),
  emptyMiles: rounded(work.emptyMiles, 4),
  drivingHours: rounded(work.drivingHours, 4),
  waitingHours: rounded(work.waitingHours, 4),
  nights: rounded(work.nights, 4),
});

/** The lines of the cost model, with the market line before the fuel line. */
function linesOf({ cost, market }: RateDerivation) {
  const lines = cost.lines.map(lineValue);
  if (market === undefined) return lines;
  const fuel = lines.findIndex(({ item }) => item === 'fuel');
  return [...lines.slice(0, fuel), marketLine(market, cost), ...lines.slice(fuel)];
}

function marketLine({ analysis }: MarketView, { linehaulCents }: MoveCost) {
  const rate = analysis.factor - 1;
  return {
    item: 'market' as const,
    title: 'market',
    unit: 'USD',
    formula: `linehaul x ${rate.toFixed(4)}: what loads are paid compared with the cost`,
    source: 'docs/explanation/market-model.md',
    quantity: linehaulCents / 100,
    rate: rounded(rate, 6),
    amount: (analysis.linehaulCents - linehaulCents) / 100,
  };
}

/** The market data of a rate. */
const marketValue = ({ analysis, source }: MarketView, { linehaulCents }: MoveCost) => ({
  source,
  costLinehaul: linehaulCents / 100,
  factor: rounded(analysis.factor, 4),
  loads: loadsValue(analysis.loads),
  basis: analysis.basis,
});

const loadsValue = ({ freightMarket, marketState, ...narrower }: LaneAnalysis['loads']) => ({
  port: freightMarket,
  region: marketState,
  ...narrower,
});

/** The derivation of a rate as JSON; `rate` is what the API answers. Money in USD. */
export function explanationValue({ lane, form, derivation, result }: RateExplanation) {
  const { terminal, distance } = lane;
  const { cost, doubts } = derivation;
  return {
    origin: { ...result.origin, precision: terminal.precision },
    destination: { ...result.destination, resolvedBy: form },
    distance: { miles: derivation.miles, unrounded: distance.miles, source: distance.source },
    work: { ...workValue(cost), sameDayMiles: rounded(sameDayMiles(terminal.type), 1) },
    region: {
      state: terminal.state,
      driverWage: meanWage(terminal.state),
      usWage: US_MEAN_WAGE,
      factor: rounded(stateCostFactor(terminal.state), 4),
    },
    fuel: { ...result.analysis.fuel, peg: PEG_USD, milesPerGallon: MILES_PER_GALLON },
    lines: linesOf(derivation),
    operatingRatio: OPERATING_RATIO,
    minimum: { linehaul: cost.minimumCents / 100, applied: cost.minimumApplied },
    linehaul: (derivation.market?.analysis.linehaulCents ?? cost.linehaulCents) / 100,
    ...(derivation.market && { market: marketValue(derivation.market, cost) }),
    doubts,
    rate: result,
  };
}

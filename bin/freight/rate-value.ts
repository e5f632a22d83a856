import type { CostLine, MoveCost } from '../../shared/rates/cost-model.ts';
import { US_WAGE, wageIn } from '../../shared/rates/driver-wages.ts';
import type { RateExplanation } from '../../shared/rates/explain-rate.ts';
import { MILES_PER_GALLON, PEG_USD } from '../../shared/rates/fuel-surcharge.ts';
import { OPERATING_RATIO, regionFactor } from '../../shared/rates/truck-operating-cost.ts';
import { sameDayMiles } from '../../shared/rates/truck-work.ts';
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
      driverWage: wageIn(terminal.state),
      usWage: US_WAGE,
      factor: rounded(regionFactor(terminal.state), 4),
    },
    fuel: { ...result.analysis.fuel, peg: PEG_USD, milesPerGallon: MILES_PER_GALLON },
    lines: cost.lines.map(lineValue),
    operatingRatio: OPERATING_RATIO,
    minimum: { linehaul: cost.minimumCents / 100, applied: cost.minimumApplied },
    linehaul: cost.linehaulCents / 100,
    doubts,
    rate: result,
  };
}

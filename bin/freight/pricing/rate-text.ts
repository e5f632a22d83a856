import type { CostLine } from '../../../shared/costs/model/cost-model.ts';
import { modelError } from '../../../shared/costs/model/model-error.ts';
import { LANE_LEVELS } from '../../../shared/market/loads/market-levels.ts';
import type { RateExplanation } from '../../../shared/rates/explain-rate.ts';
import type { ExcludedFromRate, Surcharge } from '../../../shared/rates/rate-result.ts';
import type { MarketView } from '../../../shared/rates/view-lane.ts';
import { COST_LINE_FACTS } from './cost-line-facts.ts';
import { explanationValue } from './rate-value.ts';

const RESOLVED_BY = {
  zip: 'found by ZIP code',
  city: 'found by city name',
  locode: 'found by UN/LOCODE',
  terminal: 'a terminal',
} as const;

/** Each source once, in the order of the lines. */
const SOURCES = [...new Set(Object.values(COST_LINE_FACTS).map(({ source }) => source))];

const usd = (value: number): string => `$${value.toFixed(2)}`;
const cents = (value: number): string => usd(value / 100);
const fact = (title: string, text: string): string => `${title.padEnd(13)}${text}`;
const amount = (title: string, quantity: string, money: string, note: string): string =>
  `  ${title.padEnd(20)}${quantity.padStart(30)}${money.padStart(12)}${note === '' ? '' : `   ${note}`}`;
const total = (title: string, money: string): string => amount(title, '', money, '');

/** The derivation of a rate as lines of text. */
export function explanationLines(explanation: RateExplanation): string[] {
  return [
    ...facts(explanation),
    '',
    ...costLines(explanation),
    '',
    ...outcome(explanation),
    '',
    ...SOURCES.map((source, index) => `[${index + 1}] ${source}`),
  ];
}

function facts(explanation: RateExplanation): string[] {
  const { origin, destination, distance, work, region, fuel } = explanationValue(explanation);
  const truckMiles = work.loadedMiles + work.emptyMiles;
  const hours = work.drivingHours + work.waitingHours;
  return [
    fact(
      'terminal',
      `${origin.terminal}, ${origin.type}, ${origin.city}, ${origin.state}; ${origin.coordinates.join(', ')} (${origin.precision})`,
    ),
    fact(
      'destination',
      `${`${destination.city}, ${destination.state} ${destination.zip}`.trimEnd()}; ${destination.coordinates.join(', ')} (${RESOLVED_BY[destination.resolvedBy]})`,
    ),
    fact('distance', `${distance.miles} miles one way (${distance.source})`),
    fact(
      'truck miles',
      `${work.loadedMiles} loaded + ${work.emptyMiles.toFixed(1)} empty = ${truckMiles.toFixed(1)}`,
    ),
    fact(
      'hours',
      `${work.drivingHours.toFixed(2)} driving + ${work.waitingHours.toFixed(2)} waiting = ${hours.toFixed(2)}`,
    ),
    fact(
      'nights',
      `${work.nights.toFixed(2)} (0 up to ${work.sameDayMiles.toFixed(1)} miles: same-day return)`,
    ),
    fact(
      'region',
      `${region.state}: driver wage ${usd(region.driverWage)} per hour (U.S. mean ${usd(region.usWage)}); hourly cost of truck and driver = ${region.factor} x U.S. mean`,
    ),
    fact(
      'diesel',
      `$${fuel.dieselPrice.toFixed(3)} per gallon, ${fuel.dieselRegion}, week of ${fuel.dieselDate}; peg ${usd(fuel.peg)}, ${fuel.milesPerGallon} mpg`,
    ),
  ];
}

function costLines({ derivation: { cost, rateCents, market } }: RateExplanation): string[] {
  const fuel = cost.lines.filter(({ item }) => item === 'fuel');
  const linehaul = cost.lines.filter(({ item }) => item !== 'fuel');
  const own = linehaul.filter(({ item }) => item !== 'margin' && item !== 'minimum');
  const added = linehaul.filter(({ item }) => item === 'margin' || item === 'minimum');
  const ownCents = own.reduce((sum, line) => sum + line.cents, 0);
  return [
    ...own.map(costLine),
    total('cost', cents(ownCents)),
    ...added.map(costLine),
    amount('linehaul', '', cents(cost.linehaulCents), `at least ${cents(cost.minimumCents)}`),
    ...(market ? marketLines(market, cost.linehaulCents) : []),
    ...fuel.map(costLine),
    total('suggested rate', cents(rateCents)),
  ];
}

/** Lines for the market factor on the cost and the loads that it is based on. */
function marketLines({ analysis, source }: MarketView, costCents: number): string[] {
  const { factor, linehaulCents, loads, basis } = analysis;
  const counts = LANE_LEVELS.toReversed().map(
    (level) => `${loads[level] ?? 'not shown'} of the ${LEVELS[level]}`,
  );
  return [
    amount(
      'market',
      `linehaul x ${(factor - 1).toFixed(4)}`,
      cents(linehaulCents - costCents),
      'market rate relative to the cost model (docs/explanation/market-model.md)',
    ),
    amount(
      'market linehaul',
      '',
      cents(linehaulCents),
      `${source}, based mainly on the level: ${LEVELS[basis.level]}`,
    ),
    fact(
      'loads',
      `${counts.join(', ')}; wider levels include narrower ones; counts of loads of other organizations are rounded down if below 30`,
    ),
  ];
}

const LEVELS = {
  lane: 'lane',
  zone: 'ZIP area from this market',
  state: 'state from this terminal',
  marketState: 'state from this market',
  // The API uses this name for both levels of a basis.
  region: 'state from this market',
  freightMarket: 'freight market',
  model: 'the nation',
} as const;

function costLine({ item, quantity, centsEach, cents: money }: CostLine): string {
  const { title, unit, formula, source } = COST_LINE_FACTS[item];
  const each =
    unit === '' || unit === 'USD' ? '' : `${quantity.toFixed(2)} ${unit} x $${(centsEach / 100).toFixed(4)}`;
  return amount(title, each, cents(money), `${formula} [${SOURCES.indexOf(source) + 1}]`);
}

function outcome({ result, derivation }: RateExplanation): string[] {
  const { rateRange, confidenceScore, trend, activity, basis } = result.analysis;
  const { surcharges, surchargesTotal, excluded, warnings } = result.analysis;
  const error = modelError(derivation.miles);
  const { market, doubts } = derivation;
  const rangeBy = market
    ? '80% of loads are expected in this range, from the deviations of recent loads'
    : `the error of the model is ${(error * 100).toFixed(0)}% at this distance`;
  const confidenceBy = market
    ? `${market.analysis.confidence} from the expected deviation of loads`
    : `${(100 * (1 - 2 * error)).toFixed(0)} from the distance`;
  return [
    fact('range', `${usd(rateRange.min)} to ${usd(rateRange.max)}: ${rangeBy}`),
    fact(
      'confidence',
      `${confidenceScore} of 100: ${confidenceBy}, minus 5 for each uncertain input (${doubts.length})`,
    ),
    fact(
      'trend',
      `${trend}; activity ${activity}; ${basis.source} ${basis.modelVersion}, data as of ${basis.asOf}`,
    ),
    fact('equipment', `${result.equipment} on ${result.date}`),
    ...surcharges.map(surchargeLine),
    ...(surcharges.length > 0
      ? [fact('surcharges', `${usd(surchargesTotal)}, in addition to the rate`)]
      : []),
    ...excluded.map(exclusionLine),
    ...warnings.map((warning) => fact('warning', warning)),
  ];
}

const surchargeLine = ({ title, amount: money, rate, quantity, frequency, source }: Surcharge): string =>
  fact('surcharge', `${title} ${usd(money)} = ${quantity} x ${usd(rate)} ${frequency} [${source}]`);

const exclusionLine = ({ title, amount: money, rate, quantity, frequency }: ExcludedFromRate): string =>
  fact('not included', `${title}, usually ${usd(money)} = ${quantity} x ${usd(rate)} ${frequency}`);

import type { QuoteDetail } from '../../shared/quotes/record/quote-document.ts';
import { describeEvidence, isSimulated, lines, UNITS, usd, warningLines } from './describe-evidence.ts';

type PricedQuote = Omit<QuoteDetail, 'customer_reference'>;

/** Whether the market cost of a quote rests on simulated loads. */
export const isQuoteSimulated = ({ market }: PricedQuote): boolean => isSimulated(market.basis);

/** Price, route, validity and evidence of a quote, with units. */
export function describeQuoteText({
  pricing,
  route,
  market,
  rate_source: source,
  ...quote
}: PricedQuote): string {
  const { base_rate: base, fuel_surcharge: fuel, accessorial_charges: charges, total_rate: total } = pricing;
  const accessorials = Object.entries(charges).map(([name, amount]) => `${name} ${usd(amount)}`);
  const excluded = pricing.excluded_charges.map(({ title, amount }) => `${title} ${usd(amount)}`);
  const { pickup_date: pickup, estimated_delivery_date: delivery } = quote.service_details;
  return lines(
    `${[route.origin, ...quote.stops, route.destination].map(({ name }) => name).join(' to ')}, ${quote.equipment_type}, ${route.distance} miles: total ${usd(total)} = base ${usd(base)} + fuel ${usd(fuel)}${accessorials.length === 0 ? '' : ` + ${accessorials.join(' + ')}`}.`,
    source.type === 'contract'
      ? `Base rate of contract rate ${source.contract_rate_id}, version ${source.version}${source.tier === undefined ? '' : `, tier from ${source.tier.from_volume} loads a week`}: ${source.reason}`
      : '',
    quote.pricing_rule === undefined
      ? ''
      : `Rule ${quote.pricing_rule.name} of the pricing strategy: ${quote.pricing_rule.reason}`,
    excluded.length === 0 ? '' : `Not included: ${excluded.join(', ')}.`,
    `Pickup ${pickup}, delivery about ${delivery}, valid to ${quote.expiry_date}, pricing strategy version ${quote.pricing_strategy_version}.`,
    `Market cost ${usd(market.rate)} (range ${usd(market.range.min)} to ${usd(market.range.max)}), confidence ${market.confidence}. The price is ${market.spread.percent}% from it. ${describeEvidence(market.basis)}`,
    ...warningLines(quote.warnings),
    UNITS,
  );
}

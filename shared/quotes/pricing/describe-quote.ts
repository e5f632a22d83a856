import { usd } from '../../costs/model/cents.ts';
import type { UtcDay } from '../../platform/time/utc-day.ts';
import type { RateAnalysis } from '../../rates/rate-result.ts';
import type { QuoteDetail } from '../record/quote-document.ts';
import { describePrice } from './describe-price.ts';
import { byTotal, type PricedOption } from './price-lane-option.ts';
import type { QuoteFields } from './quote-request.ts';
import type { QuoteStop } from './quote-stop.ts';
import type { Transit } from './transit.ts';

/** A priced quote: the chosen lane, the lanes it was chosen from, and all other data of its response, event and record. */
export interface PricedQuote extends PricedOption {
  readonly fields: QuoteFields;
  /** The lane from or to each priced terminal; empty for over-the-road moves. */
  readonly options: readonly PricedOption[];
  readonly transit: Transit;
  /** YYYY-MM-DD. */
  readonly deliveryDay: string;
  readonly strategyVersion: number;
  readonly expiryDay: UtcDay;
  readonly warnings: readonly string[];
}

export const GUARANTEED = 'guaranteed';

/** The last second of the expiry day (UTC). */
export const expiryMoment = (expiryDay: UtcDay): string => `${expiryDay}T23:59:59Z`;

/** The response fields of a quote except id, creation time and status. */
export function describeQuote(quote: PricedQuote): QuoteDetail {
  const { fields, lane, price, transit, cost } = quote;
  return {
    expiry_date: expiryMoment(quote.expiryDay),
    pricing: describePrice(price),
    market: {
      rate: usd(cost.linehaulCents + cost.fuelCents),
      range: { min: usd(cost.range.minCents), max: usd(cost.range.maxCents) },
      confidence: cost.confidence,
      basis: describeBasis(cost.basis),
      not_known: [...cost.notKnown],
    },
    service_details: {
      estimated_transit_days: transit.days,
      guaranteed_service: fields.requirements.includes(GUARANTEED),
      pickup_date: fields.pickupDay,
      estimated_delivery_date: quote.deliveryDay,
    },
    customer_reference: fields.customerReference,
    equipment_type: fields.equipment,
    special_requirements: [...fields.requirements],
    route: {
      origin: describeStop(lane.origin),
      destination: describeStop(lane.destination),
      distance: quote.miles,
      distance_source: quote.distance.source,
      requested: requestedRoute(fields),
    },
    terminals: byTotal(quote.options).map(({ lane, miles, price }) => ({
      name: lane.terminal?.name ?? '',
      distance: miles,
      total_rate: usd(price.totalCents),
    })),
    pricing_strategy_version: quote.strategyVersion,
    warnings: [...quote.warnings],
  };
}

/** The texts of the request for both stops. */
export const requestedRoute = ({ origin, destination }: QuoteFields) => ({ origin, destination });

const describeBasis = ({ asOf, modelVersion, ...basis }: RateAnalysis['basis']) => ({
  ...basis,
  as_of: asOf,
  model_version: modelVersion,
});

const describeStop = ({ name, type, city, state, zip, latitude, longitude }: QuoteStop) => ({
  name,
  type,
  city,
  state,
  zip,
  coordinates: [latitude, longitude] as [number, number],
});

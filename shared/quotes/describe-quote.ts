import { usd } from '../rates/cents.ts';
import type { QuoteLane } from './choose-terminal.ts';
import type { MarketCost } from './market-cost.ts';
import type { QuotePrice } from './pricing-strategy.ts';
import type { QuoteDetail } from './quote-document.ts';
import type { QuoteEnd } from './quote-end.ts';
import type { QuoteFields } from './quote-request.ts';
import { deliveryDay, type Transit } from './transit.ts';
import type { UtcDay } from './utc-day.ts';

/** Everything that was found out about a quote. */
export interface PricedQuote {
  readonly fields: QuoteFields;
  readonly lane: QuoteLane;
  /** One way, one decimal. */
  readonly miles: number;
  readonly distanceSource: string;
  readonly cost: MarketCost;
  readonly price: QuotePrice;
  readonly transit: Transit;
  readonly strategyVersion: number;
  readonly expiryDay: UtcDay;
  readonly warnings: readonly string[];
}

export const CURRENCY = 'USD';
export const GUARANTEED = 'guaranteed';

/** A quote ends with its last day. */
export const expiryMoment = (expiryDay: UtcDay): string => `${expiryDay}T23:59:59Z`;

/** What callers are told of a quote beside its id, moment and status. */
export function describeQuote(quote: PricedQuote): QuoteDetail {
  const { fields, lane, price, transit } = quote;
  return {
    expiry_date: expiryMoment(quote.expiryDay),
    pricing: {
      base_rate: usd(price.baseRateCents),
      fuel_surcharge: usd(price.fuelSurchargeCents),
      accessorial_charges: Object.fromEntries(
        price.accessorials.map(({ name, amountCents }) => [name, usd(amountCents)]),
      ),
      total_rate: usd(price.totalCents),
      currency: CURRENCY,
    },
    service_details: {
      estimated_transit_days: transit.days,
      guaranteed_service: fields.requirements.includes(GUARANTEED),
      pickup_date: fields.pickupDay,
      estimated_delivery_date: deliveryDay(fields.pickupDay, transit),
    },
    customer_reference: fields.customerReference,
    equipment_type: fields.equipment,
    special_requirements: [...fields.requirements],
    route: {
      origin: describeEnd(lane.origin),
      destination: describeEnd(lane.destination),
      distance: quote.miles,
      distance_source: quote.distanceSource,
    },
    pricing_strategy_version: quote.strategyVersion,
    warnings: [...quote.warnings],
  };
}

const describeEnd = ({ name, type, city, state, zip, latitude, longitude }: QuoteEnd) => ({
  name,
  type,
  city,
  state,
  zip,
  coordinates: [latitude, longitude] as [number, number],
});

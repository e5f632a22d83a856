import { percentageOf, usd } from '../costs/model/cents.ts';
import { type PricedQuote, requestedRoute } from './pricing/describe-quote.ts';
import type { QuoteId } from './record/quote-id.ts';
import { expiryMoment } from './record/quote-outcome.ts';
import type { QuoteStop } from './stops/quote-stop.ts';
import type { PricingStrategy } from './strategy/pricing-strategy.ts';

type QuoteEventStatus = 'pending' | 'converted' | 'declined' | 'superseded' | 'expired' | 'deleted';

/** The object of quote events (interface specification, 6.3). */
export type QuoteEvent = ReturnType<typeof quoteEvent>;

/** The event object of a new quote. Later events have the same object with another status. Amounts are in USD. */
export function quoteEvent(quoteId: QuoteId, quote: PricedQuote, strategy: PricingStrategy) {
  const { fields, lane, miles, cost, price, transit } = quote;
  const { fuelIncluded: fscIncluded } = price;
  // If the contract rate uses no diesel price, the event has that of the market.
  const diesel = quote.diesel ?? cost.diesel;
  return {
    quoteNumber: quoteId as string,
    status: 'pending' as QuoteEventStatus,
    type: 'single-lane' as const,
    /** The cost to which the margin is added. */
    baseRate: usd(price.marginBaseCents),
    customerRate: usd(price.baseRateCents + price.fuelSurchargeCents),
    /** Percent of baseRate. */
    margin: price.marginPercent,
    confidenceScore: cost.confidence,
    transitTime: transit.text,
    /** One-way miles. */
    distance: miles,
    fscIncluded,
    /** Percent of the price before fuel, which the API calls `pricing.base_rate`; 0 if fuel is included. */
    fscRate: fscIncluded ? 0 : percentageOf(price.fuelSurchargeCents, price.baseRateCents),
    fscAmount: usd(price.fuelSurchargeCents),
    /** USD a gallon. */
    dieselPrice: diesel.pricePerGallon,
    dieselRegion: diesel.region,
    accessorialsType: price.accessorials.some(({ type }) => type === 'custom')
      ? ('custom' as const)
      : ('default' as const),
    accessorials: price.accessorials.map(({ name, title, rateCents, type, frequency }) => ({
      name: title,
      rate: usd(rateCents),
      id: name,
      type,
      frequency,
    })),
    volumeDiscounts: strategy.volumeDiscounts.map(({ percent, containers }) => ({
      discount: percent,
      containers,
    })),
    route: {
      origin: lane.origin.name,
      destination: lane.destination.name,
      originType: lane.origin.type,
      destinationType: lane.destination.type,
      coordinates: { origin: pointOf(lane.origin), destination: pointOf(lane.destination) },
      stops: lane.via.map(({ name }) => name),
      requested: requestedRoute(fields),
    },
    searchParams: {
      quoteType: 'spot' as const,
      deliveryType: fields.requirements.includes('drop_and_pick') ? ('drop' as const) : ('live' as const),
      containerVolume: '' as const,
      volumeDiscount: 0 as const,
    },
    validUntil: {
      seconds: Date.parse(expiryMoment(quote.expiryDay)) / 1000,
      nanoseconds: 0 as const,
    },
  };
}

const pointOf = ({ latitude, longitude }: QuoteStop) => ({ lat: latitude, lng: longitude });

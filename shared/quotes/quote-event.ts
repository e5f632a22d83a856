import { usd } from '../costs/model/cents.ts';
import { percentageOf } from '../costs/model/percentage.ts';
import { type PricedQuote, requestedRoute } from './pricing/describe-quote.ts';
import type { QuoteId } from './record/quote-id.ts';
import { expiryMoment } from './record/quote-outcome.ts';
import type { QuoteStop } from './stops/quote-stop.ts';
import type { PricingStrategy } from './strategy/pricing-strategy.ts';

/** The object of quote events (interface specification, 6.3). A type, because an interface is not assignable to JSON types. */
export type QuoteEvent = {
  readonly quoteNumber: string;
  readonly status: 'pending' | 'converted' | 'declined' | 'superseded' | 'expired' | 'deleted';
  readonly type: 'single-lane';
  /** USD: the cost to which the margin is added. */
  readonly baseRate: number;
  readonly customerRate: number;
  /** Percent of baseRate. */
  readonly margin: number;
  readonly confidenceScore: number;
  readonly transitTime: string;
  /** One-way miles. */
  readonly distance: number;
  readonly fscIncluded: boolean;
  /** Percent of the price before fuel, which the API calls `pricing.base_rate`; 0 if fuel is included. */
  readonly fscRate: number;
  readonly fscAmount: number;
  /** USD a gallon: the price that the fuel comes from, or that of the market if the contract rate uses none. */
  readonly dieselPrice: number;
  readonly dieselRegion: string;
  readonly accessorialsType: 'default' | 'custom';
  readonly accessorials: readonly {
    readonly name: string;
    readonly rate: number;
    readonly id: string;
    readonly type: 'default' | 'custom';
    readonly frequency: string;
  }[];
  readonly volumeDiscounts: readonly { readonly discount: number; readonly containers: number }[];
  readonly route: {
    readonly origin: string;
    readonly destination: string;
    readonly originType: QuoteStop['type'];
    readonly destinationType: QuoteStop['type'];
    readonly coordinates: { readonly origin: EventPoint; readonly destination: EventPoint };
    /** Names of the stops between them. */
    readonly stops: readonly string[];
    /** The texts of the request. */
    readonly requested: { readonly origin: string; readonly destination: string };
  };
  readonly searchParams: {
    readonly quoteType: 'spot';
    readonly deliveryType: 'live' | 'drop';
    readonly containerVolume: '';
    readonly volumeDiscount: 0;
  };
  readonly validUntil: { readonly seconds: number; readonly nanoseconds: 0 };
};

interface EventPoint {
  readonly lat: number;
  readonly lng: number;
}

/** The event object of a new quote. Later events have the same object with another status. */
export function quoteEvent(quoteId: QuoteId, quote: PricedQuote, strategy: PricingStrategy): QuoteEvent {
  const { fields, lane, miles, cost, price, transit } = quote;
  const { fuelIncluded: fscIncluded } = price;
  const diesel = quote.diesel ?? cost.diesel;
  return {
    quoteNumber: quoteId,
    status: 'pending',
    type: 'single-lane',
    baseRate: usd(price.marginBaseCents),
    customerRate: usd(price.baseRateCents + price.fuelSurchargeCents),
    margin: price.marginPercent,
    confidenceScore: cost.confidence,
    transitTime: transit.text,
    distance: miles,
    fscIncluded,
    fscRate: fscIncluded ? 0 : percentageOf(price.fuelSurchargeCents, price.baseRateCents),
    fscAmount: usd(price.fuelSurchargeCents),
    dieselPrice: diesel.pricePerGallon,
    dieselRegion: diesel.region,
    accessorialsType: price.accessorials.some(({ type }) => type === 'custom') ? 'custom' : 'default',
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
      quoteType: 'spot',
      deliveryType: fields.requirements.includes('drop_and_pick') ? 'drop' : 'live',
      containerVolume: '',
      volumeDiscount: 0,
    },
    validUntil: { seconds: Date.parse(expiryMoment(quote.expiryDay)) / 1000, nanoseconds: 0 },
  };
}

const pointOf = ({ latitude, longitude }: QuoteStop): EventPoint => ({ lat: latitude, lng: longitude });

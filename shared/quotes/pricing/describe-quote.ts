import { describeTier } from '../../contracts/rate/contract-rate.ts';
import type { DieselPrice } from '../../costs/diesel/diesel-lookup.ts';
import { percentageOf, usd } from '../../costs/model/cents.ts';
import { describeTolls } from '../../costs/tolls/toll-facilities.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import { portPlace } from '../../terminals/catalogue/terminal.ts';
import type { QuoteDetail } from '../record/quote-document.ts';
import { describeMargin } from '../record/quote-margin.ts';
import { expiryMoment, type QuoteFigures, type QuoteId } from '../record/stored-quote.ts';
import type { StopName } from '../request/quote-rejections.ts';
import type { QuoteFields } from '../request/read-quote-request.ts';
import type { QuoteStop } from '../stops/quote-lane.ts';
import type { PricingStrategy, QuotedAccessorial, QuotePrice } from '../strategy/pricing-strategy.ts';
import type { SetPrice } from './apply-strategy.ts';
import type { MarketCost } from './market-cost.ts';
import { byTotal, type PricedOption } from './price-lane-plan.ts';
import type { Transit } from './schedule-move.ts';

export const CURRENCY = 'USD' as const;

const describeCharge = ({ name, title, rateCents, frequency, quantity, amountCents }: QuotedAccessorial) => ({
  name,
  title,
  rate: usd(rateCents),
  frequency,
  quantity,
  amount: usd(amountCents),
});

const describeAccessorial = (accessorial: QuotedAccessorial) => ({
  ...describeCharge(accessorial),
  source: accessorial.source ?? ('base_tariff' as const),
});

export const describePrice = (price: QuotePrice) => ({
  base_rate: usd(price.baseRateCents),
  fuel_surcharge: usd(price.fuelSurchargeCents),
  accessorial_charges: Object.fromEntries(
    price.accessorials.map(({ name, amountCents }) => [name, usd(amountCents)]),
  ),
  total_rate: usd(price.totalCents),
  currency: CURRENCY,
  accessorials: price.accessorials.map(describeAccessorial),
  excluded_charges: price.excluded.map((charge) => ({ ...describeCharge(charge), reason: charge.reason })),
});

export const describeDiesel = ({ pricePerGallon, region, week, estimated }: DieselPrice) => ({
  ...{ diesel_price: pricePerGallon, diesel_region: region, diesel_date: week },
  ...(estimated && { estimated: true as const }),
});

/** A priced quote: the chosen lane, the lanes it was chosen from, and all other data of its response, event and record. */
export interface PricedQuote extends PricedOption {
  readonly fields: QuoteFields;
  readonly customerId: string | null;
  /** The lane from or to each priced terminal; empty for over-the-road moves. */
  readonly options: readonly PricedOption[];
  readonly transit: Transit;
  /** YYYY-MM-DD. */
  readonly plannedPickupDay: string;
  readonly deliveryDay: string;
  readonly strategyVersion: number;
  readonly expiryDay: UtcDay;
  readonly warnings: readonly string[];
  readonly setPrice?: SetPrice;
}

export const GUARANTEED = 'guaranteed';

export function describeQuote(quote: PricedQuote): QuoteDetail {
  const { fields, lane, price, transit, cost } = quote;
  const { marketCents, spreadCents, marginCents, marginCostCents } = figuresOf(quote);
  return {
    expiry_date: expiryMoment(quote.expiryDay),
    pricing: {
      ...describePrice(price),
      fuel: quote.diesel ? describeDiesel(quote.diesel) : null,
      tolls: hasMarketPrice(quote) ? describeTolls(cost.tolls) : null,
    },
    schedule_of_charges: price.scheduled.map(({ name, title, rateCents, frequency, free, applies }) => ({
      ...{ name, title, rate: usd(rateCents), unit: frequency, free, applies },
    })),
    market: {
      rate: usd(marketCents),
      range: { min: usd(cost.range.minCents), max: usd(cost.range.maxCents) },
      confidence: cost.confidence,
      basis: describeBasis(cost.basis),
      simulated: cost.basis.source === 'simulated',
      spread: { amount: usd(spreadCents), percent: percentageOf(spreadCents, marketCents) },
      not_known: [...cost.notKnown],
    },
    rate_source: describeSource(quote),
    ...(price.rule && { pricing_rule: { name: price.rule.name, reason: price.rule.reason } }),
    margin: describeMargin(marginCents, marginCostCents),
    service_details: {
      estimated_transit_days: transit.days,
      guaranteed_service: fields.requirements.includes(GUARANTEED),
      pickup_date: fields.pickupDay,
      planned_pickup_date: quote.plannedPickupDay,
      estimated_delivery_date: quote.deliveryDay,
    },
    customer_reference: fields.customerReference,
    customer: fields.customer,
    customer_id: quote.customerId,
    weekly_volume: fields.weeklyVolume,
    weight_lbs: fields.weightLbs,
    commodity: fields.commodity,
    equipment_type: fields.equipment,
    special_requirements: [...fields.requirements],
    ...(Object.keys(fields.quantities).length > 0 && { quantities: fields.quantities }),
    route: {
      origin: describeStop(lane.origin),
      destination: describeStop(lane.destination),
      distance: quote.miles,
      distance_source: quote.distance.source,
      requested: {
        ...requestedRoute(fields),
        ...(fields.stops.length > 0 && { stops: [...fields.stops] }),
      },
    },
    stops: lane.via.map(describeStop),
    terminals: byTotal(quote.options).map(({ lane, miles, price }) => ({
      name: lane.terminal?.name ?? '',
      distance: miles,
      total_rate: usd(price.totalCents),
    })),
    pricing_strategy_version: quote.strategyVersion,
    warnings: [...quote.warnings],
  };
}

export function figuresOf({ fields, lane, price, cost }: PricedQuote): QuoteFigures {
  const marketCents = cost.linehaulCents + cost.fuelCents;
  const cityOf = (stop: StopName) => {
    const ofPort = lane.terminalAt === stop && lane.terminal ? portPlace(lane.terminal) : undefined;
    const { city, state } = ofPort ?? lane[stop];
    return `${city}, ${state}`;
  };
  return {
    equipment: fields.equipment,
    lane: `${cityOf('origin')} to ${cityOf('destination')}`,
    marginCents: price.baseRateCents - price.marginBaseCents,
    marginCostCents: price.marginBaseCents,
    spreadCents: price.baseRateCents + price.fuelSurchargeCents - marketCents,
    marketCents,
  };
}

/** Whether the price comes from the market's, so that it contains the tolls. */
const hasMarketPrice = ({ contract, setPrice }: PricedQuote): boolean =>
  setPrice === undefined
    ? contract === undefined || contract.rate.rateType === 'percent_of_market'
    : setPrice.manual.set === 'margin_percent';

const requestedRoute = ({ origin, destination }: QuoteFields) => ({ origin, destination });

function describeSource({ fields, contract, setPrice }: PricedQuote): QuoteDetail['rate_source'] {
  const source = {
    type: contract === undefined ? ('market' as const) : ('contract' as const),
    pricing_type: fields.pricingType,
    ...(contract && {
      contract_rate_id: contract.rate.rateId,
      version: contract.rate.version,
      reason: contract.reason,
      ...(contract.tier && { tier: describeTier(contract.rate, contract.tier) }),
    }),
  };
  if (setPrice === undefined) return source;
  const { manual, strategyTotalCents } = setPrice;
  return {
    ...source,
    type: 'manual',
    set: manual.set,
    value: manual.value,
    ...(manual.reason !== '' && { set_reason: manual.reason }),
    strategy_total: usd(strategyTotalCents),
  };
}

export const describeBasis = ({ asOf, modelVersion, ...basis }: MarketCost['basis']) => ({
  ...{ ...basis, as_of: asOf, model_version: modelVersion },
});

export const describeStop = ({ name, type, city, state, zip, latitude, longitude }: QuoteStop) => ({
  ...{ name, type, city, state, zip },
  coordinates: [latitude, longitude] as [number, number],
});

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

import type { QuoteTerms, QuoteTermsReader } from '../../accounts/usage/dynamodb-read-account.ts';
import { usagePeriod } from '../../accounts/usage/usage-headers.ts';
import { reachedTier } from '../../contracts/rate/contract-price.ts';
import { type LaneShape, selectContractRate } from '../../contracts/rate/select-contract-rate.ts';
import type { ContractRates } from '../../contracts/store/dynamodb-contract-items.ts';
import { ownEntriesOn } from '../../costs/accessorials/own-tariff.ts';
import type { DieselSource } from '../../costs/diesel/dynamodb-diesel-store.ts';
import type { PublishedRate } from '../../costs/trailers/published-rates.ts';
import type { CustomerMatch } from '../../customers/customer-names.ts';
import type { CustomerMatches } from '../../customers/dynamodb-customers.ts';
import type { PlaceDirectory } from '../../geography/places/place.ts';
import { distancesOfWays, type MapRoutes, type RoadDistances } from '../../geography/roads/road-distance.ts';
import { organizationOwner } from '../../market/loads/load-owner.ts';
import type { MarketSource } from '../../market/published/dynamodb-market-source.ts';
import type { LaneReader } from '../../market/published/lane-market.ts';
import type { Account } from '../../platform/account/account.ts';
import type { Source } from '../../platform/caching/refreshing-value.ts';
import { ignoredFieldsWarnings } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import type { TerminalDirectory } from '../../terminals/search/embedded-terminal-directory.ts';
import type { NearestTerminals } from '../../terminals/search/nearest-terminals.ts';
import type { TerminalSource } from '../../terminals/snapshots/dynamodb-snapshot-store.ts';
import { expiryDayOf, type QuoteId, quoteCreatedAt } from '../record/stored-quote.ts';
import {
  BILLING_REQUIRED,
  invalidParameters,
  noContractRate,
  ORGANIZATION_MISSING,
} from '../request/quote-rejections.ts';
import {
  nameRequirements,
  type QuoteDraft,
  type QuoteFields,
  withoutUnknownNames,
} from '../request/read-quote-request.ts';
import { laneGeographies, type RequestedStops } from '../stops/quote-lane.ts';
import type { StrategyStore } from '../strategy/dynamodb-strategies.ts';
import type { PricingStrategy, QuotePrice } from '../strategy/pricing-strategy.ts';
import { chargeWarnings, wantedCharges } from './added-charges.ts';
import { lossWarnings, type SetPrice, setPrice, totalTooLow } from './apply-strategy.ts';
import { checkRequest, leadDaysOf } from './check-request.ts';
import type { PricedQuote } from './describe-quote.ts';
import { dieselWarnings } from './market-cost.ts';
import {
  choiceWarnings,
  compareTotals,
  marketLanesOf,
  type PricedOption,
  planLanes,
  priceOptions,
  type RoutedOption,
  routeLanes,
  servedLanes,
} from './price-lane-plan.ts';
import { scheduleMove, transitOver } from './schedule-move.ts';

const TIERS_WITHOUT_VOLUME =
  'The contract rate has volume tiers. Without weekly_volume, its amount below the first tier applies.';

interface ContractOffer {
  readonly account: Account;
  readonly customer: CustomerMatch;
  /** Shapes of the rates that the account has; empty for a spot price. */
  readonly shapes: ReadonlySet<LaneShape>;
  readonly requested: RequestedStops;
  readonly fields: QuoteFields;
}

/**
 * The options that can price a request, each with the contract rate of its lane, if one matches. A request for a contract
 * price has only options with a rate: none if no rate matches.
 */
async function offeredOptions(
  contracts: Pick<ContractRates, 'find'>,
  routed: readonly RoutedOption[],
  { account, customer, shapes, requested, fields }: ContractOffer,
): Promise<readonly RoutedOption[]> {
  const { equipment, pickupDay: day } = fields;
  const requests = routed.map(({ lane }) => ({
    ...{ customer, equipment, day },
    ...laneGeographies(lane, requested),
  }));
  const rates = shapes.size === 0 ? [] : await contracts.find(account, requests, shapes);
  const offered = routed.map((option, index) => {
    const request = requests[index];
    const selected = request && selectContractRate(rates, request);
    // The tier follows the selection, so that a volume never changes which rate applies.
    const contract = selected && { ...selected, tier: reachedTier(selected.rate, fields.weeklyVolume) };
    return { ...option, contract };
  });
  return fields.pricingType === 'contract'
    ? offered.filter(({ contract }) => contract !== undefined)
    : offered;
}

/**
 * Names the terminals with a contract rate, if the quote is for another terminal; says that the rate of the quote has
 * tiers, if the request has no volume.
 */
function contractWarnings(
  { contract }: PricedOption,
  offered: readonly RoutedOption[],
  weeklyVolume: number | null,
): readonly string[] {
  if (contract !== undefined) {
    const isTierUnknown = contract.rate.tiers.length > 0 && weeklyVolume === null;
    return isTierUnknown ? [TIERS_WITHOUT_VOLUME] : [];
  }
  const names = offered.flatMap((option) => (option.contract ? (option.lane.terminal?.name ?? []) : []));
  return names.length === 0
    ? []
    : [`Contract rates apply at ${names.join(', ')}. To use one, name the terminal in the request.`];
}

export interface PriceQuotePorts {
  readonly terminals: TerminalSource<TerminalDirectory & NearestTerminals>;
  readonly places: PlaceDirectory;
  /** Free distances: they choose the terminals, and price them if no map service does. */
  readonly roadDistances: RoadDistances;
  /** Paid distances of a map service; absent = not used. */
  readonly mapRoutes?: MapRoutes;
  /** Number of quotes counted in a month (YYYY-MM); read only before paid routes. */
  readonly quotesUsed: (account: Account, period: string) => Promise<number>;
  readonly diesel: DieselSource;
  readonly benchmarks: Source<readonly PublishedRate[]>;
  readonly market: MarketSource;
  readonly lanes: LaneReader;
  readonly strategies: Pick<StrategyStore, 'current'>;
  readonly terms: QuoteTermsReader;
  readonly contracts: ContractRates;
  readonly customers: Pick<CustomerMatches, 'match'>;
}

const NO_SHAPES: ReadonlySet<LaneShape> = new Set();

interface Priced {
  readonly quote: PricedQuote;
  readonly requested: RequestedStops;
  readonly strategy: PricingStrategy;
  /** Absent = no limit. */
  readonly quoteLimit: number | undefined;
}

/**
 * Prices a request at the creation time in its id, by market cost and the caller's pricing strategy. If the terminal stop
 * is a port or ramp place, each of its terminals is priced, and the quote is the one with the lower median of the totals.
 * The map service is called last, for the terminals around the median, and not for an organization at its limit.
 * A contract rate of the lane replaces the market's linehaul and margin, unless the request wants a spot price; with
 * several terminals, each lane has its own.
 * Order of rejections: invalid fields, billing, unknown or ambiguous places, requirements that no terminal offers, no
 * road, no contract rate if the request wants one.
 */
export function priceQuoteUseCase(ports: PriceQuotePorts) {
  const mayUsePaidRoutes = async (account: Account, now: Date, terms: QuoteTerms | undefined) => {
    const limit = terms?.quoteLimit;
    return limit === undefined || (await ports.quotesUsed(account, usagePeriod(now))) < limit;
  };

  return async (draft: QuoteDraft, account: Account, quoteId: QuoteId): Promise<Outcome<Priced>> => {
    const { orgId, mode } = account;
    const now = quoteCreatedAt(quoteId);
    const [terminals, dieselFor, rates, published] = await Promise.all([
      ports.terminals.current(),
      ports.diesel.current(),
      ports.benchmarks.current(),
      ports.market.current(),
    ]);
    const sources = { places: ports.places, terminals };
    const named = ({ tariff }: PricingStrategy) =>
      nameRequirements(draft, ownEntriesOn(tariff, draft.fields.pickupDay));
    const checked = checkRequest(withoutUnknownNames(draft), sources, now);
    if (!checked.ok) {
      if (draft.requested === undefined) return checked;
      const all = checkRequest(named(await ports.strategies.current(orgId, mode)), sources, now);
      return all.ok ? checked : all;
    }
    const { located } = checked.body;
    const { equipment, pickupDay, pricingType, customer: customerName } = checked.body.fields;
    const planned = located.ok ? succeed(planLanes(located.body, equipment, terminals)) : located;
    const lanes = planned.ok ? planned.body.lanes : [];
    const owner = organizationOwner(orgId, mode);
    const marketLanes = marketLanesOf(lanes, equipment);
    // Terms, market and shapes are requested in the same tick, so that the batching reader reads them in one round trip.
    // The strategy has the own tariff, so its names and terminals are checked after this one round trip.
    const [terms, distances, strategy, laneMarkets, shapes, customer] = await Promise.all([
      ports.terms.read(orgId),
      distancesOfWays(ports.roadDistances, lanes),
      ports.strategies.current(orgId, mode),
      ports.lanes.read(owner, marketLanes, published),
      pricingType === 'spot' ? NO_SHAPES : ports.contracts.shapes(account),
      ports.customers.match(account, customerName),
    ]);
    const { errors, fields: namedFields } = named(strategy);
    if (errors.length > 0) return reject(invalidParameters(errors));
    const { requirements = [], quantities = {} } = namedFields;
    const fields = { ...checked.body.fields, requirements, quantities };
    const wanted = wantedCharges(fields);
    const rejection = rejectionOf(terms);
    if (rejection) return reject(rejection);
    if (!planned.ok) return planned;
    const { choice, warnings } = planned.body;
    const served = servedLanes(lanes, fields, ownEntriesOn(strategy.tariff, pickupDay));
    if (!served.ok) return served;
    const routed = routeLanes(planned.body, served.body, distances, laneMarkets, { published, owner });
    if (!routed.ok) return routed;
    const offer = { account, customer: customer.match, shapes, requested: planned.body, fields };
    const offered = await offeredOptions(ports.contracts, routed.body, offer);
    if (offered.length === 0) return reject(noContractRate(fields));

    const mapRoutes = ports.mapRoutes && (await mayUsePaidRoutes(account, now, terms));
    const request = {
      ...{ equipment, ...wanted, strategy, pickupDay, doubts: warnings },
      ...{ customer: customer.match, requested: planned.body },
      leadDays: leadDaysOf(pickupDay, now, planned.body.origin.stop),
    };
    const { chosen, options } = await priceOptions(
      offered,
      { request, dieselFor, rates, now },
      mapRoutes ? ports.mapRoutes : undefined,
    );
    const { lane, miles } = chosen;
    const set = setByPerson(chosen, fields);
    if (!set.ok) return set;
    const { price } = set.body;

    const transit = transitOver(miles, requirements.includes('team_drivers'));
    const schedule = scheduleMove(lane, pickupDay, transit);
    return succeed({
      strategy,
      requested: planned.body,
      quoteLimit: terms?.quoteLimit,
      quote: {
        ...chosen,
        ...set.body,
        fields,
        customerId: customer.match.customerId,
        options: lane.kind === 'drayage' ? options : [],
        transit,
        plannedPickupDay: schedule.plannedPickupDay,
        deliveryDay: schedule.deliveryDay,
        strategyVersion: strategy.version,
        expiryDay: expiryDayOf(quoteId, price.rule?.validityDays ?? strategy.validityDays),
        warnings: [
          ...warnings,
          ...customer.warnings,
          ...customer.similarity,
          ...choiceWarnings(
            choice,
            chosen,
            { options, served: offered.length, compare: compareTotals },
            fields,
          ),
          ...contractWarnings(chosen, offered, fields.weeklyVolume),
          ...chosen.distance.warnings,
          ...chargeWarnings(fields, { lane, price }),
          ...schedule.warnings,
          ...costWarnings(chosen, now),
          ...(chosen.contract || set.body.setPrice
            ? lossWarnings(chosen.cost.linehaulCents + chosen.cost.fuelCents, price)
            : []),
          ...ignoredFieldsWarnings(draft.unknown),
        ],
      },
    });
  };
}

function setByPerson(
  { price }: PricedOption,
  { price: manual }: QuoteFields,
): Outcome<{ readonly price: QuotePrice; readonly setPrice?: SetPrice }> {
  if (manual === null) return succeed({ price });
  const set = setPrice(price, manual);
  if (set) return succeed({ price: set, setPrice: { manual, strategyTotalCents: price.totalCents } });
  return reject(invalidParameters([totalTooLow(price)]));
}

/** The warnings about costs that concern the price: a contract rate can set linehaul and fuel itself. */
function costWarnings({ cost, contract, diesel }: PricedOption, now: Date): readonly string[] {
  const { rateType = 'percent_of_market' } = contract?.rate ?? {};
  return [
    ...(rateType === 'percent_of_market' ? cost.linehaulWarnings : []),
    ...(diesel === undefined ? [] : dieselWarnings(diesel, now)),
  ];
}

function rejectionOf(terms: QuoteTerms | undefined): Rejection | undefined {
  if (terms === undefined) return ORGANIZATION_MISSING;
  return terms.billing ? undefined : BILLING_REQUIRED;
}

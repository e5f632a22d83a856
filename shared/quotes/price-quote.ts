import { requirementFault } from '../accessorials/requirement-names.ts';
import type { Caller } from '../http/api-request.ts';
import { type Outcome, refuse, succeed } from '../http/outcome.ts';
import type { LaneShelf } from '../market/lane-market.ts';
import { organizationOwner } from '../market/load-owner.ts';
import type { MarketSource } from '../market/market-in-service.ts';
import type { PlaceDirectory } from '../places/place.ts';
import type { RoadDistances } from '../places/road-distance.ts';
import { toldMiles } from '../places/told-miles.ts';
import type { DieselSource } from '../rates/refreshing-diesel.ts';
import type { NearestTerminals } from '../terminals/nearest-terminals.ts';
import type { TerminalDirectory } from '../terminals/terminal-directory.ts';
import type { TerminalSource } from '../terminals/terminal-source.ts';
import { applyStrategy } from './apply-strategy.ts';
import { checkRequest } from './check-request.ts';
import { chooseTerminal } from './choose-terminal.ts';
import type { PricedQuote } from './describe-quote.ts';
import { marketCost, quotedLane } from './market-cost.ts';
import type { PricingStrategy } from './pricing-strategy.ts';
import { type QuoteId, quoteCreatedAt } from './quote-id.ts';
import { invalidParameters, noRoute } from './quote-refusals.ts';
import type { QuoteDraft } from './quote-request.ts';
import { expiryDayOf } from './quote-status.ts';
import type { StrategyStore } from './strategy-store.ts';
import { transitOver } from './transit.ts';

export interface PriceQuotePorts {
  readonly terminals: TerminalSource<TerminalDirectory & NearestTerminals>;
  readonly places: PlaceDirectory;
  readonly roadDistances: RoadDistances;
  readonly diesel: DieselSource;
  readonly market: MarketSource;
  readonly lanes: LaneShelf;
  readonly strategies: Pick<StrategyStore, 'current'>;
}

interface Priced {
  readonly quote: PricedQuote;
  readonly strategy: PricingStrategy;
}

/**
 * Prices a request at the moment of its id, by market cost and the caller's pricing strategy. Refuses in the order:
 * faulty fields, unknown or ambiguous places, no road.
 */
export function createPriceQuote(ports: PriceQuotePorts) {
  return async (draft: QuoteDraft, { orgId, mode }: Caller, quoteId: QuoteId): Promise<Outcome<Priced>> => {
    const now = quoteCreatedAt(quoteId);
    const [terminals, dieselFor, force] = await Promise.all([
      ports.terminals.current(),
      ports.diesel.current(),
      ports.market.current(),
    ]);
    const checked = checkRequest(draft, { places: ports.places, terminals }, now);
    if (!checked.ok) return checked;
    const { fields, warnings, ...ends } = checked.body;
    const { equipment, requirements } = fields;

    const lane = chooseTerminal(ends, equipment, terminals);
    const terminal = lane.terminalAt && lane[lane.terminalAt];
    const requirementsFault = requirementFault(requirements, { equipment, terminal });
    if (requirementsFault !== undefined) {
      return refuse(invalidParameters([{ field: 'special_requirements', message: requirementsFault }]));
    }
    const asked = quotedLane(lane, equipment);
    const owner = organizationOwner(orgId, mode);
    const [distance, strategy, [kept]] = await Promise.all([
      ports.roadDistances.between(lane.origin, lane.destination),
      ports.strategies.current(orgId, mode),
      ports.lanes.read(owner, asked ? [asked] : [], force),
    ]);
    if (!distance.routable) return refuse(noRoute(lane.origin.name, lane.destination.name));

    const miles = toldMiles(distance.miles);
    const market = kept && { ...kept, force, owner };
    const cost = marketCost({ lane, equipment, miles, doubts: warnings }, dieselFor, now, market);
    const { linehaulCents, fuelCents } = cost;
    const move = { equipment, miles, linehaulCents, fuelCents, terminal, requirements };
    return succeed({
      strategy,
      quote: {
        fields,
        lane,
        miles,
        distanceSource: distance.source,
        cost,
        price: applyStrategy(move, strategy),
        transit: transitOver(miles, requirements.includes('team_drivers')),
        strategyVersion: strategy.version,
        expiryDay: expiryDayOf(quoteId, strategy.validityDays),
        warnings: [...warnings, ...cost.warnings],
      },
    });
  };
}

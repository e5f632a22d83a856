import { isOrganization, type LoadOwner } from '../loads/load-owner.ts';
import { disclosedFreightMarkets, type MarketSummary } from './market-summary.ts';

/** Larger numbers of freight markets are counted instead of named. */
const MAX_NAMED = 5;

/**
 * A note for the owner of loads if their market has too few contributors, so that they do not change rates of
 * others.
 * Undefined if there are enough contributors, or if the loads are not shared: the owner's own rates always use
 * them.
 * @param freightMarkets of those loads. The note names no others: the summary also has those of private loads.
 * @param summary the published one, which includes those loads.
 */
export function contributorNote(
  owner: LoadOwner,
  freightMarkets: readonly string[],
  summary: MarketSummary | undefined,
): string | undefined {
  if (summary === undefined || freightMarkets.length === 0) return undefined;
  if (isOrganization(owner) && !summary.shared.includes(owner)) return undefined;
  const disclosed = disclosedFreightMarkets(summary);
  const ascending = freightMarkets.toSorted();
  if (disclosed.length === 0) {
    return `No week of the market (${named(ascending)}) has loads of three contributors, so other organizations do not see it yet. Name the contributor of each load in the column contributor.`;
  }
  const undisclosed = ascending.filter((freightMarket) => !disclosed.includes(freightMarket));
  if (undisclosed.length === 0) return undefined;
  return `No week of the market of ${named(undisclosed)} has loads of three contributors, so rates there follow the nation.`;
}

function named(freightMarkets: readonly string[]): string {
  const more = freightMarkets.length - MAX_NAMED;
  return `${freightMarkets.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

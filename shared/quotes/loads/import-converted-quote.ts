import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import { type Imported, importLoads, TooManyLoadsError } from '../../market/importing/import-loads.ts';
import type { AcceptedLoad } from '../../market/importing/load-intake.ts';
import { registerOwner } from '../../market/importing/share-loads.ts';
import { organizationOwner, type ReportingOwner } from '../../market/loads/load-owner.ts';
import { mustPublish } from '../../market/publishing/must-publish.ts';
import { publishMarket } from '../../market/publishing/publish-market.ts';
import type { MarketStore } from '../../market/store/market-store.ts';
import { ownerFault } from '../../market/uploads/owner-fault.ts';
import type { StepPorts, Upload } from '../../market/uploads/upload-ports.ts';
import { storeWaitingUpload } from '../../market/uploads/waiting-uploads.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import { weekNumber } from '../../platform/time/utc-week.ts';
import type { QuoteStore } from '../record/quote-store.ts';
import { strategyAt } from '../strategy/strategy-at.ts';
import type { StrategyStore } from '../strategy/strategy-store.ts';
import type { ConvertedQuote } from './converted-quote.ts';
import { type QuoteLoadPorts, quoteLoad } from './quote-load.ts';

export interface ImportConvertedQuotePorts extends Omit<StepPorts, 'hasTime'>, QuoteLoadPorts {
  readonly store: MarketStore;
  readonly dieselFor: () => Promise<DieselLookup>;
  readonly quotes: Pick<QuoteStore, 'read'>;
  readonly strategies: Pick<StrategyStore, 'page'>;
}

/**
 * `load`: the load is in the market. `off`: the organization does not take converted quotes. `no-load`: this quote
 * cannot be a load. `waiting`: its organization is suspended; `resumeUploads` starts another run.
 */
export type ConvertedQuoteOutcome =
  | { readonly outcome: 'load'; readonly imported: Imported }
  | { readonly outcome: 'off' | 'waiting' }
  | { readonly outcome: 'no-load'; readonly reason: string };

/**
 * Imports the load of a converted quote, if the strategy at its conversion has the setting. Each step is safe to repeat,
 * and the same quote is always the same load: a run that was killed, or a second message, changes nothing that is complete.
 * @param upload of `readConvertedQuoteMessage`.
 */
export async function importConvertedQuote(
  ports: ImportConvertedQuotePorts,
  upload: Upload,
  converted: ConvertedQuote,
): Promise<ConvertedQuoteOutcome> {
  const { orgId, mode, quoteId } = converted;
  const quote = await ports.quotes.read(converted, quoteId);
  const convertedAt = quote?.convertedAt;
  if (quote === undefined || convertedAt === undefined) {
    return { outcome: 'no-load', reason: quote ? 'the quote is not converted' : 'the quote was deleted' };
  }
  const strategy = await strategyAt(ports.strategies, converted, convertedAt);
  if (!strategy.convertedQuotesAsLoads) return { outcome: 'off' };
  const owner = organizationOwner(orgId, mode);
  for (;;) {
    const fault = await ownerFault(ports, { owner, orgId });
    if (fault === undefined) break;
    if (fault.waitsFor === undefined) return { outcome: 'no-load', reason: fault.reason };
    await storeWaitingUpload(ports, orgId, upload);
    // Check again: a resumption just before the import was stored has not found it.
    if ((await ownerFault(ports, { owner, orgId }))?.waitsFor !== undefined) return { outcome: 'waiting' };
  }
  const load = await quoteLoad(converted, { ...quote, convertedAt }, ports);
  if ('fault' in load) return { outcome: 'no-load', reason: load.fault };
  await registerOwner(ports.store, owner);
  return importLoad(ports, owner, load.accepted);
}

async function importLoad(
  { store, dieselFor, now }: ImportConvertedQuotePorts,
  owner: ReportingOwner,
  { freightMarket, week, load }: AcceptedLoad,
): Promise<ConvertedQuoteOutcome> {
  const thisWeek = weekNumber(utcDay(now()));
  const loads = { freightMarket, weeks: new Map([[week, new Map([[load.id, load]])]]) };
  try {
    const imported = await importLoads(store, owner, loads, thisWeek);
    if (await mustPublish(store, owner)) await publishMarket(store, await dieselFor(), thisWeek);
    return { outcome: 'load', imported };
  } catch (error) {
    if (!(error instanceof TooManyLoadsError)) throw error;
    return { outcome: 'no-load', reason: error.message };
  }
}

import type { Account } from '../../platform/account/account.ts';
import type { Outcome } from '../../platform/http/outcome.ts';
import type { TextAnswer } from '../../platform/http/text-answer.ts';
import type { QuoteId } from '../record/quote-id.ts';
import type { QuoteStore } from '../record/quote-store.ts';
import type { StrategyStore } from '../strategy/strategy-store.ts';
import { answerSheet, type RenderPdf } from './answer-sheet.ts';
import type { SheetFormat } from './sheet-format.ts';

/** Port: names of organizations. */
export interface SenderNames {
  /** Undefined if the organization is unknown. */
  readName(orgId: string): Promise<string | undefined>;
}

export interface SheetSources {
  readonly quotes: Pick<QuoteStore, 'read'>;
  readonly senders: SenderNames;
  readonly strategies: Pick<StrategyStore, 'version'>;
  readonly renderPdf: RenderPdf;
}

/** Renders the sheet of a quote in any status, with the terms of the strategy that priced it. */
export type RenderSheet = (
  account: Account,
  quoteId: QuoteId,
  format: SheetFormat,
) => Promise<Outcome<TextAnswer> | 'no-quote' | 'no-sender'>;

export const createRenderSheet =
  ({ quotes, senders, strategies, renderPdf }: SheetSources): RenderSheet =>
  async (account, quoteId, format) => {
    const { orgId, mode } = account;
    const [stored, sender] = await Promise.all([quotes.read(account, quoteId), senders.readName(orgId)]);
    if (stored === undefined) return 'no-quote';
    if (sender === undefined) return 'no-sender';
    const strategy = await strategies.version(orgId, mode, stored.strategyVersion);
    return answerSheet(stored, { name: sender, terms: strategy?.sheetTerms ?? '' }, format, renderPdf);
  };

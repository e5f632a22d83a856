import type * as v from 'valibot';
import type { UsageResponse } from '../../shared/accounts/usage/usage-statement.ts';
import type { ChatReading } from '../../shared/chats/read-chat-lanes.ts';
import type { ApiRequest } from '../../shared/platform/http/api-request.ts';
import type { Answer } from '../../shared/platform/http/outcome.ts';
import type { ListedQuotes } from '../../shared/quotes/listing/list-quotes.ts';
import type { CreatedQuote, QuoteDetail, ReadQuote } from '../../shared/quotes/record/quote-document.ts';
import type { RateResult } from '../../shared/rates/rates-document.ts';
import type { listLanesAnswer } from '../../shared/rfps/documents/lane-document.ts';
import type { RfpAnswer, readRfpAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import type { RfpPreview } from '../../shared/rfps/preview-rfp.ts';
import type { TerminalSearchBody } from '../../shared/terminals/search/terminal-document.ts';

type Operation<Body> = (request: ApiRequest) => Promise<Answer<Body>>;

/** The operations behind the tools. Each takes the request of its REST operation, and answers its body. */
export interface FreightOperations {
  readonly searchTerminals: Operation<TerminalSearchBody>;
  readonly priceLanes: Operation<{ readonly status: 'success'; readonly data: readonly RateResult[] }>;
  readonly createQuote: Operation<{ readonly quote: CreatedQuote }>;
  /** Takes the request of `createQuote`, and stores nothing but one count of rate calls. */
  readonly previewQuote: Operation<{ readonly quote: QuoteDetail }>;
  readonly listQuotes: Operation<ListedQuotes>;
  readonly readQuote: Operation<{ readonly quote: ReadQuote }>;
  /** Takes the request of `createRfp`, and prices, stores and counts nothing. */
  readonly previewRfp: Operation<RfpPreview>;
  readonly createRfp: Operation<RfpAnswer>;
  readonly readRfp: Operation<v.InferOutput<typeof readRfpAnswer>>;
  readonly listRfpLanes: Operation<v.InferOutput<typeof listLanesAnswer>>;
  /** Takes text, subject and day of `createChat`, and stores nothing. */
  readonly readLanesFromText: Operation<ChatReading>;
  readonly readUsage: Operation<UsageResponse>;
}

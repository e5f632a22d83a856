import { CREATE_QUOTE } from './create-quote-tool.ts';
import { EXPLAIN_RATE } from './explain-rate-tool.ts';
import { PRICE_LANES } from './price-lanes-tool.ts';
import { FIND_QUOTES, READ_QUOTE } from './quote-tools.ts';
import { READ_USAGE } from './read-usage-tool.ts';
import { PRICE_RFP, READ_RFP } from './rfp-tools.ts';
import { SEARCH_TERMINALS } from './search-terminals-tool.ts';
import type { Tool } from './tool.ts';

/** All tools, in the order in which a pricing desk uses them. */
export const TOOLS: readonly Tool[] = [
  SEARCH_TERMINALS,
  PRICE_LANES,
  EXPLAIN_RATE,
  CREATE_QUOTE,
  FIND_QUOTES,
  READ_QUOTE,
  PRICE_RFP,
  READ_RFP,
  READ_USAGE,
];

import type { QueueFunction } from './function-definition.ts';
import { IMPORT_MARKET } from './market-functions.ts';
import { PRICE_RFP_LANES } from './rfp-functions.ts';
import { WEBHOOK_QUEUE_FUNCTIONS } from './webhook-functions.ts';

/** Functions that consume a queue that their stack publishes. */
export const QUEUE_FUNCTIONS: readonly QueueFunction[] = [
  ...WEBHOOK_QUEUE_FUNCTIONS,
  PRICE_RFP_LANES,
  IMPORT_MARKET,
];

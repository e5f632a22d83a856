export type * from './api/api-types.ts';
export { FreightClient } from './client.ts';
export {
  ApiError,
  ConnectionError,
  FreightError,
  GeneralApiError,
  InvalidResponseError,
  QuotesApiError,
  RatesApiError,
  RequestTimeoutError,
} from './errors/errors.ts';
export type { List, Page } from './lists/list.ts';
export type { ReplaceOptions } from './resources/pricing-strategy.ts';
export type { PriceOptions } from './resources/rates.ts';
export type { ResultsFile, ResultsQuery, WaitOptions } from './resources/rfps.ts';
export type { LogEntry } from './transport/log.ts';
export type { CallOptions, ClientOptions, Fetch, KeyedCallOptions } from './transport/options.ts';
export type { Answer, ResponseInfo, Result } from './transport/result.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookRejection,
  WebhookVerificationError,
} from './webhooks/verify-webhook.ts';

/** Functions that the dashboard shows one by one; those of the API are seen by the gateway's own metrics. */
export const WATCHED_FUNCTIONS = [
  'authorizer',
  'search-terminals',
  'publish-quote-events',
  'dispatch-event',
  'deliver-webhook',
  'retry-webhook',
  'sweep-due-deliveries',
  'announce-expiries',
  'import-market',
] as const;
export type WatchedFunction = (typeof WATCHED_FUNCTIONS)[number];

/** Where log lines are: of the gateway, a line a call; of the functions of a stack. */
export const LOG_SOURCES = ['access', 'api', 'webhooks', 'market'] as const;
export type LogSource = (typeof LOG_SOURCES)[number];

/** Functions that the dashboard shows one by one. Functions of the API have gateway metrics. */
export const MONITORED_FUNCTIONS = [
  'authorizer',
  'search-terminals',
  'publish-quote-events',
  'dispatch-event',
  'deliver-webhook',
  'retry-webhook',
  'sweep-due-deliveries',
  'announce-expiries',
  'import-market',
  'price-rfp-lanes',
  'publish-rfp-changes',
  'probe',
] as const;
export type MonitoredFunction = (typeof MONITORED_FUNCTIONS)[number];

/** Log groups: `access` has the access log of the gateway, each other one the logs of the functions of a stack. */
export const LOG_SOURCES = ['access', 'api', 'webhooks', 'market', 'rfps'] as const;
export type LogSource = (typeof LOG_SOURCES)[number];

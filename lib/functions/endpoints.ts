import { ACCESSORIAL_ENDPOINTS } from './accessorial-endpoints.ts';
import { CONTRACT_ENDPOINTS } from './contract-endpoints.ts';
import type { Endpoint, FunctionDefinition, ScheduledFunction } from './function-definition.ts';
import { KEY_ENDPOINTS } from './key-endpoints.ts';
import { MARKET_ENDPOINTS } from './market-endpoints.ts';
import { MCP } from './mcp-endpoint.ts';
import { QUEUE_FUNCTIONS } from './queue-functions.ts';
import { QUOTE_OUTCOME_ENDPOINTS } from './quote-outcome-endpoints.ts';
import { QUOTE_SHEET_ENDPOINTS } from './quote-sheet-endpoints.ts';
import { RFP_ENDPOINTS } from './rfp-endpoints.ts';
import { PUBLISH_RFP_CHANGES } from './rfp-functions.ts';
import { SEARCH_FUNCTIONS } from './search-functions.ts';
import { WEBHOOK_ENDPOINTS } from './webhook-endpoints.ts';
import { PUBLISH_QUOTE_EVENTS, SWEEP_DUE_DELIVERIES } from './webhook-functions.ts';

/** The table also contains API keys. */
const ORGANIZATION_ITEMS_ONLY = { organizations: ['ORG#*'] } as const;

export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/api/v1/terminals/search',
    function: 'search-terminals',
    errorFormat: 'rates',
    tables: { terminals: ['GetItem'] },
    searchDomain: 'search',
    data: ['terminals'],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot search terminals, so they lack the names for rate requests.',
  },
  {
    method: 'GET',
    path: '/api/v1/places/search',
    function: 'search-places',
    errorFormat: 'rates',
    tables: {},
    data: ['places'],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers get no suggestions of places; rates and quotes accept places as before.',
  },
  {
    method: 'POST',
    path: '/api/v1/rates',
    function: 'price-lanes',
    errorFormat: 'rates',
    tables: {
      organizations: ['BatchGetItem'],
      usage: ['BatchGetItem', 'UpdateItem'],
      strategies: ['BatchGetItem'],
      idempotency: ['GetItem', 'PutItem'],
      terminals: ['GetItem'],
      market: ['GetItem', 'BatchGetItem'],
    },
    leadingKeys: ORGANIZATION_ITEMS_ONLY,
    data: ['terminals', 'places'],
    roadDistances: true,
    memoryMb: 1024,
    timeoutSeconds: 15,
    impact: 'Callers get no market rates.',
  },
  {
    method: 'POST',
    path: '/api/v1/quotes',
    function: 'create-quote',
    errorFormat: 'quotes',
    tables: {
      organizations: ['BatchGetItem'],
      usage: ['Query', 'UpdateItem'],
      quotes: ['GetItem', 'PutItem', 'UpdateItem'],
      strategies: ['Query'],
      contracts: ['BatchGetItem'],
      idempotency: ['GetItem', 'PutItem'],
      terminals: ['GetItem'],
      market: ['GetItem', 'BatchGetItem'],
    },
    leadingKeys: ORGANIZATION_ITEMS_ONLY,
    data: ['terminals', 'places'],
    roadDistances: true,
    memoryMb: 1024,
    timeoutSeconds: 15,
    impact: 'Callers cannot create quotes.',
  },
  {
    method: 'GET',
    path: '/api/v1/quotes',
    function: 'list-quotes',
    errorFormat: 'quotes',
    tables: { quotes: ['Query'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot list their quotes; each one can still be read by its id.',
  },
  {
    method: 'GET',
    path: '/api/v1/quotes/{quote_id}',
    function: 'read-quote',
    errorFormat: 'quotes',
    tables: { quotes: ['Query'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot read a quote.',
  },
  {
    method: 'GET',
    path: '/api/v1/quotes/{quote_id}/events',
    function: 'list-quote-events',
    errorFormat: 'quotes',
    tables: { quotes: ['GetItem'], deliveries: ['BatchGetItem'] },
    leadingKeys: { deliveries: ['E#*', 'D#*'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot list the events of a quote; the events are delivered.',
  },
  {
    method: 'DELETE',
    path: '/api/v1/quotes/{quote_id}',
    function: 'delete-quote',
    errorFormat: 'quotes',
    tables: { quotes: ['GetItem', 'UpdateItem', 'DeleteItem'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot delete quotes.',
  },
  {
    method: 'POST',
    path: '/api/v1/quotes/{quote_id}/convert',
    function: 'convert-quote',
    errorFormat: 'quotes',
    tables: { quotes: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot convert quotes, and some may expire meanwhile.',
  },
  ...QUOTE_OUTCOME_ENDPOINTS,
  ...QUOTE_SHEET_ENDPOINTS,
  ...CONTRACT_ENDPOINTS,
  ...RFP_ENDPOINTS,
  ...MARKET_ENDPOINTS,
  {
    method: 'GET',
    path: '/api/v1/usage',
    function: 'read-usage',
    errorFormat: 'rates',
    tables: { organizations: ['BatchGetItem'], usage: ['BatchGetItem', 'Query'] },
    leadingKeys: ORGANIZATION_ITEMS_ONLY,
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot see how much of their usage limit is left; rate requests are still counted.',
  },
  {
    method: 'GET',
    path: '/api/v1/organization',
    function: 'read-organization',
    errorFormat: 'rates',
    tables: { organizations: ['GetItem'] },
    leadingKeys: ORGANIZATION_ITEMS_ONLY,
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot read the id and limits of their organization; other operations are not affected.',
  },
  {
    method: 'GET',
    path: '/api/v1/pricing-strategy',
    function: 'read-pricing-strategy',
    errorFormat: 'quotes',
    tables: { strategies: ['Query'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot read their pricing strategy; new quotes are not affected.',
  },
  {
    method: 'PUT',
    path: '/api/v1/pricing-strategy',
    function: 'replace-pricing-strategy',
    errorFormat: 'quotes',
    tables: { strategies: ['Query', 'PutItem'], audit: ['PutItem'], terminals: ['GetItem'] },
    data: ['terminals', 'places'],
    memoryMb: 1024,
    timeoutSeconds: 10,
    impact: 'Callers cannot change their pricing strategy; the current strategy stays active.',
  },
  ...KEY_ENDPOINTS,
  {
    method: 'GET',
    path: '/api/v1/pricing-strategy/history',
    function: 'read-pricing-strategy-history',
    errorFormat: 'quotes',
    tables: { strategies: ['Query'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers cannot see earlier versions of their pricing strategy; prices are not affected.',
  },
  {
    method: 'POST',
    path: '/api/v1/pricing-strategy/preview',
    function: 'preview-pricing-strategy',
    errorFormat: 'quotes',
    tables: { quotes: ['Query', 'BatchGetItem'], strategies: ['Query'], terminals: ['GetItem'] },
    data: ['terminals', 'places'],
    memoryMb: 1024,
    timeoutSeconds: 10,
    impact: 'Callers cannot preview a change of their pricing strategy; changes themselves are not affected.',
  },
  ...ACCESSORIAL_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  MCP,
];

export const AUTHORIZER: FunctionDefinition = {
  function: 'authorizer',
  tables: { organizations: ['GetItem'] },
  attributeUpdates: { organizations: { leadingKeys: ['KEY#*'], attributes: ['pk', 'lastUsedOn'] } },
  data: [],
  memoryMb: 512,
  timeoutSeconds: 5,
  impact: 'Every call gets 500.',
};

export const LOAD_TERMINALS: FunctionDefinition = {
  function: 'load-terminals',
  tables: { terminals: ['GetItem', 'Query', 'PutItem'] },
  data: ['terminals'],
  memoryMb: 512,
  timeoutSeconds: 25,
  impact: 'New terminals of the deployment are missing; freight terminals import adds them by hand.',
};

export const SCHEDULED: readonly ScheduledFunction[] = [
  {
    function: 'refresh-diesel',
    // The EIA publishes on Monday evening US Eastern, on Tuesday after a federal holiday. One of four runs is enough.
    schedule: 'cron(0 12,23 ? * TUE-WED *)',
    tables: { market: ['GetItem', 'PutItem'] },
    data: [],
    secrets: ['eia-api-key'],
    memoryMb: 512,
    timeoutSeconds: 28,
    impact: 'Diesel prices of this week are missing; freight diesel import adds them by hand.',
  },
  {
    function: 'announce-expiries',
    // Quotes expire at midnight UTC. A run that reaches its time limit is continued by the next one.
    schedule: 'rate(1 minute)',
    tables: { quotes: ['GetItem', 'UpdateItem'] },
    indexes: { quotes: ['by-expiry'] },
    data: [],
    memoryMb: 512,
    timeoutSeconds: 28,
    impact: 'No webhooks are sent for expired quotes; the status of the quotes is correct.',
  },
];

/** Calls the public API on a schedule, and receives the webhook that it causes. Only in environments with `probeMinutes`. */
export const PROBE: FunctionDefinition = {
  function: 'probe',
  tables: {},
  secrets: ['probe'],
  data: [],
  memoryMb: 512,
  timeoutSeconds: 28,
  impact: 'No alarm reports that calls or webhooks fail for all callers.',
};

/** The path of the receiver. It is not an operation: the signature of the webhook replaces key and authorizer. */
export const PROBE_PATH = '/v1/probe';

/** Returns the sheet of a share link. It is not an operation: a token replaces key and authorizer. */
export const READ_SHARED_QUOTE: FunctionDefinition = {
  function: 'read-shared-quote',
  tables: { quotes: ['GetItem', 'Query'], organizations: ['GetItem'], strategies: ['GetItem'] },
  leadingKeys: { ...ORGANIZATION_ITEMS_ONLY, quotes: ['share#*', '*#Q-*'] },
  attributeUpdates: {
    quotes: {
      leadingKeys: ['*#shares'],
      attributes: ['pk', 'sk', 'viewCount', 'lastViewedAt', 'tokenHash', 'expiresAt'],
    },
  },
  data: ['fonts'],
  // As the sheet with an API key.
  memoryMb: 1024,
  timeoutSeconds: 15,
  impact: 'Customers cannot open share links of quotes; organizations can read the sheets.',
};

/** Returns `openapi.json`. It is not an operation: it needs no key, and is not part of the description. */
export const READ_API_DESCRIPTION: FunctionDefinition = {
  function: 'read-api-description',
  tables: {},
  data: ['description'],
  memoryMb: 512,
  timeoutSeconds: 10,
  impact: 'Integrators and tools cannot read the description of the API; all operations work.',
};

/**
 * Endpoints whose functions are in nested stacks of the API stack on AWS, by the name of the nested stack. A stack has at most
 * 500 resources, and a function needs four.
 */
export const NESTED_ENDPOINTS: Readonly<Record<string, readonly Endpoint[]>> = {
  Rfps: RFP_ENDPOINTS,
  Outcomes: QUOTE_OUTCOME_ENDPOINTS,
  Terms: [...ACCESSORIAL_ENDPOINTS, ...CONTRACT_ENDPOINTS],
  QuoteSheets: QUOTE_SHEET_ENDPOINTS,
};

const NESTED = Object.values(NESTED_ENDPOINTS).flat();

/** Operations that change or preview terms: other functions, which are called more often, see a fault of terminals first. */
export const isCalledRarely = (endpoint: Endpoint): boolean =>
  NESTED.includes(endpoint) || endpoint.path.startsWith('/api/v1/pricing-strategy');

/** Operations of the description of the API. */
export const DESCRIBED_ENDPOINTS = ENDPOINTS.filter(({ isUndescribed }) => isUndescribed !== true);

/** All functions of the service. */
export const FUNCTIONS: readonly FunctionDefinition[] = [
  AUTHORIZER,
  ...ENDPOINTS,
  LOAD_TERMINALS,
  ...SCHEDULED,
  PUBLISH_QUOTE_EVENTS,
  PUBLISH_RFP_CHANGES,
  ...QUEUE_FUNCTIONS,
  SWEEP_DUE_DELIVERIES,
  ...SEARCH_FUNCTIONS,
  PROBE,
  READ_API_DESCRIPTION,
  READ_SHARED_QUOTE,
];

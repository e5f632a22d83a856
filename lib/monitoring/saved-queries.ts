/** Log groups: `access` has the access log of the gateway, the others the logs of the functions of a stack. */
type LogSource = 'access' | 'api' | 'workers';
/** Their names. */
export type LogGroups = Readonly<Record<LogSource, string>>;

/** A saved query of CloudWatch Logs Insights. */
interface SavedQuery {
  /** Log groups that it reads. */
  readonly sources: readonly LogSource[];
  /** The commands of the query, joined by pipes. */
  readonly stages: readonly string[];
}

/** Query text in the syntax of the console. */
export const queryText = ({ stages }: SavedQuery): string => stages.join('\n| ');

const FUNCTIONS: readonly LogSource[] = ['api', 'workers'];

/** By their names, which the runbook has. */
export const SAVED_QUERIES: Readonly<Record<string, SavedQuery>> = {
  failures: {
    sources: FUNCTIONS,
    stages: [
      'filter level = "error"',
      'stats count(*) as lines, count_distinct(orgId) as organizations, max(@timestamp) as last by code, errorName',
      'sort lines desc',
    ],
  },
  'failure-details': {
    sources: FUNCTIONS,
    stages: [
      'filter level = "error"',
      'fields @timestamp, code, requestId, orgId, errorName, errorMessage, @logStream',
      'sort @timestamp desc',
      'limit 100',
    ],
  },
  'one-request': {
    sources: ['access', 'api', 'workers'],
    stages: [
      'filter requestId = "REQUEST-ID"',
      'fields @timestamp, level, code, message, status, orgId, errorName, errorMessage, @logStream',
      'sort @timestamp',
    ],
  },
  'one-organization': {
    sources: ['access', 'api', 'workers'],
    stages: [
      'filter orgId = "ORG-ID"',
      'fields @timestamp, level, code, message, method, resource, status, requestId, errorName, @logStream',
      'sort @timestamp desc',
      'limit 200',
    ],
  },
  'rejected-calls': {
    sources: ['access'],
    stages: [
      'filter status >= 400',
      'stats count(*) as calls, count_distinct(orgId) as organizations by status, errorType, method, resource',
      'sort calls desc',
    ],
  },
  'slow-calls': {
    sources: ['access'],
    stages: [
      'filter latency > 3000',
      'fields @timestamp, method, resource, latency, integrationLatency, status, orgId, requestId',
      'sort latency desc',
      'limit 50',
    ],
  },
  'calls-by-organization': {
    sources: ['access'],
    stages: [
      'stats count(*) as calls, pct(latency, 99) as p99 by orgId, mode',
      'sort calls desc',
      'limit 50',
    ],
  },
  'throttled-organizations': {
    sources: ['access'],
    stages: [
      'filter errorType = "THROTTLED"',
      'stats count(*) as calls by orgId, bin(5m) as time',
      'sort calls desc',
      'limit 50',
    ],
  },
  'organizations-without-gateway-key': {
    sources: ['access'],
    stages: [
      'filter errorType = "INVALID_API_KEY"',
      'stats count(*) as calls, max(@timestamp) as last by orgId',
      'sort calls desc',
    ],
  },
  'unauthorized-calls': {
    sources: ['access'],
    stages: [
      'filter status = 401',
      'stats count(*) as calls by ip, method, resource',
      'sort calls desc',
      'limit 50',
    ],
  },
  'usage-near-limits': {
    sources: ['api'],
    stages: [
      'filter code = "USAGE_THRESHOLD_REACHED"',
      'stats max(percent) as percent, max(used) as used, max(usageLimit) as usageLimit by orgId, mode',
      'sort percent desc',
    ],
  },
  'deliveries-by-organization': {
    sources: ['workers'],
    stages: [
      'filter code = "DELIVERIES_ATTEMPTED"',
      'stats sum(AttemptsSucceeded) as succeeded, sum(AttemptsFailed) as failed, sum(ended) as endedAsFailed, sum(errors.timeout) as timeouts by orgId',
      'sort failed desc',
      'limit 50',
    ],
  },
  'deliveries-unfinished': {
    sources: ['workers'],
    stages: [
      'filter code in ["DELIVERY_NOT_PROCESSED", "DELIVERY_ROW_UNREADABLE", "DELIVERY_MESSAGE_UNKNOWN", "QUEUE_REJECTED_MESSAGES"]',
      'fields @timestamp, code, orgId, webhookId, deliveryId, errorName, errorMessage',
      'sort @timestamp desc',
      'limit 100',
    ],
  },
  sweeps: {
    sources: ['workers'],
    stages: [
      'filter code in ["DELIVERIES_SWEPT", "DELIVERIES_DUE"]',
      'fields @timestamp, code, webhooks, complete, OldestDue, OldestWaiting',
      'sort @timestamp desc',
      'limit 60',
    ],
  },
  'events-not-dispatched': {
    sources: ['workers'],
    stages: [
      'filter code in ["EVENT_REJECTED", "EVENT_NOT_DISPATCHED", "QUOTE_RECORD_UNREADABLE"]',
      'fields @timestamp, code, messageId, sequenceNumber, reason, errorName, errorMessage',
      'sort @timestamp desc',
      'limit 100',
    ],
  },
  'search-fallbacks': {
    sources: ['api'],
    stages: [
      'filter code in ["TERMINAL_SEARCH_FELL_BACK", "TERMINAL_SEARCH_RECOVERED"]',
      'fields @timestamp, code, errorName, errorMessage, requestId',
      'sort @timestamp desc',
      'limit 50',
    ],
  },
  'terminals-and-diesel': {
    sources: ['api'],
    stages: [
      'filter code like /^(TERMINAL|DIESEL|MARKET)/ and level != "info"',
      'stats count(*) as lines, max(@timestamp) as last by code, errorName, errorMessage',
      'sort last desc',
    ],
  },
  uploads: {
    sources: ['workers'],
    stages: [
      'filter code like /^UPLOAD_/',
      'fields @timestamp, code, key, reason, outcome, UploadedRows, LoadsAdded, LoadsKnown, RowsRejected, RatesCreated, RatesReplaced, RatesUnchanged, RatesRejected, QuotesCreated, QuotesReplaced, QuotesRejected, errorName, errorMessage',
      'sort @timestamp desc',
      'limit 100',
    ],
  },
  rfps: {
    sources: ['workers'],
    stages: [
      'filter code like /^RFP_/',
      'fields @timestamp, code, orgId, mode, rfpId, receives, lanes, LanesPriced, LanesFailed, errorName, errorMessage',
      'sort @timestamp desc',
      'limit 100',
    ],
  },
  'probe-runs': {
    sources: ['api'],
    stages: [
      'filter code like /^PROBE_/ and level != "info"',
      'fields @timestamp, code, step, reason, errorName, errorMessage',
      'sort @timestamp desc',
      'limit 50',
    ],
  },
  'time-and-memory': {
    sources: FUNCTIONS,
    stages: [
      'filter type = "platform.report"',
      'parse @logStream "*/*/*/*[*" as year, month, day, function, environment',
      'stats count(*) as runs, pct(record.metrics.durationMs, 99) as p99, sum(record.metrics.billedDurationMs) / 1000 as billedSeconds, max(record.metrics.maxMemoryUsedMB) as memoryMb, count(record.metrics.initDurationMs) as coldStarts by function',
      'sort billedSeconds desc',
    ],
  },
};

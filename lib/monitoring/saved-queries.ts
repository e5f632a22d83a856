/** Log groups: `access` has the access log of the gateway, the others the logs of the functions of a stack. */
type LogSource = 'access' | 'api' | 'workers';
/** Their names. */
export type LogGroups = Readonly<Record<LogSource, string>>;

/** A saved query of CloudWatch Logs Insights, in the syntax of the console. */
interface SavedQuery {
  /** Log groups that it reads. */
  readonly sources: readonly LogSource[];
  readonly text: string;
}

const FUNCTIONS: readonly LogSource[] = ['api', 'workers'];

/** Errors that functions log, errors that they do not catch ("ERROR", a line of Lambda), and runs out of time or memory. */
const FAILED =
  'level in ["error", "ERROR"] or (type = "platform.report" and record.status in ["error", "failure", "timeout"])';
const PROBLEM = 'coalesce(code, message.errorType, record.errorType, record.status) as problem';
/** No line has a field with one of these names. */
const FUNCTION_NAME = 'parse @logStream "*/*/*/*[*" as year, month, day, functionName, environment';

const query = (sources: readonly LogSource[], ...stages: readonly string[]): SavedQuery => ({
  sources,
  text: stages.join('\n| '),
});

/** The newest lines that a filter finds. */
const newest = (sources: readonly LogSource[], filter: string, fields: string, limit: number): SavedQuery =>
  query(
    sources,
    `filter ${filter}`,
    `fields @timestamp, ${fields}`,
    'sort @timestamp desc',
    `limit ${limit}`,
  );

/** By their names, which the runbook has. */
export const SAVED_QUERIES: Readonly<Record<string, SavedQuery>> = {
  failures: query(
    FUNCTIONS,
    `filter ${FAILED}`,
    FUNCTION_NAME,
    `fields ${PROBLEM}`,
    'stats count(*) as lines, count_distinct(orgId) as organizations, max(@timestamp) as last by functionName, problem, errorName',
    'sort lines desc',
  ),
  'failure-details': newest(
    FUNCTIONS,
    FAILED,
    `${PROBLEM}, errorName, coalesce(errorMessage, message.errorMessage) as explanation, requestId, orgId, @logStream`,
    100,
  ),
  'one-request': query(
    ['access', 'api', 'workers'],
    'filter requestId = "REQUEST-ID"',
    'fields @timestamp, level, code, message, status, orgId, errorName, errorMessage, @logStream',
    'sort @timestamp',
  ),
  'one-organization': newest(
    ['access', 'api', 'workers'],
    'orgId = "ORG-ID"',
    'level, code, message, method, resource, status, requestId, errorName, @logStream',
    200,
  ),
  'rejected-calls': query(
    ['access'],
    'filter status >= 400',
    'stats count(*) as calls, count_distinct(orgId) as organizations by status, errorType, method, resource',
    'sort calls desc',
  ),
  'slow-calls': query(
    ['access'],
    'filter latency > 3000',
    'fields @timestamp, method, resource, latency, integrationLatency, status, orgId, requestId',
    'sort latency desc',
    'limit 50',
  ),
  'calls-by-organization': query(
    ['access'],
    'stats count(*) as calls, pct(latency, 99) as p99 by orgId, mode',
    'sort calls desc',
    'limit 50',
  ),
  'organizations-without-gateway-key': query(
    ['access'],
    'filter errorType = "INVALID_API_KEY"',
    'stats count(*) as calls, max(@timestamp) as last by orgId',
    'sort calls desc',
  ),
  'unauthorized-calls': query(
    ['access'],
    'filter status = 401',
    'stats count(*) as calls by ip, method, resource',
    'sort calls desc',
    'limit 50',
  ),
  'usage-near-limits': query(
    ['api'],
    'filter code = "USAGE_THRESHOLD_REACHED"',
    'stats max(percent) as percent, max(used) as used, max(usageLimit) as usageLimit by orgId, mode',
    'sort percent desc',
  ),
  'deliveries-by-organization': query(
    ['workers'],
    'filter code = "DELIVERIES_ATTEMPTED"',
    'stats sum(AttemptsSucceeded) as succeeded, sum(AttemptsFailed) as failed, sum(ended) as endedAsFailed, sum(errors.timeout) as timeout, sum(errors.dns) as dns, sum(errors.connect) as connect, sum(errors.tls) as tls by orgId',
    'sort failed desc',
    'limit 50',
  ),
  'deliveries-unfinished': newest(
    ['workers'],
    'code in ["DELIVERY_NOT_PROCESSED", "DELIVERY_ROW_UNREADABLE", "DELIVERY_MESSAGE_UNKNOWN", "QUEUE_REJECTED_MESSAGES"]',
    'code, orgId, webhookId, deliveryId, errorName, errorMessage, reasons.0',
    100,
  ),
  sweeps: newest(
    ['workers'],
    'code in ["DELIVERIES_SWEPT", "DELIVERIES_DUE"]',
    'code, webhooks, complete, OldestDue, OldestWaiting',
    60,
  ),
  'events-not-dispatched': newest(
    ['workers'],
    'code in ["EVENT_REJECTED", "EVENT_NOT_DISPATCHED", "QUOTE_RECORD_UNREADABLE", "RFP_CHANGE_NOT_PUBLISHED", "QUEUE_REJECTED_MESSAGES"]',
    'code, messageId, sequenceNumber, reason, errorName, errorMessage, reasons.0, @logStream',
    100,
  ),
  'search-fallbacks': newest(
    ['api'],
    'code in ["TERMINAL_SEARCH_FELL_BACK", "TERMINAL_SEARCH_RECOVERED"]',
    'code, errorName, errorMessage, requestId',
    50,
  ),
  'terminals-and-diesel': query(
    ['api'],
    'filter code like /^(TERMINAL|DIESEL|MARKET)/ and level != "info"',
    'stats count(*) as lines, max(@timestamp) as last by code, errorName, errorMessage',
    'sort last desc',
  ),
  uploads: newest(
    ['workers'],
    'code like /^UPLOAD_/',
    'code, key, reason, outcome, UploadedRows, LoadsAdded, LoadsKnown, RowsRejected, RatesCreated, RatesReplaced, RatesUnchanged, RatesRejected, QuotesCreated, QuotesReplaced, QuotesRejected, errorName, errorMessage',
    100,
  ),
  rfps: newest(
    ['workers'],
    'code like /^RFP_/',
    'code, orgId, mode, rfpId, receives, lanes, LanesPriced, LanesFailed, errorName, errorMessage',
    100,
  ),
  'probe-runs': newest(['api'], 'code like /^PROBE_/', 'code, step, reason, errorName, errorMessage', 100),
  'time-and-memory': query(
    FUNCTIONS,
    'filter type = "platform.report"',
    FUNCTION_NAME,
    'stats count(*) as runs, pct(record.metrics.durationMs, 99) as p99, sum(record.metrics.billedDurationMs) / 1000 as billedSeconds, max(record.metrics.maxMemoryUsedMB) as usedMb, max(record.metrics.memorySizeMB) as sizeMb, count(record.metrics.initDurationMs) as coldStarts by functionName',
    'sort billedSeconds desc',
  ),
};

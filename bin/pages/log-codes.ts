import type { RunbookSection } from '../../lib/settings/runbook-sections.ts';
import { ACCESS_REJECTIONS } from '../../shared/accounts/authorization/access-rejections.ts';
import { rejectionStatus } from '../../shared/platform/http/rejection.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';

type LogCode = (typeof LOG)[keyof typeof LOG]['code'];

const runbook = (text: string, section: RunbookSection) => `${text} [Runbook](runbook.md#${section}).`;
const NOTHING = 'Nothing.';

/** What an operator does about a line of each code. */
const WHAT_TO_DO: Readonly<Record<LogCode, string>> = {
  API_CALL_FAILED: runbook('The line has the error and its cause.', 'the-api-answers-500'),
  API_CALL_TIMED_OUT: runbook('Find the slow service that the function calls.', 'calls-are-slow'),
  API_WRITE_CONTENDED: 'Nothing: the call was not counted, and the caller repeats it after `Retry-After`.',
  API_RESPONSE_MISMATCH:
    'In a deployment, the caller got the response. `differences` lists the fields: correct the handler or the schema.',
  API_CALLER_CONTEXT_MISSING: runbook(
    'Roll back: gateway and authorizer have different versions.',
    'the-api-answers-500',
  ),
  AUTHORIZER_FAILED: runbook('The line has the cause, mostly an error of DynamoDB.', 'the-authorizer-fails'),
  AUTHORIZER_DENIED:
    'Nothing. If there are many, the query [unauthorized-calls](runbook.md#saved-queries) shows their addresses. `rejection` has [the reason](#reasons-of-the-authorizer).',
  AUTHORIZER_KEY_USE_NOT_RECORDED:
    'Nothing: a later call repeats the write. If it continues, `lastUsedOn` of keys is stale; the line has the error.',
  MAP_SERVICE_FAILED:
    'If it continues, check the quota and the rights of Amazon Location. Rates use [the highway graph](../explanation/places-and-distances.md) meanwhile.',
  CHAT_MODEL_FAILED:
    'If it continues, check `reason`: the rights on the model, its quota, and whether it supports structured output. Texts are read by the grammar meanwhile.',
  MAIL_RECEIVED: NOTHING,
  MAIL_REFUSED:
    'Nothing: `reason` is `unknown-recipient`, `unknown-sender` (not in the list of the organization), `not-authenticated` (neither DMARC nor an own signature passes), `automatic`, `own-address`, `virus`, `suspended`, `malformed`, `unreadable` or `expired`. If a customer misses a mail, compare it with the list of the organization.',
  MAIL_FAILED: runbook('The line has the error; the message is tried again.', 'dead-letters'),
  MAIL_EVENT_UNKNOWN: runbook('Find who sent the message.', 'dead-letters'),
  MAP_ANSWER_UNUSABLE: 'Nothing. `reason` states why the distance was not used.',
  TERMINAL_SNAPSHOT_BROKEN: runbook('Publish the terminals again.', 'terminals-are-stale'),
  TERMINALS_UNREADABLE: runbook('Find the error of the table.', 'terminals-are-stale'),
  TERMINALS_BUNDLED:
    'Nothing in the first minutes of an environment. Later: `freight terminals import FILE.csv` publishes the terminals.',
  TERMINAL_CATALOGUE_NOT_LOADED:
    'Run `freight terminals import FILE.csv` with the export of a service on your machine: a deployment loads only a changed catalogue.',
  TERMINAL_CATALOGUE_LOADED: NOTHING,
  QUEUE_REJECTED_MESSAGES: runbook('`reasons` has the errors of SQS.', 'events-are-late'),
  QUOTE_RECORD_UNREADABLE: runbook(
    'The record blocks its shard until it moves to the failed events.',
    'stream-records-failed',
  ),
  RFP_LANES_FAILED: runbook(
    'The line has the number of lanes and the first error. Lanes that fail at every attempt get INTERNAL_ERROR, and do not count.',
    'lanes-of-rfps-are-not-priced',
  ),
  RFP_MESSAGE_UNKNOWN: runbook(
    'Nothing else wrote to the queue before; find who sent the message.',
    'lanes-of-rfps-are-not-priced',
  ),
  RFP_WORK_WAITS: NOTHING,
  RFP_WORK_FAILED: runbook('The line has the error and its cause.', 'lanes-of-rfps-are-not-priced'),
  RFP_FILE_READ: NOTHING,
  RFP_RESULTS_WRITTEN: NOTHING,
  RFP_FILE_REJECTED: NOTHING,
  RFP_CHUNK_PRICED: NOTHING,
  RFP_CHANGE_NOT_PUBLISHED: runbook(
    'The record blocks its shard until it moves to the failed events.',
    'stream-records-failed',
  ),
  TERMINAL_SEARCH_FELL_BACK: runbook(
    'Callers get the same results. Check the domain if it continues.',
    'the-embedded-search-answers',
  ),
  TERMINAL_SEARCH_RECOVERED: NOTHING,
  TERMINAL_INDEX_BUILT: NOTHING,
  TERMINAL_INDEX_NOT_BUILT: runbook(
    'Correct the cause, then run `freight terminals reindex`.',
    'the-search-domain-is-unhealthy',
  ),
  TERMINAL_ROWS_NOT_INDEXED: runbook('`reason` is the reason of the domain.', 'terminal-changes-are-late'),
  TERMINAL_RECORD_UNREADABLE: runbook(
    'Correct the row with `freight terminals import`.',
    'terminal-changes-are-late',
  ),
  QUOTE_EXPIRIES_ANNOUNCED:
    'Nothing. If `finished` stays false for hours, see [what breaks first](../explanation/scale.md#what-breaks-first).',
  DIESEL_BOOK_BROKEN: runbook('Run `freight diesel rebuild`.', 'diesel-prices-are-stale'),
  BENCHMARKS_UNREADABLE:
    'Run `freight benchmarks show`: it says whether the reports are damaged. Then import them again.',
  DIESEL_UNREADABLE: runbook('Find the error of the table `market`.', 'diesel-prices-are-stale'),
  MARKET_UNREADABLE: runbook('Find the error of the table `market`.', 'the-market-cannot-be-read'),
  DIESEL_STALE: runbook('Record the newest price.', 'diesel-prices-are-stale'),
  DIESEL_REFRESHED: NOTHING,
  DIESEL_KEY_MISSING:
    'Set the key of the EIA ([diesel prices](data.md#diesel-prices)), or record prices by hand.',
  DIESEL_OPERATOR_PRICE_KEPT:
    'If the price of the EIA is correct, record it with `freight diesel set` ([diesel prices](data.md#diesel-prices)).',
  DIESEL_REFRESH_FAILED: runbook(
    'Nothing for 14 days: the schedule tries again. Then record prices by hand.',
    'diesel-prices-are-stale',
  ),
  DELIVERY_MESSAGE_NOT_SENT: runbook('Nothing, unless deliveries are overdue.', 'deliveries-are-overdue'),
  DELIVERY_CLAIM_LOST: 'Nothing. The receiver may get the event twice, with the same event id.',
  SLOW_RECEIVER_NOT_RECORDED: NOTHING,
  WEBHOOK_DISABLED:
    'Nothing. The owner of the webhook enables it again after its receiver is corrected ([webhooks](../integrators/webhooks.md)).',
  WEBHOOK_DELIVERIES_FAILED: NOTHING,
  PLACES_NOT_RELEASED: 'Nothing: they are free when they expire.',
  DELIVERY_NOT_PROCESSED: runbook('The line has the error.', 'deliveries-are-overdue'),
  DELIVERY_ROW_UNREADABLE: runbook(
    '`pk` and `sk` name the row: restore it or delete it.',
    'deliveries-are-overdue',
  ),
  DELIVERY_MESSAGE_UNKNOWN: runbook('Read the message in the dead-letter queue.', 'dead-letters'),
  EVENT_NOT_DISPATCHED: runbook('The line has the error.', 'events-are-late'),
  EVENT_REJECTED: runbook('`reason` states what its sender must correct.', 'dead-letters'),
  DELIVERIES_SWEPT: NOTHING,
  DELIVERIES_ATTEMPTED: NOTHING,
  DELIVERIES_DUE: NOTHING,
  USAGE_THRESHOLD_REACHED: runbook(
    'Offer a higher limit before the organization reaches it.',
    'organizations-near-their-usage-limit',
  ),
  COUNTED: 'Nothing. The alarm of the metric states what to do.',
  UPLOAD_IMPORTED: NOTHING,
  UPLOAD_REJECTED: 'Send the reason to the owner of the file ([uploads](data.md#uploads)).',
  UPLOAD_PAUSED: NOTHING,
  UPLOAD_NOT_PROCESSED: runbook('The line names the file and the error.', 'uploads-are-not-imported'),
  CONVERTED_QUOTE_IMPORTED: NOTHING,
  CONVERTED_QUOTE_NOT_IMPORTED: NOTHING,
  UPLOAD_EVENT_UNKNOWN: runbook('Read the message in the dead-letter queue.', 'uploads-are-not-imported'),
  PROBE_RAN: NOTHING,
  PROBE_FAILED: runbook('`step` and `reason` name the failed call.', 'the-probe-fails'),
  PROBE_NOT_SET_UP: 'Set up [the probe](runbook.md#the-probe), if the environment shall have one.',
  PROBE_SETTINGS_UNREADABLE: runbook('Correct the parameter of the probe.', 'the-probe-fails'),
  PROBE_EVENT_RECEIVED: NOTHING,
};

/** The page of all codes that functions log. */
export function logCodesPage(): string {
  const messages = Object.values(LOG).toSorted((a, b) => a.code.localeCompare(b.code));
  const [quiet = [], others = []] = [true, false].map((isQuiet) =>
    messages.filter(({ code, level }) => (level === 'info' && WHAT_TO_DO[code] === NOTHING) === isQuiet),
  );
  const rows = others.map(
    ({ code, level, text }) => `| \`${code}\` | ${level} | ${text} | ${WHAT_TO_DO[code]} |`,
  );
  const reasons = Object.entries(ACCESS_REJECTIONS).map(
    ([name, rejection]) => `| \`${name}\` | ${rejectionStatus(rejection)} | ${rejection.message} |`,
  );
  return `# Log codes

Every line that a function logs is one JSON object with \`code\`, \`level\`, \`message\`, \`timestamp\` and \`version\`. Lines of a call also have \`requestId\` and \`orgId\`; those of the authorizer have \`method\` and \`resource\` instead. An answer below 500 has a line only in the access log of API Gateway (the emulator has none). An \`error\` means that the service failed to do something; a \`warn\` means that it did something else instead. [Saved queries](runbook.md#saved-queries) search for codes.

| Code | Level | Meaning and cause | What to do |
| --- | --- | --- | --- |
${rows.join('\n')}

These codes have the level \`info\` and need no action: ${quiet.map(({ code }) => `\`${code}\``).join(', ')}.

## Reasons of the authorizer

The field \`rejection\` of \`AUTHORIZER_DENIED\`, and what the caller reads:

| Reason | Status | Message to the caller |
| --- | --- | --- |
${reasons.join('\n')}

## Lines of other sources

- The access log of API Gateway has no codes. Its field \`errorType\` states why the gateway rejected a call: query [rejected-calls](runbook.md#saved-queries).
- Lambda logs an error that a function does not catch with the level \`ERROR\`, without a code; \`message\` has its type and text. A run out of time or memory has only Lambda's \`platform.report\`. The query [failures](runbook.md#saved-queries) has both.
- On this machine, the host logs three codes for functions: \`FUNCTION_CRASHED\` (the worker ended), \`FUNCTION_FAILED\` (the handler threw an error) and \`FUNCTION_TIMED_OUT\`. Lambda reports them in its own lines.
`;
}

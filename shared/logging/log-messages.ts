/** One kind of log line: `code` is what alarms, queries and the runbook search for. */
export interface LogMessage {
  readonly code: string;
  readonly text: string;
}

/** Every line the functions write. A code is never reused for another meaning. */
export const LOG = {
  callAnswered: { code: 'API_CALL_ANSWERED', text: 'An operation answered.' },
  callFailed: {
    code: 'API_CALL_FAILED',
    text: 'An operation failed for a cause of our own; the caller got 500.',
  },
  callTimedOut: { code: 'API_CALL_TIMED_OUT', text: 'An operation ran out of its time; the caller got 500.' },
  responseMismatch: { code: 'API_RESPONSE_MISMATCH', text: 'A response differs from its schema.' },
  contextMissing: {
    code: 'API_CALLER_CONTEXT_MISSING',
    text: 'A call arrived without what the authorizer establishes; the deployment is broken.',
  },
  authorizerFailed: {
    code: 'AUTHORIZER_FAILED',
    text: 'The authorizer could not look up a key; the caller got 500.',
  },
  callDenied: {
    code: 'AUTHORIZER_DENIED',
    text: 'A call was refused: no valid key, or a key without organization.',
  },
  mapServiceFailed: {
    code: 'MAP_SERVICE_FAILED',
    text: 'The map service gave no usable distance; the embedded one was used, and the service is left alone a while.',
  },
  snapshotBroken: {
    code: 'TERMINAL_SNAPSHOT_BROKEN',
    text: 'A published snapshot of terminals cannot be used; the last good one stays in service.',
  },
  terminalsUnreadable: {
    code: 'TERMINALS_UNREADABLE',
    text: 'The terminals table could not be read; what was read last stays in service.',
  },
  terminalsBundled: {
    code: 'TERMINALS_BUNDLED',
    text: 'The catalogue of the bundle is in service: the table has no snapshot, or cannot be read.',
  },
  catalogueNotLoaded: {
    code: 'TERMINAL_CATALOGUE_NOT_LOADED',
    text: 'The catalogue could not be loaded into the terminals table; the deployment goes on.',
  },
  catalogueLoaded: {
    code: 'TERMINAL_CATALOGUE_LOADED',
    text: 'The catalogue is in the terminals table.',
  },
  queueRefused: {
    code: 'QUEUE_REFUSED_MESSAGES',
    text: 'A queue did not take messages, after retries; what sent them tries again or reports it.',
  },
  quoteRecordUnreadable: {
    code: 'QUOTE_RECORD_UNREADABLE',
    text: 'A record of the quotes stream is not as quotes are kept: its event is not published.',
  },
  searchFellBack: {
    code: 'TERMINAL_SEARCH_FELL_BACK',
    text: 'OpenSearch gave no usable answer; the embedded search answered, and goes on where the domain is left alone.',
  },
  searchRecovered: {
    code: 'TERMINAL_SEARCH_RECOVERED',
    text: 'OpenSearch answers again.',
  },
  indexBuilt: {
    code: 'TERMINAL_INDEX_BUILT',
    text: 'The search index of terminals was built anew, or was as this version of the code makes it.',
  },
  indexNotBuilt: {
    code: 'TERMINAL_INDEX_NOT_BUILT',
    text: 'The search index of terminals could not be built; what was in service stays so, else the embedded search answers.',
  },
  indexRunNotReported: {
    code: 'TERMINAL_INDEX_RUN_NOT_REPORTED',
    text: 'How a rebuild of the search index goes could not be written down; the rebuild goes on.',
  },
  rowsNotIndexed: {
    code: 'TERMINAL_ROWS_NOT_INDEXED',
    text: 'Changed terminals could not be written to the search index; they are tried again.',
  },
  terminalRecordUnreadable: {
    code: 'TERMINAL_RECORD_UNREADABLE',
    text: 'A record of the terminals stream is not as terminals are kept: the search index does not follow it.',
  },
  expiriesAnnounced: {
    code: 'QUOTE_EXPIRIES_ANNOUNCED',
    text: 'Quotes that have expired were announced; where it is not finished the next sweep goes on.',
  },
  dieselBroken: {
    code: 'DIESEL_BOOK_BROKEN',
    text: 'The recorded diesel prices cannot be used; the last good ones stay in service.',
  },
  dieselUnreadable: {
    code: 'DIESEL_UNREADABLE',
    text: 'The market table could not be read; what was read last stays in service.',
  },
  dieselStale: {
    code: 'DIESEL_STALE',
    text: 'The newest diesel price is more than 14 days old; rates carry a warning.',
  },
  dieselRefreshed: {
    code: 'DIESEL_REFRESHED',
    text: 'The diesel prices were compared with those of the EIA.',
  },
  dieselKeyMissing: {
    code: 'DIESEL_KEY_MISSING',
    text: 'There is no key for the data of the EIA: diesel prices are left as they are.',
  },
  dieselKeptFromEia: {
    code: 'DIESEL_KEPT_FROM_OPERATOR',
    text: 'The EIA has other prices for a week that the operator recorded; the recorded ones stay.',
  },
  dieselRefreshFailed: {
    code: 'DIESEL_REFRESH_FAILED',
    text: 'The diesel prices of the EIA could not be had or believed; nothing was changed.',
  },
  hintNotSent: {
    code: 'DELIVERY_HINT_NOT_SENT',
    text: 'A hint at a delivery could not be sent to its queue; the sweep finds the delivery within minutes.',
  },
  attemptOutlived: {
    code: 'DELIVERY_ATTEMPT_OUTLIVED',
    text: 'An attempt took so long that its delivery was given to another; the log of attempts shows it as cut off.',
  },
  slowNotNoted: {
    code: 'RECEIVER_SLOW_NOT_NOTED',
    text: 'That a receiver is slow could not be noted; the next attempt notes it.',
  },
  answerNotKept: {
    code: 'RECEIVER_ANSWER_NOT_KEPT',
    text: 'The long answer of a receiver could not be kept; the attempt is logged without it.',
  },
  webhookDisabled: {
    code: 'WEBHOOK_DISABLED',
    text: 'A webhook was disabled; what is pending for it ends as failed.',
  },
  webhookClosed: {
    code: 'WEBHOOK_CLOSED',
    text: 'Pending deliveries of a deleted or disabled webhook were ended.',
  },
  slotsNotGivenBack: {
    code: 'DELIVERY_SLOTS_NOT_GIVEN_BACK',
    text: 'Places in flight could not be given back; they are free again when their lease runs out.',
  },
  deliveryUnfinished: {
    code: 'DELIVERY_UNFINISHED',
    text: 'A delivery could not be worked on, for a reason of ours; it stays pending and comes again.',
  },
  deliveryGivenUp: {
    code: 'DELIVERY_GIVEN_UP',
    text: 'A delivery could not be worked on for days, for a reason of ours; it ended as failed.',
  },
  deliveryRowUnreadable: {
    code: 'DELIVERY_ROW_UNREADABLE',
    text: 'A row of the deliveries table is not as deliveries are kept; it is passed over.',
  },
  messageUnknown: {
    code: 'DELIVERY_MESSAGE_UNKNOWN',
    text: 'A message of a delivery queue cannot be read; it goes to the dead-letter queue.',
  },
  eventUnfinished: {
    code: 'EVENT_UNFINISHED',
    text: 'An event could not be dispatched, for a reason of ours; its message comes again.',
  },
  eventRefused: {
    code: 'EVENT_REFUSED',
    text: 'A message of the intake queue is no event; it is in the dead-letter queue with the reason.',
  },
  deliveriesSwept: {
    code: 'DELIVERIES_SWEPT',
    text: 'Deliveries that are due, or whose hint was lost, were enqueued; what was unreached is for the next sweep.',
  },
  sweepFailed: {
    code: 'DELIVERY_SWEEP_FAILED',
    text: 'A part of the sweep failed, for a reason of ours; the others went on, and the next sweep tries it again.',
  },
  deliveriesAttempted: {
    code: 'DELIVERIES_ATTEMPTED',
    text: "A run attempted deliveries of an organization; a receiver's failure is an attempt that failed.",
  },
  deliveriesDue: {
    code: 'DELIVERIES_DUE',
    text: 'How late the oldest deliveries are that the sweep met.',
  },
  usageMark: {
    code: 'USAGE_MARK_REACHED',
    text: "An organization's calls of the month reached a further percent of its usage limit.",
  },
  counted: { code: 'COUNTED', text: 'Something happened that an alarm counts.' },
  webhookCloseNotSent: {
    code: 'WEBHOOK_CLOSE_NOT_SENT',
    text: 'The pending deliveries of a deleted or disabled webhook were not ended at once; each ends when it is due.',
  },
} as const satisfies Record<string, LogMessage>;

/** One kind of log line. Alarms, saved queries and the runbook search for `code`. */
export interface LogMessage {
  readonly code: string;
  readonly text: string;
}

// One constant for each log line, so that a bundle contains only those it uses. A code is never reused.

export const callAnswered: LogMessage = { code: 'API_CALL_ANSWERED', text: 'An operation answered.' };
export const callFailed: LogMessage = {
  code: 'API_CALL_FAILED',
  text: 'An operation failed because of a service error; the caller got 500.',
};
export const callTimedOut: LogMessage = {
  code: 'API_CALL_TIMED_OUT',
  text: 'An operation ran out of time; the caller got 500.',
};
export const writeContended: LogMessage = {
  code: 'API_WRITE_CONTENDED',
  text: 'Other calls changed the same item at every attempt; the caller got 429.',
};
export const responseMismatch: LogMessage = {
  code: 'API_RESPONSE_MISMATCH',
  text: 'A response differs from its schema.',
};
export const contextMissing: LogMessage = {
  code: 'API_CALLER_CONTEXT_MISSING',
  text: "A call arrived without the authorizer's context; the deployment is broken.",
};
export const authorizerFailed: LogMessage = {
  code: 'AUTHORIZER_FAILED',
  text: 'The authorizer could not look up a key; the caller got 500.',
};
export const callDenied: LogMessage = {
  code: 'AUTHORIZER_DENIED',
  text: 'A call was rejected: it has no valid key, or its key has no organization.',
};
export const mapServiceFailed: LogMessage = {
  code: 'MAP_SERVICE_FAILED',
  text: 'The map service failed; the embedded distance is used, and the map service is not called for 30 seconds.',
};
export const mapAnswerUnusable: LogMessage = {
  code: 'MAP_ANSWER_UNUSABLE',
  text: 'The map service returned no usable answer for a lane; the embedded distance is used for that lane.',
};
export const snapshotBroken: LogMessage = {
  code: 'TERMINAL_SNAPSHOT_BROKEN',
  text: 'A published terminal snapshot is unusable; the last good snapshot stays in use.',
};
export const terminalsUnreadable: LogMessage = {
  code: 'TERMINALS_UNREADABLE',
  text: 'The terminals table could not be read; the terminals from the last successful read stay in use.',
};
export const terminalsBundled: LogMessage = {
  code: 'TERMINALS_BUNDLED',
  text: 'The bundled catalogue is in use: the table has no snapshot or could not be read.',
};
export const catalogueNotLoaded: LogMessage = {
  code: 'TERMINAL_CATALOGUE_NOT_LOADED',
  text: 'The catalogue could not be loaded into the terminals table; the deployment continues.',
};
export const catalogueLoaded: LogMessage = {
  code: 'TERMINAL_CATALOGUE_LOADED',
  text: 'The catalogue is loaded into the terminals table.',
};
export const queueRejectedMessages: LogMessage = {
  code: 'QUEUE_REJECTED_MESSAGES',
  text: 'A queue rejected messages after all retries; the sender retries or reports them.',
};
export const quoteRecordUnreadable: LogMessage = {
  code: 'QUOTE_RECORD_UNREADABLE',
  text: 'A record of the quotes stream does not have the format of a quote; its event is not published.',
};
export const searchFellBack: LogMessage = {
  code: 'TERMINAL_SEARCH_FELL_BACK',
  text: 'OpenSearch returned no usable answer; the embedded search answers until OpenSearch is retried.',
};
export const searchRecovered: LogMessage = {
  code: 'TERMINAL_SEARCH_RECOVERED',
  text: 'OpenSearch answers again.',
};
export const indexBuilt: LogMessage = {
  code: 'TERMINAL_INDEX_BUILT',
  text: 'The terminal search index was rebuilt, or was already up to date.',
};
export const indexNotBuilt: LogMessage = {
  code: 'TERMINAL_INDEX_NOT_BUILT',
  text: 'The terminal search index could not be built; the previous index stays in use, or else the embedded search answers.',
};
export const indexRunNotReported: LogMessage = {
  code: 'TERMINAL_INDEX_RUN_NOT_REPORTED',
  text: 'The progress of a search index rebuild could not be stored; the rebuild continues.',
};
export const rowsNotIndexed: LogMessage = {
  code: 'TERMINAL_ROWS_NOT_INDEXED',
  text: 'Changed terminals could not be written to the search index; they are retried.',
};
export const terminalRecordUnreadable: LogMessage = {
  code: 'TERMINAL_RECORD_UNREADABLE',
  text: 'A record of the terminals stream does not have the format of a terminal; the search index ignores it.',
};
export const expiriesAnnounced: LogMessage = {
  code: 'QUOTE_EXPIRIES_ANNOUNCED',
  text: 'Events for expired quotes were sent; if any are left, the next sweep continues.',
};
export const dieselBroken: LogMessage = {
  code: 'DIESEL_BOOK_BROKEN',
  text: 'The stored diesel prices are unusable; the last good prices stay in use.',
};
export const dieselUnreadable: LogMessage = {
  code: 'DIESEL_UNREADABLE',
  text: 'The market table could not be read; the diesel prices from the last successful read stay in use.',
};
export const marketUnreadable: LogMessage = {
  code: 'MARKET_UNREADABLE',
  text: 'The published market could not be read; the market from the last successful read stays in use.',
};
export const dieselStale: LogMessage = {
  code: 'DIESEL_STALE',
  text: 'The newest diesel price is more than 14 days old; rates carry a warning.',
};
export const dieselRefreshed: LogMessage = {
  code: 'DIESEL_REFRESHED',
  text: 'The stored diesel prices were compared with the EIA prices.',
};
export const dieselKeyMissing: LogMessage = {
  code: 'DIESEL_KEY_MISSING',
  text: 'The EIA API key is missing; diesel prices were not changed.',
};
export const dieselOperatorPriceKept: LogMessage = {
  code: 'DIESEL_OPERATOR_PRICE_KEPT',
  text: 'The EIA prices differ from those that the operator recorded for a week; the recorded prices stay.',
};
export const dieselRefreshFailed: LogMessage = {
  code: 'DIESEL_REFRESH_FAILED',
  text: 'EIA diesel prices are unavailable or implausible; no change was made.',
};
export const deliveryMessageNotSent: LogMessage = {
  code: 'DELIVERY_MESSAGE_NOT_SENT',
  text: 'A delivery message could not be sent to its queue; the sweep finds the delivery within minutes.',
};
export const attemptLeaseLost: LogMessage = {
  code: 'DELIVERY_LEASE_LOST',
  text: 'An attempt outlasted its lease, and another worker took the delivery; the attempt log shows it as interrupted.',
};
export const slowReceiverNotRecorded: LogMessage = {
  code: 'SLOW_RECEIVER_NOT_RECORDED',
  text: 'A slow receiver could not be recorded as slow; the next attempt records it.',
};
export const responseBodyNotStored: LogMessage = {
  code: 'RECEIVER_RESPONSE_NOT_STORED',
  text: "A receiver's long response body could not be stored; the attempt is logged without it.",
};
export const webhookDisabled: LogMessage = {
  code: 'WEBHOOK_DISABLED',
  text: 'A webhook was disabled; its pending deliveries fail.',
};
export const webhookDeliveriesFailed: LogMessage = {
  code: 'WEBHOOK_DELIVERIES_FAILED',
  text: 'Pending deliveries of a deleted or disabled webhook were failed.',
};
export const leasesNotReleased: LogMessage = {
  code: 'DELIVERY_LEASES_NOT_RELEASED',
  text: 'In-flight leases could not be released; they end when they expire.',
};
export const deliveryNotProcessed: LogMessage = {
  code: 'DELIVERY_NOT_PROCESSED',
  text: 'A delivery could not be processed because of a service error; it stays pending and is retried.',
};
export const deliveryNeverProcessed: LogMessage = {
  code: 'DELIVERY_NEVER_PROCESSED',
  text: 'A delivery could not be processed for days because of a service error; it failed.',
};
export const deliveryRowUnreadable: LogMessage = {
  code: 'DELIVERY_ROW_UNREADABLE',
  text: 'A row of the deliveries table does not have the format of a delivery; it is skipped.',
};
export const messageUnknown: LogMessage = {
  code: 'DELIVERY_MESSAGE_UNKNOWN',
  text: 'A message of a delivery queue cannot be parsed; it goes to the dead-letter queue.',
};
export const eventNotDispatched: LogMessage = {
  code: 'EVENT_NOT_DISPATCHED',
  text: 'An event could not be dispatched because of a service error; its message is retried.',
};
export const eventRejected: LogMessage = {
  code: 'EVENT_REJECTED',
  text: 'A message of the intake queue is not a valid event; it is in the dead-letter queue with the reason.',
};
export const deliveriesSwept: LogMessage = {
  code: 'DELIVERIES_SWEPT',
  text: 'The sweep enqueued due deliveries and those without a delivery message; the next sweep continues with the rest.',
};
export const sweepFailed: LogMessage = {
  code: 'DELIVERY_SWEEP_FAILED',
  text: 'A part of the sweep failed because of a service error; the other parts continued, and the next sweep retries it.',
};
export const deliveriesAttempted: LogMessage = {
  code: 'DELIVERIES_ATTEMPTED',
  text: "A run attempted deliveries of an organization; a receiver's failure is a failed attempt.",
};
export const deliveriesDue: LogMessage = {
  code: 'DELIVERIES_DUE',
  text: 'Age of the oldest due deliveries that the sweep found.',
};
export const usageThresholdReached: LogMessage = {
  code: 'USAGE_THRESHOLD_REACHED',
  text: "An organization's calls of the month reached a further percent of its usage limit.",
};
export const counted: LogMessage = { code: 'COUNTED', text: 'An event occurred that an alarm counts.' };
export const webhookDeliveriesNotFailed: LogMessage = {
  code: 'WEBHOOK_DELIVERIES_NOT_FAILED',
  text: 'Pending deliveries of a deleted or disabled webhook were not failed at once; each fails when it is due.',
};
export const uploadImported: LogMessage = {
  code: 'UPLOAD_IMPORTED',
  text: 'An uploaded file of loads was imported; its result file is stored next to it.',
};
export const uploadRejected: LogMessage = {
  code: 'UPLOAD_REJECTED',
  text: 'An uploaded file, or the rest of it, was rejected; its result file has the reason.',
};
export const uploadPaused: LogMessage = {
  code: 'UPLOAD_PAUSED',
  text: 'A run on an uploaded file ended early: another run continues or finished it, or its organization is suspended.',
};
export const uploadNotProcessed: LogMessage = {
  code: 'UPLOAD_NOT_PROCESSED',
  text: 'An uploaded file could not be processed because of a service error; its message is retried.',
};
export const uploadEventUnknown: LogMessage = {
  code: 'UPLOAD_EVENT_UNKNOWN',
  text: 'A message of the upload queue does not describe an upload; it goes to the dead-letter queue.',
};
export const probeRan: LogMessage = { code: 'PROBE_RAN', text: 'A run of the probe ended.' };
export const probeFailed: LogMessage = {
  code: 'PROBE_FAILED',
  text: 'The probe could not price a lane, or make or delete a quote, through the public API.',
};
export const probeNotSetUp: LogMessage = {
  code: 'PROBE_NOT_SET_UP',
  text: 'The probe has no settings in Systems Manager; it does nothing.',
};
export const probeSettingsUnreadable: LogMessage = {
  code: 'PROBE_SETTINGS_UNREADABLE',
  text: 'The settings of the probe cannot be read or are invalid.',
};
export const probeEventReceived: LogMessage = {
  code: 'PROBE_EVENT_RECEIVED',
  text: 'The webhook of the probe received an event.',
};

/** One kind of log line. Alarms, saved queries and the runbook search for `code`. */
export interface LogMessage {
  readonly code: string;
  readonly level: LogLevel;
  readonly text: string;
}

/** `error`: the service failed to do something. `warn`: it did something else instead. */
export type LogLevel = 'info' | 'warn' | 'error';

// One constant for each log line, so that a bundle contains only those it uses. A code is never reused.

export const callFailed = {
  code: 'API_CALL_FAILED',
  level: 'error',
  text: 'An operation failed because of a service error; the caller got 500.',
} as const satisfies LogMessage;
export const callTimedOut = {
  code: 'API_CALL_TIMED_OUT',
  level: 'error',
  text: 'An operation ran out of time; the caller got 500.',
} as const satisfies LogMessage;
export const writeContended = {
  code: 'API_WRITE_CONTENDED',
  level: 'warn',
  text: 'Other calls changed the same item at every attempt; the caller got 429.',
} as const satisfies LogMessage;
export const responseMismatch = {
  code: 'API_RESPONSE_MISMATCH',
  level: 'error',
  text: 'A response differs from its schema.',
} as const satisfies LogMessage;
export const contextMissing = {
  code: 'API_CALLER_CONTEXT_MISSING',
  level: 'error',
  text: "A call arrived without the authorizer's context; the deployment is broken.",
} as const satisfies LogMessage;
export const authorizerFailed = {
  code: 'AUTHORIZER_FAILED',
  level: 'error',
  text: 'The authorizer could not look up a key; the caller got 500.',
} as const satisfies LogMessage;
export const callDenied = {
  code: 'AUTHORIZER_DENIED',
  level: 'info',
  text: 'A call was rejected: it has no valid key, or its key has no organization.',
} as const satisfies LogMessage;
export const keyUseNotRecorded = {
  code: 'AUTHORIZER_KEY_USE_NOT_RECORDED',
  level: 'warn',
  text: 'The day of the last use of a key could not be written; the call is not affected, and a later call repeats the write.',
} as const satisfies LogMessage;
export const mapServiceFailed = {
  code: 'MAP_SERVICE_FAILED',
  level: 'warn',
  text: 'The map service failed; the embedded distance is used, and the map service is not called for 30 seconds.',
} as const satisfies LogMessage;
export const chatModelFailed = {
  code: 'CHAT_MODEL_FAILED',
  level: 'warn',
  text: 'The model for texts of chats had no usable answer; the grammar read the text. After a failure of Amazon Bedrock, the model is not called for 30 seconds.',
} as const satisfies LogMessage;
export const mailReceived = {
  code: 'MAIL_RECEIVED',
  level: 'info',
  text: 'A mail became a chat, or was received before; the line has organization, mode and chat.',
} as const satisfies LogMessage;
export const mailRefused = {
  code: 'MAIL_REFUSED',
  level: 'info',
  text: 'A mail made no chat: `reason`. The line has the object in the bucket of mails, which expires after a day.',
} as const satisfies LogMessage;
export const mailFailed = {
  code: 'MAIL_FAILED',
  level: 'error',
  text: 'A mail could not be received because of a service error; it is tried again.',
} as const satisfies LogMessage;
export const mailEventUnknown = {
  code: 'MAIL_EVENT_UNKNOWN',
  level: 'error',
  text: 'A message in the queue of mails is not an event of S3.',
} as const satisfies LogMessage;
export const mapAnswerUnusable = {
  code: 'MAP_ANSWER_UNUSABLE',
  level: 'warn',
  text: 'The map service returned no usable answer for a lane; the embedded distance is used for that lane.',
} as const satisfies LogMessage;
export const snapshotBroken = {
  code: 'TERMINAL_SNAPSHOT_BROKEN',
  level: 'error',
  text: 'A published terminal snapshot is unusable; the last good snapshot stays in use.',
} as const satisfies LogMessage;
export const terminalsUnreadable = {
  code: 'TERMINALS_UNREADABLE',
  level: 'error',
  text: 'The terminals table could not be read; the terminals from the last successful read stay in use.',
} as const satisfies LogMessage;
export const terminalsBundled = {
  code: 'TERMINALS_BUNDLED',
  level: 'warn',
  text: 'The bundled catalogue is in use: the table has no snapshot or could not be read.',
} as const satisfies LogMessage;
export const catalogueNotLoaded = {
  code: 'TERMINAL_CATALOGUE_NOT_LOADED',
  level: 'error',
  text: 'The catalogue could not be loaded into the terminals table; the deployment continues.',
} as const satisfies LogMessage;
export const catalogueLoaded = {
  code: 'TERMINAL_CATALOGUE_LOADED',
  level: 'info',
  text: 'The catalogue is loaded into the terminals table.',
} as const satisfies LogMessage;
export const queueRejectedMessages = {
  code: 'QUEUE_REJECTED_MESSAGES',
  level: 'error',
  text: 'A queue rejected messages after all retries; the sender retries or reports them.',
} as const satisfies LogMessage;
export const quoteRecordUnreadable = {
  code: 'QUOTE_RECORD_UNREADABLE',
  level: 'error',
  text: 'A record of the quotes stream does not have the format of a quote; its event is not published.',
} as const satisfies LogMessage;
export const rfpLanesFailed = {
  code: 'RFP_LANES_FAILED',
  level: 'error',
  text: 'Lanes of an RFP were not priced because of an internal error; their chunk is tried again, then the lanes fail.',
} as const satisfies LogMessage;
export const rfpMessageUnknown = {
  code: 'RFP_MESSAGE_UNKNOWN',
  level: 'error',
  text: 'A message in a queue of RFPs names neither a chunk, nor an RFP to erase, nor a file of lanes.',
} as const satisfies LogMessage;
export const rfpWorkFailed = {
  code: 'RFP_WORK_FAILED',
  level: 'error',
  text: 'A chunk of an RFP could not be priced, a deleted RFP not erased, a file of lanes not read, or a file of results not written; the message is tried again.',
} as const satisfies LogMessage;
export const rfpWorkWaits = {
  code: 'RFP_WORK_WAITS',
  level: 'info',
  text: 'Work on an RFP was left because its organization is suspended; freight org resume requests it again.',
} as const satisfies LogMessage;
export const rfpFileRead = {
  code: 'RFP_FILE_READ',
  level: 'info',
  text: 'The file of an RFP was read, and its lanes are being priced.',
} as const;

export const rfpResultsWritten = {
  code: 'RFP_RESULTS_WRITTEN',
  level: 'info',
  text: 'The file of results of a large RFP was written.',
} as const;

export const rfpFileRejected = {
  code: 'RFP_FILE_REJECTED',
  level: 'info',
  text: 'The file of an RFP was rejected for a reason that its caller reads; the RFP failed.',
} as const;

export const rfpChunkPriced = {
  code: 'RFP_CHUNK_PRICED',
  level: 'info',
  text: 'The lanes of a chunk of an RFP have results.',
} as const satisfies LogMessage;
export const rfpChangeNotPublished = {
  code: 'RFP_CHANGE_NOT_PUBLISHED',
  level: 'error',
  text: 'The work or the event of a change of an RFP could not be sent; the record of the stream is tried again.',
} as const satisfies LogMessage;
export const searchFellBack = {
  code: 'TERMINAL_SEARCH_FELL_BACK',
  level: 'warn',
  text: 'OpenSearch returned no usable answer; the embedded search answers until OpenSearch is retried.',
} as const satisfies LogMessage;
export const searchRecovered = {
  code: 'TERMINAL_SEARCH_RECOVERED',
  level: 'info',
  text: 'OpenSearch answers again.',
} as const satisfies LogMessage;
export const indexBuilt = {
  code: 'TERMINAL_INDEX_BUILT',
  level: 'info',
  text: 'The terminal search index was rebuilt.',
} as const satisfies LogMessage;
export const indexNotBuilt = {
  code: 'TERMINAL_INDEX_NOT_BUILT',
  level: 'error',
  text: 'The terminal search index could not be built; the embedded search answers.',
} as const satisfies LogMessage;
export const rowsNotIndexed = {
  code: 'TERMINAL_ROWS_NOT_INDEXED',
  level: 'error',
  text: 'Changed terminals could not be written to the search index; they are retried.',
} as const satisfies LogMessage;
export const terminalRecordUnreadable = {
  code: 'TERMINAL_RECORD_UNREADABLE',
  level: 'error',
  text: 'A record of the terminals stream does not have the format of a terminal; the search index ignores it.',
} as const satisfies LogMessage;
export const expiriesAnnounced = {
  code: 'QUOTE_EXPIRIES_ANNOUNCED',
  level: 'info',
  text: 'Events for expired quotes were sent; if any are left, the next sweep continues.',
} as const satisfies LogMessage;
export const dieselBroken = {
  code: 'DIESEL_BOOK_BROKEN',
  level: 'error',
  text: 'The stored diesel prices are unusable; the last good prices stay in use.',
} as const satisfies LogMessage;
export const dieselUnreadable = {
  code: 'DIESEL_UNREADABLE',
  level: 'error',
  text: 'The market table could not be read; the diesel prices from the last successful read stay in use.',
} as const satisfies LogMessage;
export const marketUnreadable = {
  code: 'MARKET_UNREADABLE',
  level: 'error',
  text: 'The published market could not be read; the market from the last successful read stays in use.',
} as const satisfies LogMessage;
export const benchmarksUnreadable = {
  code: 'BENCHMARKS_UNREADABLE',
  level: 'error',
  text: 'The imported published rates could not be read; the last good ones stay in use.',
} as const satisfies LogMessage;
export const dieselStale = {
  code: 'DIESEL_STALE',
  level: 'warn',
  text: 'The newest diesel price is more than 14 days old; rates carry a warning.',
} as const satisfies LogMessage;
export const dieselRefreshed = {
  code: 'DIESEL_REFRESHED',
  level: 'info',
  text: 'The stored diesel prices were compared with the EIA prices.',
} as const satisfies LogMessage;
export const dieselKeyMissing = {
  code: 'DIESEL_KEY_MISSING',
  level: 'info',
  text: 'The EIA API key is missing; diesel prices were not changed.',
} as const satisfies LogMessage;
export const dieselOperatorPriceKept = {
  code: 'DIESEL_OPERATOR_PRICE_KEPT',
  level: 'warn',
  text: 'The EIA prices differ from those that the operator recorded for a week; the recorded prices stay.',
} as const satisfies LogMessage;
export const dieselRefreshFailed = {
  code: 'DIESEL_REFRESH_FAILED',
  level: 'error',
  text: 'EIA diesel prices are unavailable or implausible; no change was made.',
} as const satisfies LogMessage;
export const deliveryMessageNotSent = {
  code: 'DELIVERY_MESSAGE_NOT_SENT',
  level: 'warn',
  text: 'A delivery message could not be sent to its queue; the sweep finds the delivery within a minute.',
} as const satisfies LogMessage;
export const attemptClaimLost = {
  code: 'DELIVERY_CLAIM_LOST',
  level: 'warn',
  text: 'An attempt outlasted its claim, and another run took the delivery; the attempt log shows it as interrupted.',
} as const satisfies LogMessage;
export const slowReceiverNotRecorded = {
  code: 'SLOW_RECEIVER_NOT_RECORDED',
  level: 'warn',
  text: 'A slow receiver could not be recorded as slow; the next attempt records it.',
} as const satisfies LogMessage;
export const webhookDisabled = {
  code: 'WEBHOOK_DISABLED',
  level: 'warn',
  text: 'A webhook was disabled; its pending deliveries fail.',
} as const satisfies LogMessage;
export const webhookDeliveriesFailed = {
  code: 'WEBHOOK_DELIVERIES_FAILED',
  level: 'info',
  text: 'Pending deliveries of a deleted or disabled webhook were failed.',
} as const satisfies LogMessage;
export const placesNotReleased = {
  code: 'PLACES_NOT_RELEASED',
  level: 'warn',
  text: 'Places of a limit of an organization could not be released; they are free when they expire.',
} as const satisfies LogMessage;
export const deliveryNotProcessed = {
  code: 'DELIVERY_NOT_PROCESSED',
  level: 'error',
  text: 'A delivery could not be processed because of a service error; it stays pending and is retried.',
} as const satisfies LogMessage;
export const deliveryRowUnreadable = {
  code: 'DELIVERY_ROW_UNREADABLE',
  level: 'error',
  text: 'A row of the deliveries table does not have the format of a delivery; it is skipped.',
} as const satisfies LogMessage;
export const messageUnknown = {
  code: 'DELIVERY_MESSAGE_UNKNOWN',
  level: 'error',
  text: 'A message of a delivery queue cannot be parsed; it goes to the dead-letter queue.',
} as const satisfies LogMessage;
export const eventNotDispatched = {
  code: 'EVENT_NOT_DISPATCHED',
  level: 'error',
  text: 'An event could not be dispatched because of a service error; its message is retried.',
} as const satisfies LogMessage;
export const eventRejected = {
  code: 'EVENT_REJECTED',
  level: 'warn',
  text: 'A message of the intake queue is not a valid event; it is in the dead-letter queue with the reason.',
} as const satisfies LogMessage;
export const deliveriesSwept = {
  code: 'DELIVERIES_SWEPT',
  level: 'info',
  text: 'The sweep asked for attempts of what is due, by webhook; if it was not complete, more is pending than one run can read.',
} as const satisfies LogMessage;
export const deliveriesAttempted = {
  code: 'DELIVERIES_ATTEMPTED',
  level: 'info',
  text: "A run attempted deliveries of a webhook; a receiver's failure is a failed attempt.",
} as const satisfies LogMessage;
export const deliveriesDue = {
  code: 'DELIVERIES_DUE',
  level: 'info',
  text: 'Age of the oldest due deliveries that the sweep found.',
} as const satisfies LogMessage;
export const usageThresholdReached = {
  code: 'USAGE_THRESHOLD_REACHED',
  level: 'info',
  text: "An organization's calls of the month reached a further percent of its usage limit.",
} as const satisfies LogMessage;
export const counted = {
  code: 'COUNTED',
  level: 'info',
  text: 'An event occurred that an alarm counts.',
} as const satisfies LogMessage;
export const uploadImported = {
  code: 'UPLOAD_IMPORTED',
  level: 'info',
  text: 'An uploaded file was imported; its result file is stored next to it.',
} as const satisfies LogMessage;
export const uploadRejected = {
  code: 'UPLOAD_REJECTED',
  level: 'warn',
  text: 'An uploaded file, or the rest of it, was rejected; its result file has the reason.',
} as const satisfies LogMessage;
export const uploadPaused = {
  code: 'UPLOAD_PAUSED',
  level: 'info',
  text: 'A run on an uploaded file ended early: another run continues or finished it, or its organization is suspended.',
} as const satisfies LogMessage;
export const uploadNotProcessed = {
  code: 'UPLOAD_NOT_PROCESSED',
  level: 'error',
  text: 'An uploaded file or a converted quote could not be processed because of a service error; its message is retried.',
} as const satisfies LogMessage;
export const convertedQuoteImported = {
  code: 'CONVERTED_QUOTE_IMPORTED',
  level: 'info',
  text: 'A converted quote is a load in the market data of its organization.',
} as const satisfies LogMessage;
export const convertedQuoteNotImported = {
  code: 'CONVERTED_QUOTE_NOT_IMPORTED',
  level: 'info',
  text: 'A converted quote cannot be a load; the line has the reason.',
} as const satisfies LogMessage;
export const uploadEventUnknown = {
  code: 'UPLOAD_EVENT_UNKNOWN',
  level: 'error',
  text: 'A message of the upload queue describes neither an upload nor a converted quote; it goes to the dead-letter queue.',
} as const satisfies LogMessage;
export const probeRan = {
  code: 'PROBE_RAN',
  level: 'info',
  text: 'A run of the probe ended.',
} as const satisfies LogMessage;
export const probeFailed = {
  code: 'PROBE_FAILED',
  level: 'error',
  text: 'The probe could not price a lane, or make or delete a quote, through the public API.',
} as const satisfies LogMessage;
export const probeNotSetUp = {
  code: 'PROBE_NOT_SET_UP',
  level: 'info',
  text: 'The probe has no settings in Systems Manager; it does nothing.',
} as const satisfies LogMessage;
export const probeSettingsUnreadable = {
  code: 'PROBE_SETTINGS_UNREADABLE',
  level: 'error',
  text: 'The settings of the probe cannot be read or are invalid.',
} as const satisfies LogMessage;
export const probeEventReceived = {
  code: 'PROBE_EVENT_RECEIVED',
  level: 'info',
  text: 'The webhook of the probe received an event.',
} as const satisfies LogMessage;

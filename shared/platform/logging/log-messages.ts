/** One kind of log line. Alarms, saved queries and the runbook search for `code`. */
export interface LogMessage {
  readonly code: string;
  readonly level: LogLevel;
  readonly text: string;
}

/** `error`: the service failed to do something. `warn`: it did something else instead. */
export type LogLevel = 'info' | 'warn' | 'error';

// The bundler leaves out constants that a function does not use, so their calls have no side effects.
/* @__NO_SIDE_EFFECTS__ */
const info = (code: string, text: string): LogMessage => ({ code, level: 'info', text });
/* @__NO_SIDE_EFFECTS__ */
const warn = (code: string, text: string): LogMessage => ({ code, level: 'warn', text });
/* @__NO_SIDE_EFFECTS__ */
const error = (code: string, text: string): LogMessage => ({ code, level: 'error', text });

// One constant for each log line. A code is never reused.

export const callFailed = error(
  'API_CALL_FAILED',
  'An operation failed because of a service error; the caller got 500.',
);
export const callTimedOut = error('API_CALL_TIMED_OUT', 'An operation ran out of time; the caller got 500.');
export const writeContended = warn(
  'API_WRITE_CONTENDED',
  'Other calls changed the same item at every attempt; the caller got 429.',
);
export const responseMismatch = error('API_RESPONSE_MISMATCH', 'A response differs from its schema.');
export const contextMissing = error(
  'API_CALLER_CONTEXT_MISSING',
  "A call arrived without the authorizer's context; the deployment is broken.",
);
export const authorizerFailed = error(
  'AUTHORIZER_FAILED',
  'The authorizer could not look up a key; the caller got 500.',
);
export const callDenied = info(
  'AUTHORIZER_DENIED',
  'A call was rejected: it has no valid key, or its key has no organization.',
);
export const keyUseNotRecorded = warn(
  'AUTHORIZER_KEY_USE_NOT_RECORDED',
  'The day of the last use of a key could not be written; the call is not affected, and a later call repeats the write.',
);
export const mapServiceFailed = warn(
  'MAP_SERVICE_FAILED',
  'The map service failed; the embedded distance is used, and the map service is not called for 30 seconds.',
);
export const chatModelFailed = warn(
  'CHAT_MODEL_FAILED',
  'The model for texts of chats had no usable answer; the grammar read the text. After a failure of Amazon Bedrock, the model is not called for 30 seconds.',
);
export const mailReceived = info(
  'MAIL_RECEIVED',
  'A mail became a chat, or was received before; the line has organization, mode and chat.',
);
export const mailRefused = info(
  'MAIL_REFUSED',
  'A mail made no chat: `reason`. The line has the object in the bucket of mails, which expires after a day.',
);
export const mailFailed = error(
  'MAIL_FAILED',
  'A mail could not be received because of a service error; it is tried again.',
);
export const mailEventUnknown = error(
  'MAIL_EVENT_UNKNOWN',
  'A message in the queue of mails is not an event of S3.',
);
export const mapAnswerUnusable = warn(
  'MAP_ANSWER_UNUSABLE',
  'The map service returned no usable answer for a lane; the embedded distance is used for that lane.',
);
export const snapshotBroken = error(
  'TERMINAL_SNAPSHOT_BROKEN',
  'A published terminal snapshot is unusable; the last good snapshot stays in use.',
);
export const terminalsUnreadable = error(
  'TERMINALS_UNREADABLE',
  'The terminals table could not be read; the terminals from the last successful read stay in use.',
);
export const terminalsBundled = warn(
  'TERMINALS_BUNDLED',
  'The bundled catalogue is in use: the table has no snapshot or could not be read.',
);
export const catalogueNotLoaded = error(
  'TERMINAL_CATALOGUE_NOT_LOADED',
  'The catalogue could not be loaded into the terminals table; the deployment continues.',
);
export const catalogueLoaded = info(
  'TERMINAL_CATALOGUE_LOADED',
  'The catalogue is loaded into the terminals table.',
);
export const queueRejectedMessages = error(
  'QUEUE_REJECTED_MESSAGES',
  'A queue rejected messages after all retries; the sender retries or reports them.',
);
export const quoteRecordUnreadable = error(
  'QUOTE_RECORD_UNREADABLE',
  'A record of the quotes stream does not have the format of a quote; its event is not published.',
);
export const rfpLanesFailed = error(
  'RFP_LANES_FAILED',
  'Lanes of an RFP were not priced because of an internal error; their chunk is tried again, then the lanes fail.',
);
export const rfpMessageUnknown = error(
  'RFP_MESSAGE_UNKNOWN',
  'A message in a queue of RFPs names neither a chunk, nor an RFP to erase, nor a file of lanes.',
);
export const rfpWorkFailed = error(
  'RFP_WORK_FAILED',
  'A chunk of an RFP could not be priced, a deleted RFP not erased, a file of lanes not read, or a file of results not written; the message is tried again.',
);
export const rfpWorkWaits = info(
  'RFP_WORK_WAITS',
  'Work on an RFP was left because its organization is suspended; freight org resume requests it again.',
);
export const rfpFileRead = info(
  'RFP_FILE_READ',
  'The file of an RFP was read, and its lanes are being priced.',
);
export const rfpResultsWritten = info(
  'RFP_RESULTS_WRITTEN',
  'The file of results of a large RFP was written.',
);
export const rfpFileRejected = info(
  'RFP_FILE_REJECTED',
  'The file of an RFP was rejected for a reason that its caller reads; the RFP failed.',
);
export const rfpChunkPriced = info('RFP_CHUNK_PRICED', 'The lanes of a chunk of an RFP have results.');
export const rfpChangeNotPublished = error(
  'RFP_CHANGE_NOT_PUBLISHED',
  'The work or the event of a change of an RFP could not be sent; the record of the stream is tried again.',
);
export const searchFellBack = warn(
  'TERMINAL_SEARCH_FELL_BACK',
  'OpenSearch returned no usable answer; the embedded search answers until OpenSearch is retried.',
);
export const searchRecovered = info('TERMINAL_SEARCH_RECOVERED', 'OpenSearch answers again.');
export const indexBuilt = info('TERMINAL_INDEX_BUILT', 'The terminal search index was rebuilt.');
export const indexNotBuilt = error(
  'TERMINAL_INDEX_NOT_BUILT',
  'The terminal search index could not be built; the embedded search answers.',
);
export const rowsNotIndexed = error(
  'TERMINAL_ROWS_NOT_INDEXED',
  'Changed terminals could not be written to the search index; they are retried.',
);
export const terminalRecordUnreadable = error(
  'TERMINAL_RECORD_UNREADABLE',
  'A record of the terminals stream does not have the format of a terminal; the search index ignores it.',
);
export const expiriesAnnounced = info(
  'QUOTE_EXPIRIES_ANNOUNCED',
  'Events for expired quotes were sent; if any are left, the next sweep continues.',
);
export const dieselBroken = error(
  'DIESEL_BOOK_BROKEN',
  'The stored diesel prices are unusable; the last good prices stay in use.',
);
export const dieselUnreadable = error(
  'DIESEL_UNREADABLE',
  'The market table could not be read; the diesel prices from the last successful read stay in use.',
);
export const marketUnreadable = error(
  'MARKET_UNREADABLE',
  'The published market could not be read; the market from the last successful read stays in use.',
);
export const benchmarksUnreadable = error(
  'BENCHMARKS_UNREADABLE',
  'The imported published rates could not be read; the last good ones stay in use.',
);
export const dieselStale = warn(
  'DIESEL_STALE',
  'The newest diesel price is more than 14 days old; rates carry a warning.',
);
export const dieselRefreshed = info(
  'DIESEL_REFRESHED',
  'The stored diesel prices were compared with the EIA prices.',
);
export const dieselKeyMissing = warn(
  'DIESEL_KEY_MISSING',
  'The EIA API key is missing; diesel prices were not changed.',
);
export const dieselOperatorPriceKept = warn(
  'DIESEL_OPERATOR_PRICE_KEPT',
  'The EIA prices differ from those that the operator recorded for a week; the recorded prices stay.',
);
export const dieselRefreshFailed = error(
  'DIESEL_REFRESH_FAILED',
  'EIA diesel prices are unavailable or implausible; no change was made.',
);
export const deliveryMessageNotSent = warn(
  'DELIVERY_MESSAGE_NOT_SENT',
  'A delivery message could not be sent to its queue; the sweep finds the delivery within a minute.',
);
export const attemptClaimLost = warn(
  'DELIVERY_CLAIM_LOST',
  'An attempt outlasted its claim, and another run took the delivery; the attempt log shows it as interrupted.',
);
export const slowReceiverNotRecorded = warn(
  'SLOW_RECEIVER_NOT_RECORDED',
  'A slow receiver could not be recorded as slow; the next attempt records it.',
);
export const webhookDisabled = warn(
  'WEBHOOK_DISABLED',
  'A webhook was disabled; its pending deliveries fail.',
);
export const webhookDeliveriesFailed = info(
  'WEBHOOK_DELIVERIES_FAILED',
  'Pending deliveries of a deleted or disabled webhook were failed.',
);
export const placesNotReleased = warn(
  'PLACES_NOT_RELEASED',
  'Places of a limit of an organization could not be released; they are free when they expire.',
);
export const deliveryNotProcessed = error(
  'DELIVERY_NOT_PROCESSED',
  'A delivery could not be processed because of a service error; it stays pending and is retried.',
);
export const deliveryRowUnreadable = error(
  'DELIVERY_ROW_UNREADABLE',
  'A row of the deliveries table does not have the format of a delivery; it is skipped.',
);
export const messageUnknown = error(
  'DELIVERY_MESSAGE_UNKNOWN',
  'A message of a delivery queue cannot be parsed; it goes to the dead-letter queue.',
);
export const eventNotDispatched = error(
  'EVENT_NOT_DISPATCHED',
  'An event could not be dispatched because of a service error; its message is retried.',
);
export const eventRejected = warn(
  'EVENT_REJECTED',
  'A message of the intake queue is not a valid event; it is in the dead-letter queue with the reason.',
);
export const deliveriesSwept = info(
  'DELIVERIES_SWEPT',
  'The sweep asked for attempts of what is due, by webhook; if it was not complete, more is pending than one run can read.',
);
export const deliveriesAttempted = info(
  'DELIVERIES_ATTEMPTED',
  "A run attempted deliveries of a webhook; a receiver's failure is a failed attempt.",
);
export const deliveriesDue = info('DELIVERIES_DUE', 'Age of the oldest due deliveries that the sweep found.');
export const usageThresholdReached = info(
  'USAGE_THRESHOLD_REACHED',
  "An organization's calls of the month reached a further percent of its usage limit.",
);
export const counted = info('COUNTED', 'An event occurred that an alarm counts.');
export const uploadImported = info(
  'UPLOAD_IMPORTED',
  'An uploaded file was imported; its record is stored next to it.',
);
export const uploadRejected = warn(
  'UPLOAD_REJECTED',
  'An uploaded file, or the rest of it, was rejected; its record has the reason.',
);
export const uploadPaused = info(
  'UPLOAD_PAUSED',
  'A run on an uploaded file ended early: another run continues or finished it, or its organization is suspended.',
);
export const uploadNotProcessed = error(
  'UPLOAD_NOT_PROCESSED',
  'An uploaded file or a converted quote could not be processed because of a service error; its message is retried.',
);
export const convertedQuoteImported = info(
  'CONVERTED_QUOTE_IMPORTED',
  'A converted quote is a load in the market data of its organization.',
);
export const convertedQuoteNotImported = info(
  'CONVERTED_QUOTE_NOT_IMPORTED',
  'A converted quote cannot be a load; the line has the reason.',
);
export const uploadEventUnknown = error(
  'UPLOAD_EVENT_UNKNOWN',
  'A message of the upload queue describes neither an upload nor a converted quote; it goes to the dead-letter queue.',
);
export const probeRan = info('PROBE_RAN', 'A run of the probe ended.');
export const probeFailed = error(
  'PROBE_FAILED',
  'The probe could not price a lane, or make or delete a quote, through the public API.',
);
export const probeNotSetUp = info(
  'PROBE_NOT_SET_UP',
  'The probe has no settings in Systems Manager; it does nothing.',
);
export const probeSettingsUnreadable = error(
  'PROBE_SETTINGS_UNREADABLE',
  'The settings of the probe cannot be read or are invalid.',
);
export const probeEventReceived = info('PROBE_EVENT_RECEIVED', 'The webhook of the probe received an event.');

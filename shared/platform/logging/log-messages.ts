/** One kind of log line: `code` is what alarms, queries and the runbook search for. */
export interface LogMessage {
  readonly code: string;
  readonly text: string;
}

// Every line the functions write, each a constant of its own: a bundle carries those that it uses. A code is never reused.

export const callAnswered: LogMessage = { code: 'API_CALL_ANSWERED', text: 'An operation answered.' };
export const callFailed: LogMessage = {
  code: 'API_CALL_FAILED',
  text: 'An operation failed for a cause of our own; the caller got 500.',
};
export const callTimedOut: LogMessage = {
  code: 'API_CALL_TIMED_OUT',
  text: 'An operation ran out of its time; the caller got 500.',
};
export const writeContended: LogMessage = {
  code: 'API_WRITE_CONTENDED',
  text: 'Other calls wrote the same item first each time; the caller got 429.',
};
export const responseMismatch: LogMessage = {
  code: 'API_RESPONSE_MISMATCH',
  text: 'A response differs from its schema.',
};
export const contextMissing: LogMessage = {
  code: 'API_CALLER_CONTEXT_MISSING',
  text: 'A call arrived without what the authorizer establishes; the deployment is broken.',
};
export const authorizerFailed: LogMessage = {
  code: 'AUTHORIZER_FAILED',
  text: 'The authorizer could not look up a key; the caller got 500.',
};
export const callDenied: LogMessage = {
  code: 'AUTHORIZER_DENIED',
  text: 'A call was refused: no valid key, or a key without organization.',
};
export const mapServiceFailed: LogMessage = {
  code: 'MAP_SERVICE_FAILED',
  text: 'The map service failed; the embedded distance was used, and the service is not called for 30 seconds.',
};
export const mapAnswerUnusable: LogMessage = {
  code: 'MAP_ANSWER_UNUSABLE',
  text: 'The map service gave no usable answer for a lane; the embedded distance is used for that lane.',
};
export const snapshotBroken: LogMessage = {
  code: 'TERMINAL_SNAPSHOT_BROKEN',
  text: 'A published snapshot of terminals cannot be used; the last good one stays in service.',
};
export const terminalsUnreadable: LogMessage = {
  code: 'TERMINALS_UNREADABLE',
  text: 'The terminals table could not be read; what was read last stays in service.',
};
export const terminalsBundled: LogMessage = {
  code: 'TERMINALS_BUNDLED',
  text: 'The catalogue of the bundle is in service: the table has no snapshot, or cannot be read.',
};
export const catalogueNotLoaded: LogMessage = {
  code: 'TERMINAL_CATALOGUE_NOT_LOADED',
  text: 'The catalogue could not be loaded into the terminals table; the deployment goes on.',
};
export const catalogueLoaded: LogMessage = {
  code: 'TERMINAL_CATALOGUE_LOADED',
  text: 'The catalogue is in the terminals table.',
};
export const queueRefused: LogMessage = {
  code: 'QUEUE_REFUSED_MESSAGES',
  text: 'A queue did not take messages, after retries; what sent them tries again or reports it.',
};
export const quoteRecordUnreadable: LogMessage = {
  code: 'QUOTE_RECORD_UNREADABLE',
  text: 'A record of the quotes stream is not as quotes are kept: its event is not published.',
};
export const searchFellBack: LogMessage = {
  code: 'TERMINAL_SEARCH_FELL_BACK',
  text: 'OpenSearch gave no usable answer; the embedded search answered, and goes on where the domain is left alone.',
};
export const searchRecovered: LogMessage = {
  code: 'TERMINAL_SEARCH_RECOVERED',
  text: 'OpenSearch answers again.',
};
export const indexBuilt: LogMessage = {
  code: 'TERMINAL_INDEX_BUILT',
  text: 'The search index of terminals was built anew, or was as this version of the code makes it.',
};
export const indexNotBuilt: LogMessage = {
  code: 'TERMINAL_INDEX_NOT_BUILT',
  text: 'The search index of terminals could not be built; what was in service stays so, else the embedded search answers.',
};
export const indexRunNotReported: LogMessage = {
  code: 'TERMINAL_INDEX_RUN_NOT_REPORTED',
  text: 'How a rebuild of the search index goes could not be written down; the rebuild goes on.',
};
export const rowsNotIndexed: LogMessage = {
  code: 'TERMINAL_ROWS_NOT_INDEXED',
  text: 'Changed terminals could not be written to the search index; they are tried again.',
};
export const terminalRecordUnreadable: LogMessage = {
  code: 'TERMINAL_RECORD_UNREADABLE',
  text: 'A record of the terminals stream is not as terminals are kept: the search index does not follow it.',
};
export const expiriesAnnounced: LogMessage = {
  code: 'QUOTE_EXPIRIES_ANNOUNCED',
  text: 'Quotes that have expired were announced; where it is not finished the next sweep goes on.',
};
export const dieselBroken: LogMessage = {
  code: 'DIESEL_BOOK_BROKEN',
  text: 'The recorded diesel prices cannot be used; the last good ones stay in service.',
};
export const dieselUnreadable: LogMessage = {
  code: 'DIESEL_UNREADABLE',
  text: 'The market table could not be read; what was read last stays in service.',
};
export const marketUnreadable: LogMessage = {
  code: 'MARKET_UNREADABLE',
  text: 'The published market could not be read; what was read last stays in service.',
};
export const dieselStale: LogMessage = {
  code: 'DIESEL_STALE',
  text: 'The newest diesel price is more than 14 days old; rates carry a warning.',
};
export const dieselRefreshed: LogMessage = {
  code: 'DIESEL_REFRESHED',
  text: 'The diesel prices were compared with those of the EIA.',
};
export const dieselKeyMissing: LogMessage = {
  code: 'DIESEL_KEY_MISSING',
  text: 'There is no key for the data of the EIA: diesel prices are left as they are.',
};
export const dieselKeptFromEia: LogMessage = {
  code: 'DIESEL_KEPT_FROM_OPERATOR',
  text: 'The EIA has other prices for a week that the operator recorded; the recorded ones stay.',
};
export const dieselRefreshFailed: LogMessage = {
  code: 'DIESEL_REFRESH_FAILED',
  text: 'The diesel prices of the EIA could not be had or believed; nothing was changed.',
};
export const hintNotSent: LogMessage = {
  code: 'DELIVERY_HINT_NOT_SENT',
  text: 'A hint at a delivery could not be sent to its queue; the sweep finds the delivery within minutes.',
};
export const attemptOutlived: LogMessage = {
  code: 'DELIVERY_ATTEMPT_OUTLIVED',
  text: 'An attempt took so long that its delivery was given to another; the log of attempts shows it as cut off.',
};
export const slowNotNoted: LogMessage = {
  code: 'RECEIVER_SLOW_NOT_NOTED',
  text: 'That a receiver is slow could not be noted; the next attempt notes it.',
};
export const answerNotKept: LogMessage = {
  code: 'RECEIVER_ANSWER_NOT_KEPT',
  text: 'The long answer of a receiver could not be kept; the attempt is logged without it.',
};
export const webhookDisabled: LogMessage = {
  code: 'WEBHOOK_DISABLED',
  text: 'A webhook was disabled; what is pending for it ends as failed.',
};
export const webhookClosed: LogMessage = {
  code: 'WEBHOOK_CLOSED',
  text: 'Pending deliveries of a deleted or disabled webhook were ended.',
};
export const slotsNotGivenBack: LogMessage = {
  code: 'DELIVERY_SLOTS_NOT_GIVEN_BACK',
  text: 'Places in flight could not be given back; they are free again when their lease runs out.',
};
export const deliveryUnfinished: LogMessage = {
  code: 'DELIVERY_UNFINISHED',
  text: 'A delivery could not be worked on, for a reason of ours; it stays pending and comes again.',
};
export const deliveryGivenUp: LogMessage = {
  code: 'DELIVERY_GIVEN_UP',
  text: 'A delivery could not be worked on for days, for a reason of ours; it ended as failed.',
};
export const deliveryRowUnreadable: LogMessage = {
  code: 'DELIVERY_ROW_UNREADABLE',
  text: 'A row of the deliveries table is not as deliveries are kept; it is passed over.',
};
export const messageUnknown: LogMessage = {
  code: 'DELIVERY_MESSAGE_UNKNOWN',
  text: 'A message of a delivery queue cannot be read; it goes to the dead-letter queue.',
};
export const eventUnfinished: LogMessage = {
  code: 'EVENT_UNFINISHED',
  text: 'An event could not be dispatched, for a reason of ours; its message comes again.',
};
export const eventRefused: LogMessage = {
  code: 'EVENT_REFUSED',
  text: 'A message of the intake queue is no event; it is in the dead-letter queue with the reason.',
};
export const deliveriesSwept: LogMessage = {
  code: 'DELIVERIES_SWEPT',
  text: 'Deliveries that are due, or whose hint was lost, were enqueued; what was unreached is for the next sweep.',
};
export const sweepFailed: LogMessage = {
  code: 'DELIVERY_SWEEP_FAILED',
  text: 'A part of the sweep failed, for a reason of ours; the others went on, and the next sweep tries it again.',
};
export const deliveriesAttempted: LogMessage = {
  code: 'DELIVERIES_ATTEMPTED',
  text: "A run attempted deliveries of an organization; a receiver's failure is an attempt that failed.",
};
export const deliveriesDue: LogMessage = {
  code: 'DELIVERIES_DUE',
  text: 'How late the oldest deliveries are that the sweep met.',
};
export const usageMark: LogMessage = {
  code: 'USAGE_MARK_REACHED',
  text: "An organization's calls of the month reached a further percent of its usage limit.",
};
export const counted: LogMessage = { code: 'COUNTED', text: 'Something happened that an alarm counts.' };
export const webhookCloseNotSent: LogMessage = {
  code: 'WEBHOOK_CLOSE_NOT_SENT',
  text: 'The pending deliveries of a deleted or disabled webhook were not ended at once; each ends when it is due.',
};
export const uploadImported: LogMessage = {
  code: 'UPLOAD_IMPORTED',
  text: 'A file of loads that was uploaded was brought in; its result is beside it.',
};
export const uploadRefused: LogMessage = {
  code: 'UPLOAD_REFUSED',
  text: 'A file that was uploaded, or the rest of it, cannot be brought in; its result says why.',
};
export const uploadPaused: LogMessage = {
  code: 'UPLOAD_PAUSED',
  text: 'A run on a file that was uploaded ended: another goes on or has ended it before, or it waits for its organization to be resumed.',
};
export const uploadUnfinished: LogMessage = {
  code: 'UPLOAD_UNFINISHED',
  text: 'A file that was uploaded could not be worked on, for a reason of ours; its message comes again.',
};
export const uploadEventUnknown: LogMessage = {
  code: 'UPLOAD_EVENT_UNKNOWN',
  text: 'A message of the queue of uploads tells of no upload; it goes to the dead-letter queue.',
};

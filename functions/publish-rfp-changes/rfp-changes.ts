import type { DynamoDBRecord } from 'aws-lambda';
import { chatCreatedAt, parseChatId, type StoredChat, statusOf, titleOf } from '../../shared/chats/chat.ts';
import { readChatImage } from '../../shared/chats/dynamodb-chats.ts';
import { usd } from '../../shared/costs/model/cents.ts';
import type { Account } from '../../shared/platform/account/account.ts';
import { changedAt } from '../../shared/platform/dynamodb/stream-batch.ts';
import { describeRfp } from '../../shared/rfps/documents/rfp-document.ts';
import type { RfpMessage } from '../../shared/rfps/queue/rfp-message.ts';
import { OUTCOMES, type Outcome, spendOf } from '../../shared/rfps/record/rfp-counters.ts';
import { rfpStatus } from '../../shared/rfps/record/rfp-status.ts';
import {
  parseRfpId,
  resultsContent,
  rfpCreatedAt,
  type StoredRfp,
} from '../../shared/rfps/record/stored-rfp.ts';
import { type Head, readHeadImage } from '../../shared/rfps/store/dynamodb-rfp-items.ts';
import { eventIdFor } from '../../shared/webhooks/events/event-id.ts';
import type { EventMessage } from '../../shared/webhooks/events/event-message.ts';

/** The event of a new chat: the same chat always has the same event, including its id. */
function chatEventMessage({ orgId, mode }: Account, chat: StoredChat): EventMessage {
  const { chatId, channel, customer, lanes } = chat;
  const createdAt = chatCreatedAt(chatId).toISOString();
  return {
    orgId,
    id: eventIdFor([orgId, mode, chatId, 'created']),
    event: 'chat.created',
    created: createdAt,
    livemode: mode === 'live',
    object: {
      chatId,
      title: titleOf(chat),
      channel,
      status: statusOf(chat),
      customer,
      lanes: lanes.length,
      createdAt,
    },
  };
}

/** Changes of an RFP that cause an event. `change` identifies the change among all of the RFP. */
type RfpTransition =
  | { readonly event: 'rfp.created' | 'rfp.deleted' }
  | { readonly event: 'rfp.updated'; readonly change: readonly string[] };

/** Texts are "" and other values null if they are not known; money in USD of lanes with a price that are not excluded. */
function rfpEvent(rfp: StoredRfp, event: RfpTransition['event']) {
  const document = describeRfp(rfp);
  const spendIn = (of: readonly Outcome[]) => {
    const { weeklyCents, annualCents } = spendOf(rfp.counters, of);
    return { weeklySpend: usd(weeklyCents), annualSpend: usd(annualCents) };
  };
  return {
    rfpNumber: document.rfp_id,
    status: event === 'rfp.deleted' ? 'deleted' : document.status,
    title: document.name,
    customer: document.customer,
    customerReference: document.customer_reference,
    equipmentType: document.equipment_type,
    contractStart: document.contract_start,
    contractEnd: document.contract_end,
    version: document.version,
    pricedAsOf: document.priced_as_of,
    error: document.error,
    lanes: document.lanes,
    simulated: document.simulated,
    ...spendIn(OUTCOMES),
    won: spendIn(['won']),
    lost: spendIn(['lost']),
    open: spendIn(['open']),
    currency: 'USD',
  };
}

/** The event of a change of an RFP: the same change always has the same event, including its id. */
function rfpEventMessage(
  { orgId, mode }: Account,
  rfp: StoredRfp,
  transition: RfpTransition,
  at: Date,
): EventMessage {
  const { event } = transition;
  const change = 'change' in transition ? transition.change : [event];
  return {
    orgId,
    id: eventIdFor([orgId, mode, rfp.rfpId, ...change]),
    event,
    created: at.toISOString(),
    livemode: mode === 'live',
    object: rfpEvent(rfp, event),
  };
}

/** What a change of an RFP causes. */
export interface RfpChanges {
  readonly account: Account;
  readonly events: readonly EventMessage[];
  /** The RFP, if the change begins or resumes a run whose chunks are to be priced. */
  readonly begun: Head | undefined;
  /** Other work: a requested file of results, a file of lanes that waited, or the erasure of a deleted RFP. */
  readonly work: readonly RfpMessage[];
}

type Image = Parameters<typeof readHeadImage>[0];

/**
 * What a change in the table of RFPs causes; undefined if the record is not of a head, or of an import. The same record always gives the
 * same events, including their ids.
 * @throws ValiError if the record is of a head and invalid.
 */
export function rfpChangesOf(record: DynamoDBRecord): RfpChanges | undefined {
  const { eventName, dynamodb = {} } = record;
  const rfpId = parseRfpId(dynamodb.Keys?.sk?.S);
  if (rfpId === undefined) return undefined;
  const oldImage = dynamodb.OldImage as Image | undefined;
  const newImage = dynamodb.NewImage as Image | undefined;
  if (eventName === 'REMOVE') {
    const { account, rfp } = readHeadImage(oldImage ?? {});
    const event = rfpEventMessage(account, rfp, { event: 'rfp.deleted' }, changedAt(record));
    return { account, events: [event], begun: undefined, work: [{ account, rfpId, erase: true }] };
  }
  const { account, ...after } = readHeadImage(newImage ?? {});
  const { rfp } = after;
  const before = eventName === 'MODIFY' ? readHeadImage(oldImage ?? {}) : undefined;
  const at = before === undefined ? rfpCreatedAt(rfpId) : new Date(rfp.updatedAt);
  return {
    account,
    events: transitionsOf(before, after).map((transition) => rfpEventMessage(account, rfp, transition, at)),
    begun: beginsRun(before?.rfp, rfp) || resumesRun(before, after) ? after : undefined,
    work: [...requestedBy(before, after), ...resumedFile(before, after)].map((one) => ({ account, ...one })),
  };
}

/** The event of a new chat, which is in the table of RFPs as well; undefined for every other change. */
export function newChatEventOf({ eventName, dynamodb = {} }: DynamoDBRecord): EventMessage | undefined {
  if (eventName !== 'INSERT' || parseChatId(dynamodb.Keys?.sk?.S) === undefined) return undefined;
  const { account, chat } = readChatImage((dynamodb.NewImage ?? {}) as Image);
  return chatEventMessage(account, chat);
}

function transitionsOf(before: Head | undefined, { rfp, writtenBy }: Head): RfpTransition[] {
  if (before === undefined) return [{ event: 'rfp.created' }];
  return [
    // A caller's change; results of lanes leave this attribute as it is.
    ...(before.writtenBy === writtenBy ? [] : [updated('changed', writtenBy)]),
    ...(before.rfp.remaining > 0 && rfp.remaining === 0 ? [updated('priced', String(rfp.run))] : []),
  ];
}

function requestedBy(before: Head | undefined, { rfp: { rfpId }, resultsRequest }: Head) {
  if (resultsRequest === undefined || resultsRequest.at === before?.resultsRequest?.at) return [];
  return [{ rfpId, results: resultsContent(resultsRequest) }];
}

/** Whether the change requests the work of an RFP again. */
const isResumed = (before: Head | undefined, { resumedAt }: Head): boolean =>
  resumedAt !== undefined && resumedAt !== before?.resumedAt;

const resumesRun = (before: Head | undefined, after: Head): boolean =>
  isResumed(before, after) && rfpStatus(after.rfp) === 'pricing';

function resumedFile(before: Head | undefined, after: Head) {
  const { rfp, fileBytes } = after;
  const isWaiting = isResumed(before, after) && rfp.state === 'awaiting_upload';
  return isWaiting && fileBytes !== undefined ? [{ rfpId: rfp.rfpId, fileBytes }] : [];
}

const updated = (...change: string[]): RfpTransition => ({ event: 'rfp.updated', change });

/** Whether chunks of a run that did not exist before are to be priced. */
const beginsRun = (before: StoredRfp | undefined, { state, run, remaining }: StoredRfp): boolean =>
  state === 'open' && remaining > 0 && (before?.state !== 'open' || before.run !== run);

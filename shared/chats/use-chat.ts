import type * as v from 'valibot';
import { bodyHash, runKeyed } from '../accounts/idempotency/answer-once.ts';
import type { IdempotencyStore, KeyedCall } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import { equipmentLabel } from '../costs/equipment/equipment-type.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { type Rejection, rejectionBody } from '../platform/http/rejection.ts';
import type { ObjectStore } from '../platform/s3/s3-object-store.ts';
import type { CreateQuote } from '../quotes/create-quote.ts';
import { answerQuote } from '../quotes/read-quote.ts';
import type { ReadQuote } from '../quotes/record/quote-document.ts';
import { parseQuoteId } from '../quotes/record/stored-quote.ts';
import { laterCharges, loadLine, mailText, priceLines, type replyDraft } from '../quotes/reply-to-quote.ts';
import { invalidParameters, quoteNotFound } from '../quotes/request/quote-rejections.ts';
import { readQuoteRequest } from '../quotes/request/read-quote-request.ts';
import type { QuoteReader } from '../quotes/store/dynamodb-quote-items.ts';
import type { CreatedRfpAnswer } from '../rfps/documents/rfp-document.ts';
import { rfpFileKey } from '../rfps/files/rfp-file-key.ts';
import { parseRfpId } from '../rfps/record/stored-rfp.ts';
import {
  attachmentKey,
  type ChatLane,
  chatCreatedAt,
  type chatQuotesAnswer,
  type deleteChatAnswer,
  describeChat,
  type listChatsAnswer,
  MAX_QUOTED_LANES,
  parseChatId,
  quoteOf,
  type readChatAnswer,
  type StoredChat,
  statusOf,
  titleOf,
} from './chat.ts';
import {
  chatNotFound,
  chatQuotesBody,
  chatRfpBody,
  listChatsParameters,
  readFields,
} from './chat-request.ts';
import type { ChatStore } from './dynamodb-chats.ts';

type Answered<Schema extends v.GenericSchema> = Promise<Outcome<v.InferOutput<Schema>>>;

const findChat = async (
  chats: Pick<ChatStore, 'read'>,
  id: string,
  caller: Account,
): Promise<Outcome<StoredChat>> => {
  const chatId = parseChatId(id);
  const chat = chatId && (await chats.read(caller, chatId));
  return chat ? succeed(chat) : reject(chatNotFound(id));
};

export function readChatUseCase(chats: Pick<ChatStore, 'read'>) {
  return async (id: string, caller: Account): Answered<typeof readChatAnswer> => {
    const found = await findChat(chats, id, caller);
    if (!found.ok) return found;
    const { subject, messages, lanes } = found.body;
    const quotes = lanes.flatMap(({ index }) => {
      const quoteId = quoteOf(found.body, index);
      return quoteId === undefined ? [] : [{ lane: index, quote_id: quoteId }];
    });
    const texts = messages.map(({ text, receivedAt }) => ({ text, received_at: receivedAt }));
    return succeed({ chat: { ...describeChat(found.body), subject, messages: texts, quotes } });
  };
}

/** Lists the chats of a caller, newest first. */
export function listChatsUseCase(chats: Pick<ChatStore, 'list'>) {
  return async (
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Answered<typeof listChatsAnswer> => {
    const read = readFields(listChatsParameters, query);
    if (!read.ok) return read;
    const { limit, cursor } = read.body;
    const page = await chats.list(caller, limit, parseChatId(cursor));
    const summaries = page.chats.map((chat) => ({
      ...{ chat_id: chat.chatId, title: titleOf(chat), status: statusOf(chat), channel: chat.channel },
      ...{
        created_at: chatCreatedAt(chat.chatId).toISOString(),
        customer: chat.customer,
        lanes: chat.lanes.length,
      },
    }));
    return succeed({ chats: summaries, pagination: { next_cursor: page.next ?? null, limit } });
  };
}

/** @param files of mails. */
export function deleteChatUseCase(chats: Pick<ChatStore, 'delete'>, files: Pick<ObjectStore, 'remove'>) {
  return async (id: string, caller: Account): Answered<typeof deleteChatAnswer> => {
    const chatId = parseChatId(id);
    const chat = chatId && (await chats.delete(caller, chatId));
    if (!chat) return reject(chatNotFound(id));
    for (const { index, left_out: reason } of chat.attachments)
      if (reason === null) await files.remove(attachmentKey(caller, chat.chatId, index));
    return succeed({ chat: { chat_id: chat.chatId, deleted: true } });
  };
}

export interface QuoteChatPorts {
  readonly chats: Pick<ChatStore, 'read' | 'addQuote'>;
  readonly quotes: QuoteReader;
  readonly createQuote: CreateQuote;
  readonly answers: IdempotencyStore;
  readonly now: () => Date;
}

type LaneError = NonNullable<v.InferOutput<typeof chatQuotesAnswer>['quotes'][number]['error']>;

type SetPrice = v.InferOutput<typeof chatQuotesBody>['price'];

/** Whether a quote has the price that a call sets; a call without one takes any. */
const hasPrice = ({ rate_source }: ReadQuote, price: SetPrice): boolean =>
  !price || (rate_source.set !== undefined && price[rate_source.set] === rate_source.value);

/** The body of a quote request for a lane; members without a value are left out. */
const quoteBody = ({ request }: ChatLane, customer: string) =>
  Object.fromEntries(
    Object.entries({ ...request, customer }).filter(([, value]) => value !== null && value !== ''),
  );

/** Makes a quote of each lane, as the creation of quotes does. Each lane and version of a chat has one quote. */
export function quoteChatUseCase({ chats, quotes, createQuote, answers, now }: QuoteChatPorts) {
  const readQuote = async (caller: Account, id: string | undefined): Promise<ReadQuote | undefined> => {
    const quoteId = parseQuoteId(id);
    const stored = quoteId && (await quotes.read(caller, quoteId));
    return stored && answerQuote(stored).quote;
  };

  const quoteLane = async (chat: StoredChat, lane: ChatLane, price: SetPrice, caller: Account) => {
    const failed = (rejection: Rejection) => {
      const { error } = rejectionBody('quotes', rejection);
      return { lane: lane.index, error: error as LaneError };
    };
    const earlier = await readQuote(caller, quoteOf(chat, lane.index));
    if (earlier && !hasPrice(earlier, price)) {
      const message = `cannot change: the lane has quote ${earlier.quote_id}. Revise it with POST /api/v1/quotes/${earlier.quote_id}/revise`;
      return failed(invalidParameters([{ field: 'price', message }]));
    }
    if (earlier) return { lane: lane.index, quote: earlier };
    const body = { ...quoteBody(lane, chat.customer), ...(price && { price }) };
    const key = `${chat.chatId}#${lane.index}#${chat.version}`;
    const { orgId, mode } = caller;
    const call: KeyedCall = {
      orgId,
      mode,
      operation: 'quote-chat',
      key,
      bodyHash: bodyHash(body),
      at: now(),
    };
    const draft = readQuoteRequest(body);
    const answer = draft.ok
      ? await runKeyed(answers, call, () => createQuote(draft.body, caller, call))
      : draft;
    if (!answer.ok) return failed(answer.rejection);
    const made = 'replayed' in answer ? JSON.parse(answer.replayed) : answer.body;
    const { quote_id: quoteId } = (made as { readonly quote: { readonly quote_id: string } }).quote;
    await chats.addQuote(caller, chat, lane.index, quoteId);
    const quote = await readQuote(caller, quoteId);
    // The answer to an earlier call with this version can name a quote that was deleted since.
    if (!quote) return failed(quoteNotFound(quoteId));
    return { lane: lane.index, quote };
  };

  return async (id: string, body: unknown, caller: Account): Answered<typeof chatQuotesAnswer> => {
    const read = readFields(chatQuotesBody, body);
    if (!read.ok) return read;
    const found = await findChat(chats, id, caller);
    if (!found.ok) return found;
    const chat = found.body;
    const indexes =
      read.body.lanes === 'all' ? chat.lanes.map(({ index }) => index) : [...new Set(read.body.lanes)];
    const lanes = indexes.flatMap((index) => chat.lanes[index] ?? []);
    const wrong = (message: string) => reject(invalidParameters([{ field: 'lanes', message }]));
    if (lanes.length < indexes.length)
      return wrong(`must be indexes of lanes; the chat has ${chat.lanes.length}`);
    if (lanes.length === 0) return wrong('must not be empty; the chat has no lanes');
    if (lanes.length > MAX_QUOTED_LANES)
      return wrong(`are more than ${MAX_QUOTED_LANES}; send them to /api/v1/chats/${chat.chatId}/rfp`);
    const results: v.InferOutput<typeof chatQuotesAnswer>['quotes'] = [];
    // One after another: each counts against the limit of quotes.
    for (const lane of lanes) results.push(await quoteLane(chat, lane, read.body.price, caller));
    return succeed({ quotes: results });
  };
}

/** The body of a request for an RFP with the lanes of a chat, or of a file of it. */
export async function rfpBodyOf(
  { chats, files }: { readonly chats: Pick<ChatStore, 'read'>; readonly files: Pick<ObjectStore, 'tagOf'> },
  id: string,
  body: unknown,
  caller: Account,
): Promise<Outcome<Readonly<Record<string, unknown>>>> {
  const read = readFields(chatRfpBody, body);
  if (!read.ok) return read;
  const found = await findChat(chats, id, caller);
  if (!found.ok) return found;
  const { name, attachment } = read.body;
  const { lanes, customer, attachments } = found.body;
  if (attachment !== undefined) {
    const file = attachments[attachment];
    const message = file
      ? `cannot be ${attachment}. ${file.left_out}`
      : `must be the index of a file; the chat has ${attachments.length}`;
    if (file?.left_out !== null) return reject(invalidParameters([{ field: 'attachment', message }]));
    if ((await files.tagOf(attachmentKey(caller, found.body.chatId, attachment))) === undefined)
      return reject(invalidParameters([{ field: 'attachment', message: EXPIRED }]));
    return succeed({ name, ...(customer === '' ? {} : { customer }), source: 'upload' });
  }
  if (lanes.length === 0)
    return reject(
      invalidParameters([{ field: 'lanes', message: 'must not be empty; the chat has no lanes' }]),
    );
  return succeed({
    name,
    ...(customer === '' ? {} : { customer }),
    lanes: lanes.map((lane) => {
      const { origin, destination, pickup_date: _, customer_reference, ...cargo } = quoteBody(lane, '');
      // Of a place that is not clear, the text of the customer: its lane has the error that names the places.
      const asked = (field: string) =>
        lane.found.find((part) => part.field === field)?.text.replace(/\s+/g, ' ');
      return {
        ...{ origin: origin ?? asked('origin'), destination: destination ?? asked('destination') },
        ...cargo,
        ...(customer_reference === undefined ? {} : { lane_id: customer_reference }),
      };
    }),
  });
}

const EXPIRED = 'has expired after 7 days. Send the file to a new RFP';

/**
 * Sends the file of a chat to the RFP of it, as a caller sends one. The bucket accepts one file for each RFP, so a repeated
 * call sends the same or nothing.
 */
export function sendFileUseCase(files: Pick<ObjectStore, 'read' | 'write'>) {
  return async (
    id: string,
    body: unknown,
    caller: Account,
    answer: Answer<CreatedRfpAnswer>,
  ): Promise<Answer<CreatedRfpAnswer>> => {
    if (!answer.ok) return answer;
    const [chatId, read] = [parseChatId(id), readFields(chatRfpBody, body)];
    if (!read.ok || chatId === undefined || read.body.attachment === undefined) return answer;
    const { rfp } = 'replayed' in answer ? (JSON.parse(answer.replayed) as CreatedRfpAnswer) : answer.body;
    const rfpId = parseRfpId(rfp.rfp_id);
    const file = await files.read(attachmentKey(caller, chatId, read.body.attachment));
    if (file && rfpId) await files.write(rfpFileKey(caller, rfpId), file.bytes, { tag: undefined });
    return answer;
  };
}

/** A draft of an answer to the customer: a line for each lane, in the order of the mail. Nothing is sent. */
export function replyToChatUseCase({
  chats,
  quotes,
}: Pick<QuoteChatPorts, 'quotes'> & { readonly chats: Pick<ChatStore, 'read'> }) {
  return async (id: string, caller: Account): Answered<typeof replyDraft> => {
    const found = await findChat(chats, id, caller);
    if (!found.ok) return found;
    const chat = found.body;
    const made: ReadQuote[] = [];
    const blocks: string[] = [];
    for (const lane of chat.lanes) {
      const quoteId = parseQuoteId(quoteOf(chat, lane.index));
      const stored = quoteId && (await quotes.read(caller, quoteId));
      const quote = stored && answerQuote(stored).quote;
      blocks.push(laneBlock(chat, lane, quote));
      if (quote) made.push(quote);
    }
    const general = chat.questions.filter(({ lane }) => lane === null).map(({ text }) => text);
    const opening = blocks.length > 0 ? 'Thank you for your request.' : 'Thank you for your message.';
    const subject = chat.subject.trim() || titleOf(chat);
    return succeed({
      subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
      text: mailText(opening, ...blocks, ...general, ...laterCharges(made)),
    });
  };
}

function laneBlock(
  chat: StoredChat,
  { index, request, route, assumptions }: ChatLane,
  quote: ReadQuote | undefined,
): string {
  const origin = route.origin?.name ?? request.origin ?? 'origin open';
  const destination = route.destination?.name ?? request.destination ?? 'destination open';
  const equipment =
    request.equipment_type === null ? 'equipment open' : equipmentLabel(request.equipment_type);
  const load = quote ? loadLine(quote) : `${origin} to ${destination}, ${equipment}`;
  const lines = [`${index + 1}. ${load}`, ...(quote ? priceLines(quote) : []).map((line) => `   ${line}`)];
  lines.push(...assumptions.map((sentence) => `   Assumed: ${sentence}`));
  const questions = chat.questions.filter(({ lane }) => lane === index);
  lines.push(
    ...questions.map(
      ({ text, choices = [] }) =>
        `   Question: ${text}${choices.length > 0 ? ` (${choices.join('; ')})` : ''}`,
    ),
  );
  return lines.join('\n');
}

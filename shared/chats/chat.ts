import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../costs/equipment/equipment-type.ts';
import type { Account } from '../platform/account/account.ts';
import { cursorPage } from '../platform/http/cursor-page.ts';
import { sortableIds } from '../platform/ids/sortable-id.ts';
import { readQuote } from '../quotes/record/quote-document.ts';
import { requirement } from '../quotes/request/read-quote-request.ts';
import { TERMINAL_TYPES } from '../terminals/catalogue/terminal.ts';
import { CHAT_FILE_SUFFIX, uploadKey } from '../uploads/upload-key.ts';

declare const checked: unique symbol;

/** `C-` and 27 digits: sorts by creation time, and does not allow guessing other ids. */
export type ChatId = string & { readonly [checked]: true };

export const CHAT_ID_PREFIX = 'C-';

export const {
  create: createChatIds,
  parse: parseChatId,
  createdAt: chatCreatedAt,
} = sortableIds<ChatId>(CHAT_ID_PREFIX);

/** Texts of customers are personal data. */
const RETENTION_SECONDS = 180 * 24 * 60 * 60;
/** When DynamoDB may delete a chat, in seconds since 1970. Readers check it, since that can be days later. */
export const chatExpiry = (id: ChatId): number =>
  Math.ceil(chatCreatedAt(id).getTime() / 1000) + RETENTION_SECONDS;

/** UTF-16 units of all texts of a chat. */
export const MAX_TEXT_LENGTH = 50_000;
export const MAX_SUBJECT_LENGTH = 500;
export const MAX_MESSAGES = 30;
/** A larger file of a mail is not kept. */
export const MAX_ATTACHMENT_BYTES = 10_000_000;
/** Lanes that one call makes quotes of; an RFP prices more. */
export const MAX_QUOTED_LANES = 10;

export const CHAT_STATUSES = ['ready', 'needs_input', 'no_lanes'] as const;
/** A caller cannot send "email". */
export const CHAT_CHANNELS = ['api', 'email', 'console', 'mcp'] as const;

/** How texts are read: by rules, or by a model of Amazon Bedrock. */
export const CHAT_ADAPTERS = ['grammar', 'bedrock'] as const;

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const moment = v.pipe(v.string(), v.isoTimestamp());
export const chatPlace = v.object({
  name: text,
  kind: v.picklist([...TERMINAL_TYPES, 'city']),
  coordinates: v.tuple([v.number(), v.number()]),
});

export const chatLane = v.object({
  index: count,
  request: v.object({
    origin: v.nullable(text),
    destination: v.nullable(text),
    equipment_type: v.nullable(v.picklist(EQUIPMENT_TYPES)),
    pickup_date: v.nullable(text),
    stops: v.array(text),
    special_requirements: v.array(requirement),
    weekly_volume: v.nullable(v.number()),
    weight_lbs: v.nullable(count),
    commodity: v.nullable(text),
    customer_reference: v.nullable(text),
  }),
  route: v.object({ origin: v.nullable(chatPlace), destination: v.nullable(chatPlace) }),
  found: v.array(
    v.object({
      field: text,
      text,
      start: count,
      end: count,
      source: v.exactOptional(v.union([v.literal('subject'), count])),
    }),
  ),
  missing: v.array(text),
  assumptions: v.array(text),
});
export type ChatLane = v.InferOutput<typeof chatLane>;

export const chatQuestion = v.object({
  lane: v.nullable(count),
  field: text,
  text,
  choices: v.exactOptional(v.array(text)),
});
export type ChatQuestion = v.InferOutput<typeof chatQuestion>;

export const chatAttachment = v.object({
  index: count,
  name: text,
  bytes: count,
  columns: v.array(text),
  left_out: v.nullable(text),
});
export type ChatAttachment = v.InferOutput<typeof chatAttachment>;

const head = {
  chat_id: text,
  title: text,
  status: v.picklist(CHAT_STATUSES),
  channel: v.picklist(CHAT_CHANNELS),
  created_at: moment,
  customer: text,
};

export const chatDocument = v.object({
  ...head,
  version: count,
  adapter: v.picklist(CHAT_ADAPTERS),
  lanes: v.array(chatLane),
  questions: v.array(chatQuestion),
  attachments: v.array(chatAttachment),
});
export type ChatDocument = v.InferOutput<typeof chatDocument>;
export const chatAnswer = v.object({ chat: chatDocument });

const chatMessage = v.object({ text, received_at: text });

/** The answer of a read, with the texts that the spans of values are of. */
export const readChatAnswer = v.object({
  chat: v.object({
    ...chatDocument.entries,
    subject: text,
    messages: v.array(chatMessage),
    quotes: v.array(v.object({ lane: count, quote_id: text })),
  }),
});

export const listChatsAnswer = v.object({
  chats: v.array(v.object({ ...head, lanes: count })),
  pagination: cursorPage,
});

export const deleteChatAnswer = v.object({ chat: v.object({ chat_id: text, deleted: v.literal(true) }) });

/** A lane that was to be quoted: it has a quote or an error. */
export const chatQuote = v.object({
  lane: count,
  quote: v.exactOptional(readQuote),
  error: v.exactOptional(v.object({ code: text, message: text, details: v.record(text, v.unknown()) })),
});
export const chatQuotesAnswer = v.object({ quotes: v.array(chatQuote) });

/** A text of a chat, as it is stored. */
export interface StoredMessage {
  readonly text: string;
  /** A day, or a moment in UTC. */
  readonly receivedAt: string;
}

export interface StoredChat {
  readonly chatId: ChatId;
  /** Counts the texts; quotes are of a version. */
  readonly version: number;
  readonly channel: (typeof CHAT_CHANNELS)[number];
  readonly customer: string;
  readonly subject: string;
  readonly messages: readonly StoredMessage[];
  readonly adapter: (typeof CHAT_ADAPTERS)[number];
  readonly lanes: readonly ChatLane[];
  readonly questions: readonly ChatQuestion[];
  /** Files of a mail, by their index. */
  readonly attachments: readonly ChatAttachment[];
  /** Ids of quotes by "<lane>#<version>". */
  readonly quotes: Readonly<Record<string, string>>;
}

export const statusOf = ({ lanes, questions }: Pick<StoredChat, 'lanes' | 'questions'>) => {
  if (questions.length > 0) return 'needs_input' as const;
  return lanes.length > 0 ? ('ready' as const) : ('no_lanes' as const);
};

const MAX_TITLE_LENGTH = 100;

/** The subject, else the first lane, else the beginning of the text. */
export function titleOf({
  subject,
  lanes,
  messages,
}: Pick<StoredChat, 'subject' | 'lanes' | 'messages'>): string {
  const [first] = lanes;
  const others = lanes.length > 1 ? ` and ${lanes.length - 1} more` : '';
  const lane = first && `${first.request.origin ?? '?'} to ${first.request.destination ?? '?'}${others}`;
  const title = subject.trim() || lane || (messages[0]?.text ?? '');
  return title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH).toWellFormed() || 'Chat';
}

export const describeChat = (chat: StoredChat): ChatDocument => ({
  chat_id: chat.chatId,
  title: titleOf(chat),
  status: statusOf(chat),
  channel: chat.channel,
  created_at: chatCreatedAt(chat.chatId).toISOString(),
  customer: chat.customer,
  version: chat.version,
  adapter: chat.adapter,
  lanes: [...chat.lanes],
  questions: [...chat.questions],
  attachments: [...chat.attachments],
});

/** The quote of a lane as it is now; undefined if there is none. */
export const quoteOf = ({ quotes, version }: StoredChat, lane: number): string | undefined =>
  quotes[`${lane}#${version}`];

/** The key of a file of a mail, in the bucket of uploads, which keeps objects for 7 days. */
export const attachmentKey = (account: Account, chatId: ChatId, index: number): string =>
  uploadKey(account, `chats/${chatId}-${index}${CHAT_FILE_SUFFIX}`);

import * as v from 'valibot';
import { MAX_CUSTOMER_LENGTH } from '../customers/customer-names.ts';
import { optionalField } from '../platform/http/body-fields.ts';
import { pageParameters } from '../platform/http/cursor-page.ts';
import { fieldErrors } from '../platform/http/invalid-parameters.ts';
import type { DescribedError, FieldTexts } from '../platform/http/operation-description.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { Rejection } from '../platform/http/rejection.ts';
import { callerText, shownText } from '../platform/text/bounded-text.ts';
import { readMoment } from '../platform/time/moment.ts';
import { DAY_MS, utcDay } from '../platform/time/utc-calendar.ts';
import { isOnePrice, ONE_PRICE, priceFields } from '../quotes/record/manual-price.ts';
import { invalidParameters } from '../quotes/request/quote-rejections.ts';
import { rfpFields } from '../rfps/read-rfp-request.ts';
import {
  CHAT_CHANNELS,
  MAX_MESSAGES,
  MAX_QUOTED_LANES,
  MAX_SUBJECT_LENGTH,
  MAX_TEXT_LENGTH,
  parseChatId,
} from './chat.ts';

const MAX_SHOWN = 100;

/** @param chatId as the caller wrote it. */
export const chatNotFound = (chatId: string): Rejection => {
  const shown = shownText(chatId, MAX_SHOWN);
  return {
    kind: 'not-found',
    code: 'CHAT_NOT_FOUND',
    message: `Chat ${shown} not found.`,
    details: { chat_id: shown },
  };
};
export const CHAT_NOT_FOUND: DescribedError = {
  status: 404,
  code: 'CHAT_NOT_FOUND',
  when: 'The chat does not exist, was deleted or has expired, or belongs to another organization or mode.',
};

export const chatTooLong = (limit: number, what: string): Rejection => ({
  kind: 'invalid',
  code: 'CHAT_TOO_LONG',
  message: `A chat has at most ${limit.toLocaleString('en-US')} ${what}. Start another chat.`,
  details: { limit },
});
export const CHAT_TOO_LONG: DescribedError = {
  status: 400,
  code: 'CHAT_TOO_LONG',
  when: `The texts of the chat have more than ${MAX_TEXT_LENGTH.toLocaleString('en-US')} characters together, or the chat has ${MAX_MESSAGES} messages: \`details.limit\`.`,
};
export const INVALID_CHAT: DescribedError = {
  status: 400,
  when: '`details.errors` names each invalid field.',
};

const chatText = v.pipe(
  v.string(({ input }) => (input === undefined ? 'is required' : 'must be a string')),
  v.check((text) => text.trim() !== '', 'must not be empty'),
  v.check((text) => text.isWellFormed(), 'must be well-formed Unicode'),
  v.metadata({ maxLength: MAX_TEXT_LENGTH, minLength: 1 }),
);
const receivedAt = v.pipe(
  v.string('must be a string'),
  v.check(
    (text) => text.length < 40 && readMoment(text, 'start') !== undefined,
    'must be a UTC time such as 2026-03-02T10:00:00Z, or a day as YYYY-MM-DD',
  ),
);

const CHANNEL = 'must be api, console or mcp';
export const newChatBody = v.object({
  text: chatText,
  subject: optionalField(callerText(MAX_SUBJECT_LENGTH)),
  customer: optionalField(callerText(MAX_CUSTOMER_LENGTH)),
  received_at: optionalField(receivedAt),
  channel: optionalField(
    v.picklist(
      CHAT_CHANNELS.filter((channel) => channel !== 'email'),
      CHANNEL,
    ),
  ),
});
export const newMessageBody = v.object({ text: chatText, received_at: optionalField(receivedAt) });
export const NEW_MESSAGE_FIELDS: FieldTexts = {
  text: `The text, such as a pasted mail. All texts of a chat have at most ${MAX_TEXT_LENGTH.toLocaleString('en-US')} characters together.`,
  received_at:
    'When it was written: a day, or a time in UTC. "Thursday" is the next Thursday from then. Default: now.',
};

/** Body of the request for an RFP with the lanes of a chat. */
const ATTACHMENT = 'must be the index of a file of the chat';
export const chatRfpBody = v.object({
  name: rfpFields.entries.name,
  attachment: optionalField(v.pipe(v.number(ATTACHMENT), v.integer(ATTACHMENT), v.minValue(0, ATTACHMENT))),
});

const LANES = `must be "all", or an array of 1 to ${MAX_QUOTED_LANES} indexes of lanes`;
const laneIndex = v.pipe(v.number(LANES), v.integer(LANES), v.minValue(0, LANES));
export const chatQuotesBody = v.pipe(
  v.object({
    lanes: v.union(
      [v.literal('all'), v.pipe(v.array(laneIndex), v.minLength(1), v.maxLength(MAX_QUOTED_LANES))],
      LANES,
    ),
    price: v.exactOptional(v.nullable(priceFields)),
  }),
  v.forward(
    v.check(({ price }) => !price || isOnePrice(price), ONE_PRICE),
    ['price'],
  ),
);

export const listChatsParameters = v.object({
  ...pageParameters(parseChatId),
});

/** Reads a body or query by its schema. A rejection reports every invalid field. */
export function readFields<Output>(
  schema: v.GenericSchema<unknown, Output> & { readonly entries: v.ObjectEntries },
  given: unknown,
): Outcome<Output> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return reject(invalidParameters([{ field: 'body', message: 'must be a JSON object' }]));
  const { text } = given as { readonly text?: unknown };
  if (typeof text === 'string' && text.length > MAX_TEXT_LENGTH)
    return reject(chatTooLong(MAX_TEXT_LENGTH, 'characters'));
  // An optional field of a body may be undefined, but not missing.
  const absent = Object.fromEntries(
    Object.entries(schema.entries).flatMap(([name, { type }]) =>
      type === 'exact_optional' ? [] : [[name, undefined]],
    ),
  );
  const parsed = v.safeParse(schema, { ...absent, ...given }, { abortPipeEarly: true });
  if (parsed.success) return succeed(parsed.output);
  return reject(invalidParameters(fieldErrors(parsed.issues)));
}

/** The fields of a text. Where it was written, it can be a day later than in UTC. */
export function readTextFields<Output extends { readonly received_at?: string | undefined }>(
  schema: v.GenericSchema<unknown, Output> & { readonly entries: v.ObjectEntries },
  given: unknown,
  now: Date,
): Outcome<Output> {
  const read = readFields(schema, given);
  const latest = utcDay(new Date(now.getTime() + DAY_MS));
  if (!read.ok || (read.body.received_at ?? '').slice(0, 10) <= latest) return read;
  const message = `must be the day or time at which the text was written, ${latest} at the latest`;
  return reject(invalidParameters([{ field: 'received_at', message }]));
}

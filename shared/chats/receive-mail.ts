import type { SuspensionLookup } from '../accounts/organizations/dynamodb-suspension-lookup.ts';
import type { Account } from '../platform/account/account.ts';
import { FileError } from '../platform/files/file-error.ts';
import { fileKind } from '../platform/files/file-kind.ts';
import type { ObjectStore } from '../platform/s3/s3-object-store.ts';
import { LANE_FILE } from '../rfps/files/lane-columns.ts';
import { LANE_FILE_LIMITS, readLaneFile } from '../rfps/files/read-lane-rows.ts';
import { rowsOfFile } from '../sheets/workbook-rows.ts';
import {
  attachmentKey,
  type ChatAttachment,
  type ChatId,
  MAX_ATTACHMENT_BYTES,
  MAX_TEXT_LENGTH,
  type StoredChat,
} from './chat.ts';
import type { ChatStore } from './dynamodb-chats.ts';
import type { Mailboxes } from './dynamodb-mailboxes.ts';
import type { ChatText } from './grammar/read-lanes.ts';
import type { ChatReading } from './read-chat-lanes.ts';
import { type HeadRefusal, type MailFile, readMail, readMailHead } from './read-mail.ts';

export interface ReceiveMailPorts {
  /** Mails as Amazon SES stores them. */
  readonly mails: Pick<ObjectStore, 'read'>;
  /** The bucket of uploads, for files of mails. */
  readonly files: Pick<ObjectStore, 'write'>;
  readonly mailboxes: Pick<Mailboxes, 'accountOf' | 'settings' | 'chatOf' | 'putChat'>;
  readonly chats: Pick<ChatStore, 'create'>;
  readonly isSuspended: SuspensionLookup;
  readonly readLanes: (texts: readonly ChatText[]) => Promise<ChatReading>;
  readonly newChatId: (now: Date) => ChatId;
  readonly now: () => Date;
  /** Domain for which the service receives mail. */
  readonly domain: string;
}

export type MailOutcome =
  | { readonly outcome: 'chat' | 'known'; readonly account: Account; readonly chatId: ChatId }
  | {
      readonly outcome: 'refused';
      readonly reason: HeadRefusal | 'unknown-sender' | 'suspended' | 'unreadable' | 'expired';
      readonly account?: Account;
    };

interface ReadMail extends Pick<StoredChat, 'subject' | 'messages' | 'attachments' | keyof ChatReading> {
  readonly files: readonly MailFile[];
}

/**
 * Makes a chat of a mail for each account that it is sent to and that has its sender in its list. The recipient decides the
 * account, never the sender. A mail causes nothing else, whatever it says, and a repeated one changes nothing.
 */
export function receiveMailUseCase(ports: ReceiveMailPorts) {
  const { mails, mailboxes, chats, isSuspended, readLanes, newChatId, now, domain } = ports;

  const admit = async (recipient: string, sender: string): Promise<Account | MailOutcome> => {
    const account = await mailboxes.accountOf(recipient);
    if (account === undefined) return { outcome: 'refused', reason: 'unknown-recipient' };
    if (!(await mailboxes.settings(account)).senders.includes(sender))
      return { outcome: 'refused', reason: 'unknown-sender', account };
    return (await isSuspended(account.orgId))
      ? { outcome: 'refused', reason: 'suspended', account }
      : account;
  };

  const receive = async (account: Account, mail: ReadMail, mailId: string): Promise<MailOutcome> => {
    const before = await mailboxes.chatOf(account, mailId);
    if (before !== undefined) return { outcome: 'known', account, chatId: before };
    const { files, ...content } = mail;
    const chatId = newChatId(now());
    // Before the chat, so that no chat names a file that a crash has lost.
    for (const { index, left_out: reason } of content.attachments)
      if (reason === null)
        await ports.files.write(attachmentKey(account, chatId, index), files[index]?.bytes as Uint8Array);
    const chat: StoredChat = { ...content, chatId, version: 1, channel: 'email', customer: '', quotes: {} };
    const written = await chats.create(account, chat, undefined, mailboxes.putChat(account, mailId, chatId));
    if (written === 'written') return { outcome: 'chat', account, chatId };
    // The same mail was received at the same moment.
    return { outcome: 'known', account, chatId: (await mailboxes.chatOf(account, mailId)) ?? chatId };
  };

  /** What all chats of a mail have, with its files. */
  const readOnce = async (bytes: Buffer): Promise<ReadMail | undefined> => {
    const mail = await readMail(bytes, now()).catch(() => undefined);
    if (mail === undefined) return undefined;
    const { subject, text, isCut, day, files } = mail;
    const reading = await readLanes([{ text, subject, day }]);
    const questions = isCut ? [...reading.questions, CUT] : reading.questions;
    const messages = [{ text, receivedAt: day }];
    return { subject, messages, ...reading, questions, attachments: await describeFiles(files), files };
  };

  /** @param key of the object with the mail. */
  return async (key: string): Promise<readonly MailOutcome[]> => {
    const object = await mails.read(key);
    if (object === undefined) return [{ outcome: 'refused', reason: 'expired' }];
    const bytes = Buffer.from(object.bytes);
    const head = await readMailHead(bytes, domain);
    if ('refused' in head) return [{ outcome: 'refused', reason: head.refused }];
    const admitted: (Account | MailOutcome)[] = [];
    for (const recipient of head.recipients) admitted.push(await admit(recipient, head.sender));
    // Only a mail from a known sender is read as a whole.
    if (admitted.every((one) => 'outcome' in one)) return admitted as readonly MailOutcome[];
    const mail = await readOnce(bytes);
    const mailId = head.messageId === undefined ? key : `${head.sender} ${head.messageId}`;
    const outcomes: MailOutcome[] = [];
    for (const one of admitted) {
      if ('outcome' in one) outcomes.push(one);
      else if (mail === undefined) outcomes.push({ outcome: 'refused', reason: 'unreadable', account: one });
      else outcomes.push(await receive(one, mail, mailId));
    }
    return outcomes;
  };
}

const CUT = {
  lane: null,
  field: 'text',
  text: `The mail has more than ${MAX_TEXT_LENGTH.toLocaleString('en-US')} characters, and only the first ones were read. What is asked after them?`,
};

const MAX_FILES = 20;
/** As in the header of a file of lanes. */
const MAX_COLUMNS = 100;
const MAX_COLUMN_LENGTH = 100;

async function describeFiles(files: readonly MailFile[]): Promise<readonly ChatAttachment[]> {
  const attachments: ChatAttachment[] = [];
  for (const [index, file] of files.slice(0, MAX_FILES).entries()) {
    const { name, bytes } = file;
    const reason = whyLeftOut(file);
    const columns = reason === null ? await columnsOf(bytes) : [];
    attachments.push({ index, name, bytes: bytes.length, columns: [...columns], left_out: reason });
  }
  const more = files.slice(MAX_FILES);
  if (more.length > 0) {
    const bytes = more.reduce((sum, file) => sum + file.bytes.length, 0);
    const [index, name] = [MAX_FILES, `${more.length} more files`];
    attachments.push({
      index,
      name,
      bytes,
      columns: [],
      left_out: `Only ${MAX_FILES} files of a mail are read.`,
    });
  }
  return attachments;
}

function whyLeftOut({ name, bytes }: MailFile): string | null {
  if (bytes.length > MAX_ATTACHMENT_BYTES)
    return `The file has more than ${MAX_ATTACHMENT_BYTES / 1_000_000} MB.`;
  const kind = fileKind(bytes);
  return kind === 'xlsx' || (kind === 'text' && /\.csv$/i.test(name))
    ? null
    : 'The file is neither CSV nor XLSX.';
}

/** Headers of a file of lanes; none if it has no such table, which its RFP will say. */
async function columnsOf(bytes: Uint8Array): Promise<readonly string[]> {
  try {
    const { table } = readLaneFile(await rowsOfFile(bytes, LANE_FILE, LANE_FILE_LIMITS));
    return table.columns
      .slice(0, MAX_COLUMNS)
      .map(({ header }) => header.slice(0, MAX_COLUMN_LENGTH).toWellFormed());
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return [];
  }
}

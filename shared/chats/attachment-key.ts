import type { Account } from '../platform/account/account.ts';
import { CHAT_FILE_SUFFIX, uploadKey } from '../uploads/upload-key.ts';
import type { ChatId } from './chat.ts';

/** The key of a file of a mail, in the bucket of uploads, which keeps objects for 7 days. */
export const attachmentKey = (account: Account, chatId: ChatId, index: number): string =>
  uploadKey(account, `chats/${chatId}-${index}${CHAT_FILE_SUFFIX}`);

import { organizationOwner } from '../market/loads/load-owner.ts';
import { uploadKey } from '../market/uploads/upload-key.ts';
import { CHAT_FILE_SUFFIX } from '../market/uploads/upload-object-names.ts';
import type { Account } from '../platform/account/account.ts';
import type { ChatId } from './chat.ts';

/** The key of a file of a mail, in the bucket of uploads, which keeps objects for 7 days. */
export const attachmentKey = ({ orgId, mode }: Account, chatId: ChatId, index: number): string =>
  uploadKey(organizationOwner(orgId, mode), `chats/${chatId}-${index}${CHAT_FILE_SUFFIX}`);

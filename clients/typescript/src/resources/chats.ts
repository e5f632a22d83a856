import type {
  AddChatMessageBody,
  AddChatMessageResponse,
  CreateChatBody,
  CreateChatResponse,
  CreateChatRfpBody,
  CreateChatRfpResponse,
  CursorPagination,
  DeleteChatResponse,
  ListChatsQuery,
  ListChatsResponse,
  QuoteChatBody,
  QuoteChatResponse,
  ReadChatResponse,
  ReplyToChatResponse,
} from '../api/api-types.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import type { Result } from '../transport/result.ts';
import { Resource } from './resource.ts';

/** Texts of customers, such as mails, and the lanes that they ask for. */
export class Chats extends Resource {
  /** Reads the lanes of a text. Nothing is priced. */
  create(chat: CreateChatBody, options?: KeyedCallOptions): Result<CreateChatResponse['chat']> {
    return this.memberOf('POST /api/v1/chats', 'chat', { body: chat, isKeyed: true }, options);
  }

  /** Answers questions of a chat, corrects its lanes or adds some. */
  answer(
    chatId: string,
    message: AddChatMessageBody,
    options?: KeyedCallOptions,
  ): Result<AddChatMessageResponse['chat']> {
    const call = { ids: [chatId], body: message, isKeyed: true } as const;
    return this.memberOf('POST /api/v1/chats/{chat_id}/messages', 'chat', call, options);
  }

  /** Lists chats, newest first. */
  list(
    query: ListChatsQuery = {},
    options?: CallOptions,
  ): List<ListChatsResponse['chats'][number], CursorPagination> {
    return this.listByCursor('GET /api/v1/chats', 'chats', 'chat_id', { query }, options);
  }

  get(chatId: string, options?: CallOptions): Result<ReadChatResponse['chat']> {
    return this.memberOf('GET /api/v1/chats/{chat_id}', 'chat', { ids: [chatId] }, options);
  }

  /** Makes a quote of each lane. A repeated call for the same version makes no second one. */
  quote(
    chatId: string,
    body: QuoteChatBody = { lanes: 'all' },
    options?: CallOptions,
  ): Result<QuoteChatResponse['quotes']> {
    // A lane has one quote for each version, so that a retry is safe without a key.
    const call = { ids: [chatId], body, isRead: true } as const;
    return this.memberOf('POST /api/v1/chats/{chat_id}/quotes', 'quotes', call, options);
  }

  /** Makes an RFP of all lanes. */
  createRfp(
    chatId: string,
    rfp: CreateChatRfpBody,
    options?: KeyedCallOptions,
  ): Result<CreateChatRfpResponse['rfp']> {
    const call = { ids: [chatId], body: rfp, isKeyed: true } as const;
    return this.memberOf('POST /api/v1/chats/{chat_id}/rfp', 'rfp', call, options);
  }

  /** The draft of an answer to the customer. Nothing is sent. */
  reply(chatId: string, options?: CallOptions): Result<ReplyToChatResponse> {
    return this.call('GET /api/v1/chats/{chat_id}/reply', { ids: [chatId] }, options);
  }

  delete(chatId: string, options?: CallOptions): Result<DeleteChatResponse['chat']> {
    return this.memberOf('DELETE /api/v1/chats/{chat_id}', 'chat', { ids: [chatId] }, options);
  }
}

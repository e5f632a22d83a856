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
import { path } from '../transport/path.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { idempotencyKeyOf, Resource } from './resource.ts';

/** Texts of customers, such as mails, and the lanes that they ask for. */
export class Chats extends Resource {
  /** Reads the lanes of a text. Nothing is priced. */
  create(chat: CreateChatBody, options?: KeyedCallOptions): Result<CreateChatResponse['chat']> {
    const idempotencyKey = idempotencyKeyOf(options);
    const request = { method: 'POST', path: '/api/v1/chats', body: chat, idempotencyKey } as const;
    return resultOf(this.transport.send<CreateChatResponse>(request, options), (body) => body.chat);
  }

  /** Answers questions of a chat, corrects its lanes or adds some. */
  answer(
    chatId: string,
    message: AddChatMessageBody,
    options?: KeyedCallOptions,
  ): Result<AddChatMessageResponse['chat']> {
    const request = {
      method: 'POST',
      path: path`/api/v1/chats/${chatId}/messages`,
      body: message,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<AddChatMessageResponse>(request, options), (body) => body.chat);
  }

  /** Lists chats, newest first. */
  list(
    query: ListChatsQuery = {},
    options?: CallOptions,
  ): List<ListChatsResponse['chats'][number], CursorPagination> {
    return this.listByCursor(
      '/api/v1/chats',
      query,
      options,
      (page: ListChatsResponse) => page.chats,
      ({ chat_id }) => chat_id,
    );
  }

  get(chatId: string, options?: CallOptions): Result<ReadChatResponse['chat']> {
    const request = { method: 'GET', path: path`/api/v1/chats/${chatId}` } as const;
    return resultOf(this.transport.send<ReadChatResponse>(request, options), ({ chat }) => chat);
  }

  /** Makes a quote of each lane. A repeated call for the same version makes no second one. */
  quote(
    chatId: string,
    body: QuoteChatBody = { lanes: 'all' },
    options?: CallOptions,
  ): Result<QuoteChatResponse['quotes']> {
    const request = {
      method: 'POST',
      path: path`/api/v1/chats/${chatId}/quotes`,
      body,
      // A lane has one quote for each version, so that a retry is safe without a key.
      isRead: true,
    } as const;
    return resultOf(this.transport.send<QuoteChatResponse>(request, options), ({ quotes }) => quotes);
  }

  /** Makes an RFP of all lanes. */
  createRfp(
    chatId: string,
    rfp: CreateChatRfpBody,
    options?: KeyedCallOptions,
  ): Result<CreateChatRfpResponse['rfp']> {
    const request = {
      method: 'POST',
      path: path`/api/v1/chats/${chatId}/rfp`,
      body: rfp,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<CreateChatRfpResponse>(request, options), (body) => body.rfp);
  }

  /** The draft of an answer to the customer. Nothing is sent. */
  reply(chatId: string, options?: CallOptions): Result<ReplyToChatResponse> {
    const request = { method: 'GET', path: path`/api/v1/chats/${chatId}/reply` } as const;
    return resultOf(this.transport.send<ReplyToChatResponse>(request, options), (body) => body);
  }

  delete(chatId: string, options?: CallOptions): Result<DeleteChatResponse['chat']> {
    const request = { method: 'DELETE', path: path`/api/v1/chats/${chatId}` } as const;
    return resultOf(this.transport.send<DeleteChatResponse>(request, options), ({ chat }) => chat);
  }
}

import type { Answers, CursorPagination } from '../api/api-types.ts';
import { List, readPages } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import type { Request, Transport } from '../transport/transport.ts';

/** Method and path, such as `GET /api/v1/quotes/{quote_id}`. */
type Operation = keyof Answers;

/** What a call has besides its operation. */
export interface Call extends Omit<Request, 'method' | 'path' | 'idempotencyKey'> {
  /** Ids in the path. */
  readonly ids?: readonly string[];
  /** Takes an Idempotency-Key. */
  readonly isKeyed?: true;
}

/** Members of an answer that are lists. */
type ListsOf<Body> = {
  [Member in keyof Body]: Body[Member] extends readonly unknown[] ? Member : never;
}[keyof Body];
type ItemOf<Body, Member extends keyof Body> = Body[Member] extends readonly (infer Item)[] ? Item : never;

/** Operations of the API on one kind of object. */
export abstract class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** The answer of an operation. */
  protected call<Of extends Operation>(of: Of, call: Call, options?: CallOptions): Result<Answers[Of]> {
    return resultOf(this.transport.send<Answers[Of]>(requestOf(of, call, options), options), (body) => body);
  }

  /** A member of the answer of an operation. */
  protected memberOf<Of extends Operation, Member extends keyof Answers[Of]>(
    of: Of,
    member: Member,
    call: Call,
    options?: CallOptions,
  ): Result<Answers[Of][Member]> {
    return resultOf(
      this.transport.send<Answers[Of]>(requestOf(of, call, options), options),
      (body) => body[member],
    );
  }

  /** A list that is read by cursor: a member of the answers, whose items have an id. */
  protected listByCursor<Of extends Operation, Member extends ListsOf<Answers[Of]>>(
    of: Of,
    member: Member,
    idOf: keyof ItemOf<Answers[Of], Member>,
    { query = {}, ...call }: Call & { readonly query?: { readonly cursor?: string | undefined } },
    options: CallOptions | undefined,
  ): List<ItemOf<Answers[Of], Member>, CursorPagination> {
    type Item = ItemOf<Answers[Of], Member>;
    const readPage = async (cursor = query.cursor) => {
      const request = requestOf(of, { ...call, query: { ...query, cursor } });
      const { data } = await this.transport.send<Answers[Of]>(request, options);
      const { pagination } = data as { readonly pagination: CursorPagination };
      return { items: data[member] as readonly Item[], pagination };
    };
    return new List(
      () => readPages(readPage, ({ pagination }) => pagination.next_cursor ?? undefined),
      (item) => String(item[idOf]),
    );
  }

  /** A list that the service returns in one page, as `data`. */
  protected listInOnePage<Of extends Operation>(
    of: Of,
    options: CallOptions | undefined,
  ): List<ItemOf<Answers[Of], 'data' & keyof Answers[Of]>> {
    type Item = ItemOf<Answers[Of], 'data' & keyof Answers[Of]>;
    const readPage = async () => {
      const { data } = await this.transport.send<{ data: readonly Item[] }>(requestOf(of), options);
      return { items: data.data, pagination: undefined };
    };
    return new List(
      () => readPages(readPage, () => undefined),
      (item) => String((item as { readonly id: unknown }).id),
    );
  }
}

/** The request of an operation. @throws TypeError for an id that would change the path, or a key that is none */
export function requestOf(
  of: string,
  { ids = [], isKeyed, ...call }: Call = {},
  options?: KeyedCallOptions,
): Request {
  const [method = '', path = ''] = of.split(' ');
  const left = [...ids];
  return {
    ...call,
    method: method as Request['method'],
    path: path.replace(/\{\w+\}/g, () => segmentOf(left.shift())),
    ...(isKeyed && { idempotencyKey: idempotencyKeyOf(options) }),
  };
}

function segmentOf(id: string | undefined): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError('An id must be a text with content.');
  return encodeURIComponent(id);
}

/** The caller's key, or a new one. */
function idempotencyKeyOf({ idempotencyKey = crypto.randomUUID() }: KeyedCallOptions = {}): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey must have 1 to 255 visible ASCII characters.');
  return idempotencyKey;
}

import type { CursorPagination } from '../api/api-types.ts';
import { List, readPages } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import type { Transport } from '../transport/transport.ts';

/** Operations of the API on one kind of object. */
export abstract class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** A list that is read by cursor. `itemsOf` reads the body of a page, `idOf` an item. */
  protected listByCursor<Body extends { readonly pagination: CursorPagination }, Item>(
    path: string,
    query: { readonly cursor?: string | undefined },
    options: CallOptions | undefined,
    itemsOf: (page: Body) => readonly Item[],
    idOf: (item: Item) => string,
  ): List<Item, CursorPagination> {
    const readPage = async (cursor = query.cursor) => {
      const request = { method: 'GET', path, query: { ...query, cursor } } as const;
      const { data } = await this.transport.send<Body>(request, options);
      return { items: itemsOf(data), pagination: data.pagination };
    };
    return new List(() => readPages(readPage, ({ pagination }) => pagination.next_cursor ?? undefined), idOf);
  }
}

/** The caller's key, or a new one. @throws TypeError for a key that the service would reject */
export function idempotencyKeyOf({ idempotencyKey = crypto.randomUUID() }: KeyedCallOptions = {}): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey must have 1 to 255 visible ASCII characters.');
  return idempotencyKey;
}

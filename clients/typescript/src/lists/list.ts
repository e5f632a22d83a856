/** One page of a list. */
export interface Page<Item, Pagination = undefined> {
  readonly items: readonly Item[];
  /** Position of the page, as the service states it. */
  readonly pagination: Pagination;
}

/** Reads a page; without a position, the first page. */
type ReadPage<Item, Pagination, Position> = (
  position: Position | undefined,
) => Promise<Page<Item, Pagination>>;

/**
 * A list of the API. `await` reads its first page. `for await` reads all items, page by page; `pages()` reads pages.
 * No request is sent before. Each iteration starts with the first page.
 */
export class List<Item, Pagination = undefined> implements PromiseLike<Page<Item, Pagination>> {
  readonly #readAll: () => AsyncGenerator<Page<Item, Pagination>, void, undefined>;
  readonly #idOf: (item: Item) => string;
  #first: Promise<Page<Item, Pagination>> | undefined;

  constructor(
    readAll: () => AsyncGenerator<Page<Item, Pagination>, void, undefined>,
    idOf: (item: Item) => string,
  ) {
    this.#readAll = readAll;
    this.#idOf = idOf;
  }

  // biome-ignore lint/suspicious/noThenProperty: `await list` reads the first page
  then<Result = Page<Item, Pagination>, Failure = never>(
    onFulfilled?: ((page: Page<Item, Pagination>) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#first ??= firstOf(this.#readAll());
    return this.#first.then(onFulfilled, onRejected);
  }

  /** All pages. */
  pages(): AsyncGenerator<Page<Item, Pagination>, void, undefined> {
    return this.#readAll();
  }

  /** All items. An item that a page repeats, because another was created in the meantime, is returned once. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const seen = new Set<string>();
    for await (const { items } of this.#readAll()) {
      for (const item of items) {
        const id = this.#idOf(item);
        if (seen.has(id)) continue;
        seen.add(id);
        yield item;
      }
    }
  }
}

async function firstOf<Value>(values: AsyncGenerator<Value, void, undefined>): Promise<Value> {
  const { value } = await values.next();
  return value as Value;
}

/** Reads pages until `next` returns no position, or the position of the page before it. */
export async function* readPages<Item, Pagination, Position>(
  readPage: ReadPage<Item, Pagination, Position>,
  next: (page: Page<Item, Pagination>) => Position | undefined,
): AsyncGenerator<Page<Item, Pagination>, void, undefined> {
  let position: Position | undefined;
  for (;;) {
    const page = await readPage(position);
    yield page;
    const following = next(page);
    if (following === undefined || following === position) return;
    position = following;
  }
}

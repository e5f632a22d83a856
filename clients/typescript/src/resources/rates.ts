import type {
  Lane,
  RateResult,
  SearchPlacesQuery,
  SearchTerminalsQuery,
  SearchTerminalsResponse,
  SuggestedPlace,
  Terminal,
} from '../api/api-types.ts';
import { List, readPages } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import type { Result } from '../transport/result.ts';
import { Resource, requestOf } from './resource.ts';

export interface PriceOptions extends KeyedCallOptions {
  /** `route` adds the path of each lane on a map, with its highways. */
  readonly include?: 'route' | undefined;
}

export class Rates extends Resource {
  /** Market rates for 1 to 10 lanes, in the order of the lanes. The call counts once toward the monthly usage limit. */
  price(lanes: readonly Lane[], { include, ...options }: PriceOptions = {}): Result<readonly RateResult[]> {
    const call = { query: { include }, body: lanes, isKeyed: true } as const;
    return this.memberOf('POST /api/v1/rates', 'data', call, options);
  }
}

export class Places extends Resource {
  /** Suggests US cities and ZIP codes for a text that a person is typing. Best match first. */
  search(query: SearchPlacesQuery, options?: CallOptions): Result<readonly SuggestedPlace[]> {
    return this.memberOf('GET /api/v1/places/search', 'data', { query }, options);
  }
}

export class Terminals extends Resource {
  /** Finds ports, terminals and ramps by text, place or distance. Best match first, or nearest first. */
  search(
    query: SearchTerminalsQuery,
    options?: CallOptions,
  ): List<Terminal, SearchTerminalsResponse['pagination']> {
    const readPage = async (page = query.page) => {
      const request = requestOf('GET /api/v1/terminals/search', { query: { ...query, page } });
      const { data } = await this.transport.send<SearchTerminalsResponse>(request, options);
      return { items: data.data, pagination: data.pagination };
    };
    return new List(
      () =>
        readPages(readPage, ({ pagination: { currentPage, totalPages } }) =>
          currentPage < totalPages ? currentPage + 1 : undefined,
        ),
      ({ name, type }) => `${type} ${name}`,
    );
  }
}

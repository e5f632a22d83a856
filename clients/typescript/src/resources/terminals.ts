import type { SearchTerminalsQuery, SearchTerminalsResponse, Terminal } from '../api/api-types.ts';
import { List, readPages } from '../lists/list.ts';
import type { CallOptions } from '../transport/options.ts';
import { Resource } from './resource.ts';

export class Terminals extends Resource {
  /** Finds ports, terminals and ramps by text, place or distance. Best match first, or nearest first. */
  search(
    query: SearchTerminalsQuery,
    options?: CallOptions,
  ): List<Terminal, SearchTerminalsResponse['pagination']> {
    const readPage = async (page = query.page) => {
      const request = {
        method: 'GET',
        path: '/api/v1/terminals/search',
        query: { ...query, page },
      } as const;
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

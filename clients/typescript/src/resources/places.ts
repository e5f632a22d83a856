import type { SearchPlacesQuery, SearchPlacesResponse, SuggestedPlace } from '../api/api-types.ts';
import type { CallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { Resource } from './resource.ts';

export class Places extends Resource {
  /** Suggests US cities and ZIP codes for a text that a person is typing. Best match first. */
  search(query: SearchPlacesQuery, options?: CallOptions): Result<readonly SuggestedPlace[]> {
    const request = { method: 'GET', path: '/api/v1/places/search', query: { ...query } } as const;
    return resultOf(this.transport.send<SearchPlacesResponse>(request, options), ({ data }) => data);
  }
}

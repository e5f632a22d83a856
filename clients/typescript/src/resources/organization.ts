import type { ReadOrganizationResponse } from '../api/api-types.ts';
import type { CallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { Resource } from './resource.ts';

export class Organization extends Resource {
  /** Id, plan, limits and billing state of the organization of the API key. Webhooks require the id as `orgId`. */
  get(options?: CallOptions): Result<ReadOrganizationResponse['data']> {
    const request = { method: 'GET', path: '/api/v1/organization' } as const;
    return resultOf(this.transport.send<ReadOrganizationResponse>(request, options), ({ data }) => data);
  }
}

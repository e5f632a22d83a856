import type { AuditLogEntry, ReadAuditLogQuery, ReadAuditLogResponse } from '../api/api-types.ts';
import { List, readPages } from '../lists/list.ts';
import type { CallOptions } from '../transport/options.ts';
import { Resource } from './resource.ts';

/** Changes to keys, webhooks, the pricing strategy and the organization. Calls need the scope admin. */
export class AuditLog extends Resource {
  /** Lists the changes, newest first. */
  list(
    query: ReadAuditLogQuery = {},
    options?: CallOptions,
  ): List<AuditLogEntry, ReadAuditLogResponse['pagination']> {
    const readPage = async (cursor = query.cursor) => {
      const request = { method: 'GET', path: '/api/v1/audit-log', query: { ...query, cursor } } as const;
      const { data } = await this.transport.send<ReadAuditLogResponse>(request, options);
      return { items: data.data, pagination: data.pagination };
    };
    return new List(
      () => readPages(readPage, ({ pagination }) => pagination.next_cursor ?? undefined),
      ({ id }) => id,
    );
  }
}

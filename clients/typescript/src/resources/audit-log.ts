import type {
  AuditLogEntry,
  CursorPagination,
  ReadAuditLogQuery,
  ReadAuditLogResponse,
} from '../api/api-types.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions } from '../transport/options.ts';
import { Resource } from './resource.ts';

/** Changes to keys, webhooks, the pricing strategy and the organization. Calls need the scope admin. */
export class AuditLog extends Resource {
  /** Lists the changes, newest first. */
  list(query: ReadAuditLogQuery = {}, options?: CallOptions): List<AuditLogEntry, CursorPagination> {
    return this.listByCursor(
      '/api/v1/audit-log',
      query,
      options,
      (page: ReadAuditLogResponse) => page.data,
      ({ id }) => id,
    );
  }
}

import type { Account } from '../../platform/account/account.ts';
import type { AuditEvent } from './audit-event.ts';

export interface AuditQuery {
  /** Maximum events of the page. */
  readonly limit: number;
  /** ID of the last event of the previous page. */
  readonly after?: string;
}

export interface AuditPage {
  /** Newest first. A page can have fewer events than `limit` without being the last one. */
  readonly events: readonly AuditEvent[];
  /** `after` of the next page; absent on the last page. */
  readonly next?: string;
}

/** Port: the audit log of an account. Events that concern both modes are in both logs. */
export interface AuditLog {
  /** Strongly consistent. Events older than `AUDIT_RETENTION_DAYS` are left out. */
  list(account: Account, query: AuditQuery, now: Date): Promise<AuditPage>;
}

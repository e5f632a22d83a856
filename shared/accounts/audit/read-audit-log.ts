import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { cursorPage } from '../../platform/http/cursor-page.ts';
import { integerParameter } from '../../platform/http/integer-parameter.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { AUDIT_ACTIONS, AUDIT_EVENT_ID, AUDIT_TARGETS, type AuditEvent } from './audit-event.ts';
import type { AuditLog } from './dynamodb-audit-log.ts';

const DEFAULT_LIMIT = 20;
export const MAX_AUDIT_PAGE = 100;
const LIMIT = `limit must be an integer from 1 to ${MAX_AUDIT_PAGE}`;

export const auditLogParameters = v.object({
  cursor: v.exactOptional(
    v.pipe(v.string(), v.regex(AUDIT_EVENT_ID, 'cursor must be the next_cursor of a previous page')),
  ),
  limit: integerParameter(MAX_AUDIT_PAGE, DEFAULT_LIMIT, LIMIT),
});

const detail = v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(v.string())]);

export const auditEventDocument = v.looseObject({
  id: v.string(),
  at: v.pipe(v.string(), v.isoTimestamp()),
  actor: v.looseObject({ type: v.picklist(['key', 'operator']), keyId: v.nullable(v.string()) }),
  action: v.picklist(AUDIT_ACTIONS),
  target: v.looseObject({ type: v.picklist(AUDIT_TARGETS), id: v.string() }),
  requestId: v.nullable(v.string()),
  details: v.record(v.string(), detail),
});

export const auditLogAnswer = v.looseObject({
  status: v.literal('success'),
  data: v.pipe(v.array(auditEventDocument), v.maxLength(MAX_AUDIT_PAGE)),
  pagination: cursorPage,
});

const describeEvent = ({ id, at, author, action, target, details = {} }: AuditEvent) => ({
  id,
  at,
  actor: { type: author.type, keyId: author.type === 'key' ? author.keyId : null },
  action,
  target,
  requestId: author.type === 'key' ? author.requestId : null,
  details: Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  ) as Record<string, v.InferOutput<typeof detail>>,
});

export interface ReadAuditLogPorts {
  readonly auditLog: AuditLog;
  readonly now: () => Date;
}

/** Reads a page of the caller's audit log, newest first. */
export function readAuditLogUseCase({ auditLog, now }: ReadAuditLogPorts) {
  return async (
    query: Readonly<Record<string, string>>,
    { orgId, mode }: Account,
  ): Promise<Outcome<v.InferOutput<typeof auditLogAnswer>>> => {
    const parsed = v.safeParse(auditLogParameters, query);
    if (!parsed.success) {
      const message = parsed.issues.map((issue) => issue.message).join('; ');
      return reject({ kind: 'invalid', message });
    }
    const { limit, cursor } = parsed.output;
    const page = await auditLog.list(
      { orgId, mode },
      { limit, ...(cursor === undefined ? {} : { after: cursor }) },
      now(),
    );
    return succeed({
      status: 'success',
      data: page.events.map(describeEvent),
      pagination: { next_cursor: page.next ?? null, limit },
    });
  };
}

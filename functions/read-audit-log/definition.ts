import { AUDIT_RETENTION_DAYS } from '../../shared/accounts/audit/audit-event.ts';
import {
  auditEventDocument,
  auditLogAnswer,
  auditLogParameters,
} from '../../shared/accounts/audit/read-audit-log.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-audit-log',
  method: 'GET',
  path: '/api/v1/audit-log',
  tag: 'Audit log',
  summary: 'Read the audit log',
  description: `Lists changes to API keys, webhooks, share links, the pricing strategy and the organization, newest first: those in the mode of the calling key, and those of the whole organization. Events are kept for ${AUDIT_RETENTION_DAYS} days. The list is strongly consistent.`,
  query: {
    schema: auditLogParameters,
    fields: {
      cursor: '`next_cursor` of the previous page.',
      limit: 'Maximum events of the page.',
    },
  },
  response: {
    schema: auditLogAnswer,
    description: 'A page of events.',
    fields: {
      data: 'Newest first.',
    },
  },
  errors: [{ status: 400, when: 'Parameters are invalid; the message names each.' }],
  schemas: {
    AuditLogEntry: {
      schema: auditEventDocument,
      description: 'A change.',
      fields: {
        id: 'Id of the event. Ids sort in order of creation.',
        at: 'When the change was made, UTC.',
        actor: 'Who made the change.',
        'actor.type': '`key`: a call with an API key. `operator`: an operator of the service.',
        'actor.keyId': 'Id of the API key, which can be deleted; null for operators.',
        action: 'The change.',
        target: 'The changed resource.',
        'target.type': 'Kind of the resource.',
        'target.id': 'Id of the key, of the webhook or of the organization; version of the pricing strategy.',
        requestId: '`X-Request-Id` of the call; null for operators.',
        details: 'Values of the change. They depend on the action, and contain no secrets.',
        'details.*': 'A value.',
      },
    },
  },
  tables: { audit: ['Query'] },
  impact: 'Callers cannot read their audit log; changes are still recorded.',
} satisfies Operation;

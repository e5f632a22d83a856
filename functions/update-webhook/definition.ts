import * as v from 'valibot';
import { updateFields } from '../../shared/webhooks/registration/read-webhook-body.ts';
import {
  REQUEST_FIELDS,
  requestedEvents,
  WEBHOOK_SCHEMAS,
  webhookAnswer,
} from '../../shared/webhooks/store/webhook-document.ts';
import {
  FOREIGN_ORGANIZATION_ERROR,
  RECEIVER_LIMITS,
  WEBHOOK_NOT_FOUND_ERROR,
} from '../../shared/webhooks/store/webhook-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'update-webhook',
  method: 'PUT',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Change a webhook',
  description:
    'Replaces the events of a webhook, and optionally changes its URL and enables or disables it. Disabling a webhook fails its pending deliveries.',
  body: {
    ignored: ['id', 'livemode', 'createdAt', 'updatedAt', 'disabledReason', 'disabledAt', 'warnings'],
    schema: v.object({ ...updateFields.entries, events: requestedEvents }),
    fields: { ...REQUEST_FIELDS, enabled: 'Whether events are sent. Default: no change.' },
  },
  response: {
    schema: webhookAnswer,
    description: 'The changed webhook.',
    fields: {},
  },
  errors: [
    {
      status: 400,
      when: 'Fields are invalid (the message names each), or the URL does not answer the ownership challenge.',
    },
    FOREIGN_ORGANIZATION_ERROR,
    WEBHOOK_NOT_FOUND_ERROR,
    RECEIVER_LIMITS,
  ],
  schemas: WEBHOOK_SCHEMAS,
  tables: {
    webhooks: ['GetItem', 'UpdateItem'],
    deliveries: ['BatchGetItem', 'UpdateItem'],
    audit: ['PutItem'],
  },
  leadingKeys: { deliveries: ['LIMITS#*', 'RECEIVER#*'] },
  queues: ['retries'],
  webhookReceivers: true,
  webhookRegistration: true,
  impact: 'Callers cannot change or re-enable their webhooks; deliveries continue with the current settings.',
} satisfies Operation;

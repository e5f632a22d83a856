import * as v from 'valibot';
import { creationFields } from '../../shared/webhooks/registration/read-webhook-body.ts';
import {
  createdWebhookAnswer,
  REQUEST_FIELDS,
  requestedEvents,
  WEBHOOK_SCHEMAS,
} from '../../shared/webhooks/store/webhook-document.ts';
import {
  FOREIGN_ORGANIZATION_ERROR,
  RECEIVER_LIMITS,
} from '../../shared/webhooks/store/webhook-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'create-webhook',
  method: 'POST',
  path: '/v1/webhooks',
  tag: 'Webhooks',
  summary: 'Register a webhook',
  description:
    'Registers a URL that receives events of the mode of the key. If the environment requires it, the URL must answer an ownership challenge. The response contains the signing secret, which no later response contains.',
  requestHeaders: ['Idempotency-Key'],
  body: {
    schema: v.object({ ...creationFields.entries, events: requestedEvents }),
    fields: { ...REQUEST_FIELDS, enabled: 'Whether events are sent. Default: true.' },
  },
  response: {
    schema: createdWebhookAnswer,
    description: 'The new webhook.',
    fields: {},
  },
  errors: [
    {
      status: 400,
      when: 'Fields are invalid (the message names each), the URL does not answer the ownership challenge, or the organization has the maximum number of webhooks.',
    },
    FOREIGN_ORGANIZATION_ERROR,
    {
      status: 409,
      when: 'The Idempotency-Key was used with another body, or a call with it is being answered.',
    },
    RECEIVER_LIMITS,
  ],
  schemas: WEBHOOK_SCHEMAS,
  tables: {
    webhooks: ['GetItem', 'PutItem', 'UpdateItem'],
    idempotency: ['GetItem', 'PutItem'],
    deliveries: ['BatchGetItem', 'UpdateItem'],
    audit: ['PutItem'],
  },
  leadingKeys: { deliveries: ['LIMITS#*', 'RECEIVER#*'] },
  webhookSecrets: ['Encrypt'],
  webhookReceivers: true,
  webhookRegistration: true,
  impact: 'Callers cannot register webhooks; registered webhooks still work.',
} satisfies Operation;

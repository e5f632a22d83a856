import * as v from 'valibot';
import { IGNORED_FIELDS_TEXT, ignoredFields } from '../../shared/platform/http/operation-description.ts';
import { SPAN_FIELDS } from '../../shared/webhooks/deliveries/delivery-document.ts';
import { successOf } from '../../shared/webhooks/store/webhook-document.ts';
import { WEBHOOK_NOT_FOUND_ERROR } from '../../shared/webhooks/store/webhook-rejections.ts';
import type { Operation } from '../definition-types.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const definition = {
  function: 'recover-deliveries',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/recover',
  objective: 'availability',
  tag: 'Deliveries',
  summary: 'Recover failed deliveries',
  description:
    'Sends the failed deliveries of a time range again, except tests, each once over any number of calls. If a call runs out of time, `complete` is false; repeat the call to continue.',
  body: { schema: v.object({ since: v.string(), until: v.string() }), fields: SPAN_FIELDS },
  response: {
    schema: v.object({
      ...successOf(v.object({ recovered: count, complete: v.boolean() })).entries,
      ...ignoredFields,
    }),
    description: 'The result of this call.',
    fields: {
      data: 'The result.',
      warnings: IGNORED_FIELDS_TEXT,
      'data.recovered': 'Deliveries that this call sent again.',
      'data.complete':
        'Whether all failed deliveries of the time range are sent again, except those whose payload is no longer stored.',
    },
  },
  errors: [
    { status: 400, when: 'Fields are invalid; the message names each.' },
    WEBHOOK_NOT_FOUND_ERROR,
    { status: 409, when: 'The webhook is disabled.' },
    { status: 429, when: '2 recoveries of the organization are running.' },
  ],
  tables: { webhooks: ['GetItem'], deliveries: ['GetItem', 'PutItem', 'UpdateItem'] },
  indexes: { deliveries: ['by-webhook'] },
  queues: ['deliveries'],
  timeoutSeconds: 25,
  impact: 'Callers cannot recover failed deliveries of a time range.',
} satisfies Operation;

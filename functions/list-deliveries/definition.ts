import * as v from 'valibot';
import { cursorPage } from '../../shared/platform/http/cursor-page.ts';
import {
  DELIVERY_SCHEMAS,
  deliveryFields,
  SPAN_FIELDS,
} from '../../shared/webhooks/deliveries/delivery-document.ts';
import { deliveryListParameters } from '../../shared/webhooks/deliveries/delivery-query.ts';
import { successOf } from '../../shared/webhooks/store/webhook-document.ts';
import { WEBHOOK_NOT_FOUND_ERROR } from '../../shared/webhooks/store/webhook-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'list-deliveries',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries',
  tag: 'Deliveries',
  summary: 'List deliveries',
  description:
    'Lists the deliveries of a webhook, newest first. Deliveries are stored for 30 days. The list is eventually consistent, usually within 1 second.',
  query: {
    schema: deliveryListParameters,
    fields: {
      status: 'Only deliveries with this status.',
      event: 'Only deliveries of this event.',
      ...SPAN_FIELDS,
      cursor: '`next_cursor` of the previous page.',
      limit: 'Maximum deliveries of the page.',
    },
  },
  response: {
    schema: v.object({ ...successOf(v.array(deliveryFields)).entries, pagination: cursorPage }),
    description: 'A page of deliveries.',
    fields: { data: 'Newest first.' },
  },
  errors: [{ status: 400, when: 'Parameters are invalid; the message names each.' }, WEBHOOK_NOT_FOUND_ERROR],
  schemas: DELIVERY_SCHEMAS,
  tables: { webhooks: ['GetItem'] },
  indexes: { deliveries: ['by-webhook'] },
  impact: 'Callers cannot list deliveries; deliveries continue.',
} satisfies Operation;

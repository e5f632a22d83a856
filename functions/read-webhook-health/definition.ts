import * as v from 'valibot';
import { integerParameter } from '../../shared/platform/http/integer-parameter.ts';
import { KEPT_DAYS } from '../../shared/webhooks/deliveries/delivery.ts';
import { successOf } from '../../shared/webhooks/store/webhook-document.ts';
import { WEBHOOK_NOT_FOUND_ERROR } from '../../shared/webhooks/store/webhook-rejections.ts';
import type { Operation } from '../definition-types.ts';

const DEFAULT_HOURS = 24;
const MAX_HOURS = KEPT_DAYS * 24;

export const healthParameters = v.object({
  hours: integerParameter(MAX_HOURS, DEFAULT_HOURS, `hours must be an integer from 1 to ${MAX_HOURS}`),
});

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const milliseconds = v.pipe(v.number(), v.minValue(0));

const latencyFields = v.object({ average: milliseconds, p50: milliseconds, p95: milliseconds });

const countFields = v.object({
  attempts: count,
  succeeded: count,
  failed: count,
  successRate: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  latencyMs: v.nullable(latencyFields),
});

const hourFields = v.object({ startsAt: v.pipe(v.string(), v.isoTimestamp()), ...countFields.entries });

const hours = v.pipe(v.array(hourFields), v.maxLength(MAX_HOURS));
const healthAnswer = successOf(v.object({ webhookId: v.string(), total: countFields, hours }));

const COUNT_FIELDS = {
  attempts: 'Logged attempts.',
  succeeded: 'Attempts that the receiver answered with 2xx in time.',
  failed: 'All other attempts.',
  successRate:
    '`succeeded` divided by `attempts`, 0 to 1, rounded down to 4 decimals; null without attempts.',
  latencyMs:
    'Latency of the attempts that the receiver answered with any status; null without such attempts.',
};

export const definition = {
  function: 'read-webhook-health',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/health',
  tag: 'Webhooks',
  summary: 'Read the health of a webhook',
  description:
    'Returns the success rate and the latency of the attempts of a webhook by hour. An attempt counts in the UTC hour in which it began, after its result is logged. Attempts of tests, and attempts that the service interrupted, do not count. Counts are stored for 30 days and are eventually consistent, usually within a few seconds.',
  query: {
    schema: healthParameters,
    fields: { hours: 'Number of hours, including the current hour.' },
  },
  response: {
    schema: healthAnswer,
    description: 'The health of the webhook.',
    fields: {
      data: 'The health of the webhook.',
      'data.webhookId': 'The webhook.',
      'data.total': 'All hours together.',
      ...Object.fromEntries(Object.entries(COUNT_FIELDS).map(([name, text]) => [`data.total.${name}`, text])),
      'data.hours': 'One entry for each hour, oldest first, also for hours without attempts.',
    },
  },
  errors: [{ status: 400, when: '`hours` is invalid.' }, WEBHOOK_NOT_FOUND_ERROR],
  schemas: {
    WebhookHealthHour: {
      schema: hourFields,
      description: 'Attempts of one hour.',
      fields: { startsAt: 'Start of the hour, UTC.', ...COUNT_FIELDS },
    },
    WebhookLatency: {
      schema: latencyFields,
      description: 'Latency in milliseconds, from the start of an attempt to the end of its response.',
      fields: {
        average: 'Mean, rounded to milliseconds.',
        p50: 'Half of the attempts are not slower. Rounded up by at most 25%, and to 10 ms or more.',
        p95: '95% of the attempts are not slower. Rounded up by at most 25%, and to 10 ms or more.',
      },
    },
  },
  tables: { webhooks: ['GetItem'], deliveries: ['Query'] },
  leadingKeys: { deliveries: ['HEALTH#*'] },
  impact: 'Callers cannot read the health of a webhook; deliveries continue.',
} satisfies Operation;

/** Attributes that the index by webhook projects for lists of deliveries, in addition to its keys. */
export const DELIVERY_LIST_ATTRIBUTES = [
  'orgId',
  'mode',
  'webhookId',
  'eventId',
  'event',
  'status',
  'reason',
  'attempts',
  'maxAttempts',
  'createdAt',
  'dueAt',
  'lastAttemptAt',
  'lastStatus',
  'test',
  'redeliveryOf',
  'redeliveredBy',
] as const;

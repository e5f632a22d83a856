/** Attributes of a delivery that its list shows, beside its keys: the index carries them. */
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

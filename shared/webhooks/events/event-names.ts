export const EVENT_NAMES = [
  'chat.created',
  'quote.created',
  'quote.updated',
  'quote.deleted',
  'rfp.created',
  'rfp.updated',
  'rfp.deleted',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

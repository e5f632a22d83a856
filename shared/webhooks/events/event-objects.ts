import * as v from 'valibot';
import type { EventName } from './event-names.ts';
import { QUOTE_EVENT_OBJECTS } from './quote-event-object.ts';

const text = v.pipe(v.string(), v.nonEmpty('must not be empty'));

/** A chat. */
const chat = v.looseObject({
  chatId: text,
  title: v.optional(v.string()),
  channel: v.optional(v.string()),
  status: v.optional(v.string()),
  customer: v.optional(v.string()),
  lanes: v.optional(v.number()),
  createdAt: v.optional(v.string()),
});

/** A request for proposals. */
const rfp = v.looseObject({
  rfpNumber: text,
  status: text,
  title: v.optional(v.string()),
  createdBy: v.optional(v.string()),
});

/** Schemas of the object of each event; docs/schemas has them as JSON Schema. */
export const EVENT_OBJECTS = {
  'chat.created': chat,
  ...QUOTE_EVENT_OBJECTS,
  'rfp.created': rfp,
  'rfp.updated': rfp,
  'rfp.deleted': rfp,
} as const satisfies Record<EventName, v.GenericSchema>;

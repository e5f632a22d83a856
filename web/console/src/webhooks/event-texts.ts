import type { EventName } from '../api/client.ts';

/** When each event is sent, for people. */
const TEXTS: Readonly<Record<EventName, string>> = {
  'quote.created': 'A quote was made, in the console or with the API.',
  'quote.updated': 'A quote was converted, or it expired.',
  'quote.deleted': 'A quote was deleted. The event has its last state.',
  'chat.created': 'A search or chat session started in another product.',
  'rfp.created': 'An RFP was created, with the API or in another product.',
  'rfp.updated': 'An RFP was priced, or its status or details changed.',
  'rfp.deleted': 'An RFP was deleted. The event has its last state.',
};

export const EVENT_NAMES = Object.keys(TEXTS) as readonly EventName[];

export const eventText = (name: EventName): string => TEXTS[name];

export const isEventName = (text: string): text is EventName => Object.hasOwn(TEXTS, text);

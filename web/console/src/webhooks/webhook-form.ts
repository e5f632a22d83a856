import type { CreateWebhookBody, EventName, UpdateWebhookBody, Webhook } from '../api/client.ts';

export interface WebhookForm {
  /** Absent while the field is empty. */
  readonly url?: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
}

const WEB_ADDRESS = /^https?:\/\/[^/]/i;

/** What is missing, by field; {} if the API can decide. */
export function webhookErrors({
  url = '',
  events,
}: Pick<WebhookForm, 'url' | 'events'>): Partial<Record<'url' | 'events', string>> {
  const address = url.trim();
  const isComplete = WEB_ADDRESS.test(address) && URL.canParse(address);
  return {
    ...(address === ''
      ? { url: 'Enter the address of your receiver.' }
      : isComplete
        ? {}
        : { url: 'Enter a complete address such as https://example.com/webhooks.' }),
    ...(events.length === 0 ? { events: 'Choose at least one event.' } : {}),
  };
}

const chosen = (events: readonly string[]): EventName[] =>
  EVENT_NAMES.filter((name) => events.includes(name));

export const creationOf = ({ url = '', events, enabled }: WebhookForm, orgId: string): CreateWebhookBody => ({
  url: url.trim(),
  events: chosen(events),
  orgId,
  ...(enabled ? {} : { enabled }),
});

/** The change of a webhook. Without a new address, the service does not check the address again. */
export const changeOf = (
  { url = '', events }: Pick<WebhookForm, 'url' | 'events'>,
  webhook: Pick<Webhook, 'url' | 'orgId'>,
): UpdateWebhookBody => ({
  ...(url.trim() === webhook.url ? {} : { url: url.trim() }),
  events: chosen(events),
  orgId: webhook.orgId,
});

const TEXTS: Readonly<Record<EventName, string>> = {
  'quote.created': 'A quote was made, in the console or with the API.',
  'quote.updated': 'A quote was converted, declined or revised, or it expired.',
  'quote.deleted': 'A quote was deleted. The event has its last state.',
  'chat.created': 'A mail was read into lanes, in the console or with the API.',
  'rfp.created': 'An RFP was created, in the console or with the API.',
  'rfp.updated': 'An RFP was priced, or its status or details changed.',
  'rfp.deleted': 'An RFP was deleted. The event has its last state.',
};

export const EVENT_NAMES = Object.keys(TEXTS) as readonly EventName[];

export const eventText = (name: EventName): string => TEXTS[name];

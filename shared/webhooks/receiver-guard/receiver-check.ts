import type { ReceiverAddresses } from './receiver-addresses.ts';
import { type CheckedReceiver, checkReceiver, type ResolveAddresses } from './resolve-receiver.ts';
import { readWebhookUrl, type WebhookUrlReading } from './webhook-url.ts';

/** Port: whether webhooks may be sent to an address. Never throws. */
export interface ReceiverCheck {
  /** By its text only, without a look-up. */
  read(url: string): WebhookUrlReading;
  /** By its text and by where its name leads: takes up to 2 s, as its name servers decide. */
  check(url: string): Promise<CheckedReceiver>;
}

/** Judges the text of an address first: what is no address of a receiver is looked up nowhere. */
export function createReceiverCheck(allowed: ReceiverAddresses, resolve: ResolveAddresses): ReceiverCheck {
  const read = (text: string) => readWebhookUrl(text, allowed);
  return {
    read,
    async check(text) {
      const reading = read(text);
      if (!reading.ok) return reading;
      const checked = await checkReceiver(reading.url, allowed, resolve);
      return checked.ok ? { ...checked, warnings: [...reading.warnings, ...checked.warnings] } : checked;
    },
  };
}

import type { ReceiverAddresses } from './address-guard.ts';
import { type CheckedReceiver, checkReceiver, type ResolveAddresses } from './resolve-receiver.ts';
import { readWebhookUrl, type WebhookUrlReading } from './webhook-url.ts';

/** Port: whether webhooks may be sent to a URL. Never throws. */
export interface ReceiverCheck {
  /** Checks the text only, without a look-up. */
  read(url: string): WebhookUrlReading;
  /** Checks the text and the addresses of the host: takes up to 2 s. */
  check(url: string): Promise<CheckedReceiver>;
}

/** Checks the text of a URL first: the host of an invalid URL is not looked up. */
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

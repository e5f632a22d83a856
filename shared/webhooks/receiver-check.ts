import type { ReceiverAddresses } from './receiver-addresses.ts';
import { type CheckedReceiver, checkReceiver, type ResolveAddresses } from './resolve-receiver.ts';
import { readWebhookUrl } from './webhook-url.ts';

/** Port: whether webhooks may be sent to an address, by its text and by where its name leads. Never throws. */
export type ReceiverCheck = (url: string) => Promise<CheckedReceiver>;

/** Judges the text of an address first: what is no address of a receiver is looked up nowhere. */
export function createReceiverCheck(allowed: ReceiverAddresses, resolve: ResolveAddresses): ReceiverCheck {
  return async (text) => {
    const reading = readWebhookUrl(text, allowed);
    if (!reading.ok) return reading;
    const checked = await checkReceiver(reading.url, allowed, resolve);
    return checked.ok ? { ...checked, warnings: [...reading.warnings, ...checked.warnings] } : checked;
  };
}

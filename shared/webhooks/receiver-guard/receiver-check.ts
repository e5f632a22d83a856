import type { ReceiverAddresses } from './address-guard.ts';
import { type ResolveAddresses, resolveReceiver } from './resolve-receiver.ts';
import { readWebhookUrl, receiverHost, type WebhookUrlReading } from './webhook-url.ts';

const CHECK_MS = 2_000;

/** Whether webhooks may be sent to a URL. Never throws. */
export function createReceiverCheck(allowed: ReceiverAddresses, resolve: ResolveAddresses) {
  /** Checks the text only, without a look-up. */
  const read = (text: string): WebhookUrlReading => readWebhookUrl(text, allowed);
  return {
    read,
    /**
     * Checks the text, then the addresses of the host. A name that does not resolve is accepted with a warning: every send
     * checks again.
     */
    async check(text: string): Promise<WebhookUrlReading> {
      const reading = read(text);
      if (!reading.ok) return reading;
      const host = receiverHost(new URL(reading.url));
      const resolved = await resolveReceiver(host, allowed, resolve, AbortSignal.timeout(CHECK_MS));
      if (resolved.ok) return reading;
      const { failure, rule } = resolved;
      if (rule !== undefined) return { ok: false, message: `url ${rule}. ${failure.detail}` };
      const warnings = [...reading.warnings, `url: the host name ${host} does not resolve at present`];
      return { ...reading, warnings };
    },
  };
}

export type ReceiverCheck = ReturnType<typeof createReceiverCheck>;

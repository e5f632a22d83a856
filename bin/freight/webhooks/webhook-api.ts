import * as v from 'valibot';
import type { EventName } from '../../../shared/webhooks/events/event-names.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

const created = v.object({ data: v.object({ id: v.string(), secret: v.string() }) });

export interface RegisteredWebhook {
  readonly id: string;
  /** `whsec_...` */
  readonly secret: string;
}

export interface WebhookRequest {
  readonly orgId: string;
  readonly url: string;
  readonly events: readonly EventName[];
}

/** The operations on webhooks that a command needs, as their callers see them. */
export function createWebhookApi(baseUrl: string, apiKey: string) {
  const call = async (method: string, path: string, body?: object): Promise<string> => {
    const request = {
      method,
      headers: { 'x-api-key': apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const response = await fetch(new URL(path, baseUrl), request).catch((error: unknown) => {
      const { code } = Object(Object(error).cause);
      throw new CommandFailedError(`${method} ${path}: the service cannot be reached (${code}).`);
    });
    const text = await response.text();
    if (response.ok) return text;
    throw new CommandFailedError(`${method} ${path} answered ${response.status}: ${text.trim()}`);
  };
  return {
    /** @throws CommandFailedError with the API's own words. */
    register: async (request: WebhookRequest): Promise<RegisteredWebhook> =>
      v.parse(created, JSON.parse(await call('POST', '/v1/webhooks', request))).data,
    /** @throws CommandFailedError with the API's own words. */
    remove: async (id: string): Promise<void> => {
      await call('DELETE', `/v1/webhooks/${encodeURIComponent(id)}`);
    },
  };
}

import type { KeyMode } from '../../platform/account/account.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { MOST_WEBHOOKS } from './webhook.ts';

/**
 * The general family has no details: the message names every field that is wrong.
 * @param faults each beginning with its field: "orgId is required".
 */
export const invalidWebhook = (faults: readonly string[]): Refusal => ({
  kind: 'invalid',
  message: `Invalid request: ${faults.map((fault) => fault.replace(/\.$/, '')).join('; ')}.`,
});

export const BODY_NOT_AN_OBJECT: Refusal = {
  kind: 'invalid',
  message: 'The request body must be a JSON object with the fields of a webhook.',
};

export const FOREIGN_ORGANIZATION: Refusal = {
  kind: 'forbidden',
  message: 'orgId is another organization than that of the API key.',
};

export const tooManyWebhooks = (mode: KeyMode): Refusal => ({
  kind: 'invalid',
  message: `There are ${MOST_WEBHOOKS[mode]} webhooks already, the most that an organization may have in ${mode} mode. Delete one that is not needed, or let one webhook receive more events.`,
});

/** Said of another organization's, another mode's and no webhook alike: nobody learns which ids there are. */
export const WEBHOOK_NOT_FOUND: Refusal = {
  kind: 'not-found',
  message: 'There is no webhook with this id. GET /v1/webhooks lists those there are.',
};

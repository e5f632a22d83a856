import type * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { WebhookReader } from '../store/dynamodb-webhooks.ts';
import {
  answerOf,
  describeWebhook,
  type webhookAnswer,
  type webhookListAnswer,
} from '../store/webhook-document.ts';
import { isWebhookId } from '../store/webhook-id.ts';
import { WEBHOOK_NOT_FOUND } from '../store/webhook-rejections.ts';

/** All webhooks of the caller, oldest first. */
export function listWebhooksUseCase(webhooks: Pick<WebhookReader, 'list'>) {
  return async (caller: Account): Promise<Outcome<v.InferOutput<typeof webhookListAnswer>>> =>
    succeed(answerOf((await webhooks.list(caller)).map((webhook) => describeWebhook(webhook))));
}

/** One webhook of the caller. */
export function readWebhookUseCase(webhooks: Pick<WebhookReader, 'get'>) {
  return async (id: string, caller: Account): Promise<Outcome<v.InferOutput<typeof webhookAnswer>>> => {
    const webhook = isWebhookId(id) ? await webhooks.get(caller, id) : undefined;
    return webhook === undefined ? reject(WEBHOOK_NOT_FOUND) : succeed(answerOf(describeWebhook(webhook)));
  };
}

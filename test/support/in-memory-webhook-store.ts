import type { KeyedAnswer } from '../../shared/accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../shared/platform/account/account.ts';
import type { WebhookHealth } from '../../shared/webhooks/store/dynamodb-webhook-health.ts';
import type { WebhookStore } from '../../shared/webhooks/store/dynamodb-webhook-store.ts';
import {
  DISABLED_BY_EXHAUSTION,
  DISABLED_BY_OWNER,
  EXHAUSTED_FOR_MS,
  MAX_EXHAUSTED,
  MAX_WEBHOOKS,
  type Webhook,
} from '../../shared/webhooks/store/webhook.ts';

export interface InMemoryWebhooks {
  readonly store: WebhookStore;
  readonly health: WebhookHealth;
}

/** Webhooks in a map: the double of the store, and the reference for the tests of the real adapter. */
export function createInMemoryWebhooks(
  rememberAnswer: (answer: KeyedAnswer) => boolean = () => false,
): InMemoryWebhooks {
  const kept = new Map<string, Webhook>();
  const find = ({ orgId, mode }: Account, id: string) => {
    const webhook = kept.get(id);
    return webhook?.orgId === orgId && webhook.mode === mode ? webhook : undefined;
  };
  const put = (webhook: Webhook): Webhook => {
    kept.set(webhook.id, webhook);
    return structuredClone(webhook);
  };
  const all = ({ orgId, mode }: Account) =>
    [...kept.values()].filter((webhook) => webhook.orgId === orgId && webhook.mode === mode);
  const get = async (account: Account, id: string) => structuredClone(find(account, id));
  const disable = (webhook: Webhook, disabledReason: string, at: Date) => {
    if (!webhook.enabled) return false;
    const moment = at.toISOString();
    put({ ...webhook, enabled: false, disabledReason, disabledAt: moment, updatedAt: moment });
    return true;
  };

  const store: WebhookStore = {
    get,
    list: async (account) =>
      structuredClone(
        all(account).toSorted((a, b) => (`${a.createdAt} ${a.id}` < `${b.createdAt} ${b.id}` ? -1 : 1)),
      ),
    create: async (webhook, _caller, answer) => {
      const tooMany = all(webhook).length >= MAX_WEBHOOKS[webhook.mode];
      if (answer !== undefined && !tooMany && !rememberAnswer(answer)) return 'extra-write-rejected';
      if (tooMany) return 'too-many';
      put(structuredClone(webhook));
      return 'created';
    },
    isFull: async (account) => all(account).length >= MAX_WEBHOOKS[account.mode],
    change: async (account, id, { enabled, isOtherUrl = false, ...change }, at) => {
      const webhook = find(account, id);
      if (webhook === undefined) return undefined;
      const { exhausted, disabledReason, disabledAt, ...rest } = webhook;
      const known = isOtherUrl || exhausted === undefined ? {} : { exhausted };
      const state = { ...(disabledReason && { disabledReason }), ...(disabledAt && { disabledAt }) };
      const changed = { ...rest, ...state, ...known, ...change, updatedAt: at.toISOString() };
      if (enabled === undefined) return put(changed);
      if (enabled) return put({ ...rest, ...change, enabled, updatedAt: at.toISOString() });
      return put({
        ...changed,
        enabled,
        disabledReason: disabledReason ?? DISABLED_BY_OWNER,
        disabledAt: disabledAt ?? at.toISOString(),
      });
    },
    delete: async (account, id) => find(account, id) !== undefined && kept.delete(id),
    rotateSecret: async (account, id, secret, oldUntil) => {
      const webhook = find(account, id);
      if (webhook === undefined) return undefined;
      const [newest] = webhook.secrets;
      const old = newest ? [{ ...newest, expiresAt: oldUntil.toISOString() }] : [];
      return put({ ...webhook, secrets: [secret, ...old], updatedAt: secret.createdAt });
    },
  };

  const health: WebhookHealth = {
    get,
    markSlow: async (account, id, until) => {
      const webhook = find(account, id);
      const slowUntil = until.toISOString();
      if (webhook && (webhook.slowUntil ?? '') < slowUntil) put({ ...webhook, slowUntil });
    },
    countExhausted: async (read, at, more = 1) => {
      const webhook = find(read, read.id);
      if (!webhook?.enabled || webhook.updatedAt !== read.updatedAt) return false;
      const { count = 0, since = at.toISOString() } = webhook.exhausted ?? {};
      const counted = put({ ...webhook, exhausted: { count: count + more, since } });
      const longEnough = at.getTime() - Date.parse(since) >= EXHAUSTED_FOR_MS;
      return count + more >= MAX_EXHAUSTED && longEnough && disable(counted, DISABLED_BY_EXHAUSTION, at);
    },
    clearExhausted: async (account, id) => {
      const webhook = find(account, id);
      if (webhook === undefined) return;
      const { exhausted: _, ...rest } = webhook;
      put(rest);
    },
    disable: async (read, reason, at) => {
      const webhook = find(read, read.id);
      return webhook?.updatedAt === read.updatedAt && disable(webhook, reason, at);
    },
  };
  return { store, health };
}

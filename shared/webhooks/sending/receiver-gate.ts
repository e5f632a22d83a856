import { createLruCache } from '../../platform/caching/lru-cache.ts';
import { batchGetAll } from '../../platform/dynamodb/batch-get.ts';
import { type StoredItem, updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { DAY_MS } from '../../platform/time/utc-calendar.ts';
import { countInMinute, minuteKey } from '../limits/minute-limit.ts';
import { type ReceiverAddresses, receiverKey } from '../receiver-guard/address-guard.ts';
import { resolveByDns } from '../receiver-guard/dns-addresses.ts';
import {
  type ResolveAddresses,
  type ResolvedReceiver,
  resolveReceiver,
} from '../receiver-guard/resolve-receiver.ts';
import { readWebhookUrl, receiverHost } from '../receiver-guard/webhook-url.ts';

const RESOLVE_MS = 2_000;
const PROVEN_FOR_MS = 30 * DAY_MS;

const PARTITION = 'RECEIVER#';
const proofKey = (receiver: string) => ({ pk: `${PARTITION}${receiver}`, sk: 'proven' });

const keyOf = (address: string, { port, protocol }: URL): string =>
  receiverKey(address, Number(port) || (protocol === 'http:' ? 80 : 443));

/** The checked addresses of a URL, or why nothing can be sent to it. */
export async function resolveUrl(
  text: string,
  receivers: ReceiverAddresses,
  resolver: ResolveAddresses = resolveByDns,
): Promise<ResolvedReceiver> {
  const reading = readWebhookUrl(text, receivers);
  if (reading.ok) {
    const host = receiverHost(new URL(reading.url));
    return resolveReceiver(host, receivers, resolver, AbortSignal.timeout(RESOLVE_MS));
  }
  return { ok: false, failure: { error: 'rejected-address', detail: `${reading.message}.` } };
}

/**
 * Limits the requests of all organizations to an address that has not acknowledged an event with 2xx. Addresses count, not
 * names: a name can have any number of aliases.
 */
export function createReceiverGate({
  table,
  receivers,
  perMinute,
  now,
  resolver,
}: {
  readonly table: DynamoDbTable;
  readonly receivers: ReceiverAddresses;
  readonly perMinute: number;
  readonly now: () => Date;
  readonly resolver?: ResolveAddresses;
}) {
  const { client, TableName } = table;
  const provenUntil = createLruCache<string, number>();
  const isProven = (receiver: string) => (provenUntil.get(receiver) ?? 0) > now().getTime();

  /** Learns until when receivers are proven, by any process. */
  const readProofs = async (receivers: readonly string[]): Promise<void> => {
    const keys = [...new Set(receivers)].map(proofKey);
    for (const { pk, until } of (await batchGetAll(client, TableName, keys)) as readonly StoredItem[])
      provenUntil.set(String(pk).slice(PARTITION.length), Number(until));
  };

  return {
    /**
     * Resolves a receiver, and counts up to `wanted` requests to each unproven address. Beside proven addresses, unproven ones
     * are only used for retries: a receiver whose first address answers costs no read.
     * @returns how many requests may be sent, and to which addresses, or why nothing can be sent: the attempt records that.
     */
    async admit(
      text: string,
      wanted: number,
      isRetry = false,
    ): Promise<{ readonly resolved: ResolvedReceiver; readonly count: number }> {
      const resolved = await resolveUrl(text, receivers, resolver);
      if (!resolved.ok) return { resolved, count: wanted };
      const url = new URL(text);
      const keyed = resolved.addresses.map((address) => ({ address, key: keyOf(address, url) }));
      const unknown = keyed.flatMap(({ key }) => (isProven(key) ? [] : key));
      if (isRetry || unknown.length === keyed.length) await readProofs(unknown);
      const [proven = [], unproven = []] = [true, false].map((is) =>
        keyed.filter(({ key }) => isProven(key) === is),
      );
      const addresses = proven.map(({ address }) => address);
      // Each request may go to any admitted address, so the one with the least room decides.
      let room = wanted;
      for (const { address, key } of isRetry || proven.length === 0 ? unproven : []) {
        const minute = minuteKey(`${PARTITION}${key}`, 'requests', now());
        const count = await countInMinute(table, minute, wanted, perMinute, now());
        if (count === 0) continue;
        addresses.push(address);
        room = Math.min(room, count);
      }
      return { resolved: { ok: true, addresses }, count: addresses.length > 0 ? room : 0 };
    },

    /** The connection at this address has answered an event with 2xx. */
    async acknowledge(url: string, address: string | undefined): Promise<void> {
      if (address === undefined) return;
      const receiver = keyOf(address, new URL(url));
      const until = now().getTime() + PROVEN_FOR_MS;
      const renewed = until - DAY_MS;
      if ((provenUntil.get(receiver) ?? 0) > renewed) return;
      await updateIf(client, {
        TableName,
        Key: proofKey(receiver),
        UpdateExpression: 'SET #until = :until, #ttl = :ttl',
        ConditionExpression: 'attribute_not_exists(#until) OR #until < :renewed',
        ExpressionAttributeValues: {
          ...{ ':until': until, ':renewed': renewed },
          ':ttl': Math.ceil((until + DAY_MS) / 1000),
        },
      });
      // Also if another process has renewed it: the entry is at most a day too long.
      provenUntil.set(receiver, until);
    },
  };
}

export type ReceiverGate = ReturnType<typeof createReceiverGate>;

import type { ContractRate } from '../../shared/contracts/rate/contract-rate.ts';
import {
  laneOf,
  lanesOfRequests,
  laneText,
  MAX_LANE_BYTES,
  MAX_RATES_OF_A_LANE,
  rateBytes,
  shapeOf,
} from '../../shared/contracts/rate/select-contract-rate.ts';
import type { StoredContractRate } from '../../shared/contracts/store/dynamodb-contract-items.ts';
import type {
  ContractRateStore,
  RateWrite,
  WriteOutcome,
} from '../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import { matchesFilter } from '../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import type { Account } from '../../shared/platform/account/account.ts';

interface AccountRates {
  readonly heads: Map<string, StoredContractRate>;
  /** By id and version. */
  readonly versions: Map<string, ContractRate>;
  readonly shapes: Set<string>;
}

const bytesOf = (stored: StoredContractRate | undefined): number => (stored ? rateBytes(stored.rate) : 0);

/** Contract rates in memory. */
export function createInMemoryContractRates(): ContractRateStore {
  const accounts = new Map<string, AccountRates>();
  const ratesOf = ({ orgId, mode }: Account): AccountRates => {
    const key = `${orgId}#${mode}`;
    const rates = accounts.get(key) ?? { heads: new Map(), versions: new Map(), shapes: new Set() };
    accounts.set(key, rates);
    return rates;
  };
  const inLanes = ({ heads }: AccountRates, texts: ReadonlySet<string>) =>
    [...heads.values()].map(({ rate }) => rate).filter((rate) => texts.has(laneText(laneOf(rate))));

  const writeOne = (rates: AccountRates, { before, after }: RateWrite): WriteOutcome => {
    const { heads, versions, shapes } = rates;
    const rateId = (after ?? before)?.rate.rateId ?? '';
    if (heads.get(rateId)?.rate.version !== before?.rate.version) return 'changed-meanwhile';
    if (after !== undefined) {
      const isNewIdentity = after.identity !== undefined && after.identity !== before?.identity;
      if (isNewIdentity && [...heads.values()].some(({ identity }) => identity === after.identity)) {
        return 'identity-taken';
      }
      const lane = laneText(laneOf(after.rate));
      const isAdded = before === undefined || laneText(laneOf(before.rate)) !== lane;
      shapes.add(shapeOf(laneOf(after.rate)));
      const others = inLanes(rates, new Set([lane])).filter((rate) => rate.rateId !== rateId);
      if (isAdded && others.length >= MAX_RATES_OF_A_LANE) return 'lane-full';
      const bytes = others.reduce((sum, rate) => sum + rateBytes(rate), rateBytes(after.rate));
      const grows = isAdded || bytesOf(after) > bytesOf(before);
      if (grows && bytes > MAX_LANE_BYTES) return 'lane-full';
      heads.set(rateId, after);
    } else {
      heads.delete(rateId);
    }
    if (before !== undefined) versions.set(`${rateId} ${before.rate.version}`, before.rate);
    return 'written';
  };

  return {
    shapes: async (account) => ratesOf(account).shapes,
    find: async (account, requests, shapes) => {
      const lanes = lanesOfRequests(requests, shapes).map(laneText);
      return inLanes(ratesOf(account), new Set(lanes));
    },
    count: async (account) => ratesOf(account).heads.size,
    ofLanes: async (account, lanes) => inLanes(ratesOf(account), new Set(lanes.map(laneText))),
    read: async (account, rateId) => ratesOf(account).heads.get(rateId),
    version: async (account, rateId, version) => {
      const current = ratesOf(account).heads.get(rateId)?.rate;
      return current?.version === version ? current : ratesOf(account).versions.get(`${rateId} ${version}`);
    },
    list: async (account, filter, limit, after) => {
      const found = [...ratesOf(account).heads.values()]
        .map(({ rate }) => rate)
        .filter((rate) => matchesFilter(rate, filter) && (after === undefined || rate.rateId < after))
        .toSorted((one, other) => (one.rateId < other.rateId ? 1 : -1));
      const rates = found.slice(0, limit);
      return { rates, next: found.length > limit ? rates.at(-1)?.rateId : undefined };
    },
    identified: async (account, identities) =>
      new Map(
        [...ratesOf(account).heads.values()].flatMap((stored) =>
          [stored.identity, stored.callIdentity].flatMap((identity) =>
            identity !== undefined && identities.includes(identity) ? [[identity, stored] as const] : [],
          ),
        ),
      ),
    write: async (account, writes) => writes.map((write) => writeOne(ratesOf(account), write)),
  };
}

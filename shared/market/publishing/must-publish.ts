import { isShared, type LoadOwner } from '../loads/load-owner.ts';
import type { MarketStore } from '../store/market-store.ts';

/**
 * Whether readers need a publication to see imported loads of an owner: a publication fits the whole market, which takes
 * seconds. Private cells are read at each call, if the published market knows that the owner has some.
 */
export async function mustPublish(
  store: Pick<MarketStore, 'sharing' | 'summary'>,
  owner: LoadOwner,
): Promise<boolean> {
  if (isShared(owner, await store.sharing())) return true;
  return (await store.summary())?.owners.includes(owner) !== true;
}

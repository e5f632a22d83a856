import type { Account } from '../../platform/account/account.ts';
import type { OwnTariff } from './own-tariff.ts';

/** Port: the current accessorial tariff of an organization, strongly consistent; `UNSET_TARIFF` if it has none. */
export interface CurrentTariffReader {
  readonly read: (account: Account) => Promise<OwnTariff>;
}

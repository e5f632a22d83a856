import type { MarketStore } from '../../shared/market/market-store.ts';
import type { DieselLookup } from '../../shared/rates/diesel-lookup.ts';
import type { TerminalDirectory } from '../../shared/terminals/terminal-directory.ts';

/** What commands of the market work with. */
export interface MarketManagement {
  readonly store: MarketStore;
  /** Terminals and diesel prices as the service has them. */
  readonly terminals: () => Promise<TerminalDirectory>;
  readonly dieselFor: () => Promise<DieselLookup>;
  readonly now: () => Date;
}

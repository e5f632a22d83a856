import type { DieselLookup } from '../../../shared/costs/diesel/diesel-lookup.ts';
import type { MarketStore } from '../../../shared/market/store/market-store.ts';
import type { TerminalDirectory } from '../../../shared/terminals/search/terminal-directory.ts';

/** What commands of the market work with. */
export interface MarketManagement {
  readonly store: MarketStore;
  /** Terminals and diesel prices as the service has them. */
  readonly terminals: () => Promise<TerminalDirectory>;
  readonly dieselFor: () => Promise<DieselLookup>;
  readonly now: () => Date;
}

/** The market of a service. */
export interface ServedMarket extends MarketManagement {
  /** Age in milliseconds from which functions refresh the published market; they use none that is twice as old. */
  readonly refreshMs: number;
}

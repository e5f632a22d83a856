import type { DieselStore } from './diesel-store.ts';

/** What changing diesel prices works with. */
export interface DieselManagement {
  readonly store: DieselStore;
  /** Who is told to have recorded. */
  readonly recordedBy: string;
  readonly now: () => Date;
}

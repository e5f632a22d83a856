import type { Organization } from '../../accounts/organizations/organization.ts';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import type { ObjectStore } from '../../platform/s3/object-store.ts';
import type { TerminalDirectory } from '../../terminals/search/terminal-directory.ts';
import type { PlaceLoadPorts } from '../importing/place-load.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import type { MarketStore } from '../store/market-store.ts';

/** A file in the bucket, as the event names it that tells of its coming. */
export interface Upload {
  readonly key: string;
  /** Of what was written then. */
  readonly tag: string;
  /** In bytes. */
  readonly length: number;
  /** Tells one writing of a key from the next, even of the same bytes. */
  readonly sequencer: string;
}

/** An upload whose owner is known. */
export interface OwnedUpload extends Upload {
  readonly owner: LoadOwner;
  /** Where what is read of it is kept: a prefix of its own. */
  readonly work: string;
}

/** What an import of an upload works with. */
export interface UploadPorts extends Pick<PlaceLoadPorts, 'places' | 'roadDistances'> {
  readonly objects: ObjectStore;
  readonly store: MarketStore;
  readonly findOrganization: (
    orgId: string,
  ) => Promise<Pick<Organization, 'status' | 'erasingSince'> | undefined>;
  readonly terminals: () => Promise<TerminalDirectory>;
  readonly dieselFor: () => Promise<DieselLookup>;
  readonly now: () => Date;
  /** Id of this run, which no other has. */
  readonly run: string;
  /** False where the run is to end with the step that is under way. */
  readonly hasTime: () => boolean;
}

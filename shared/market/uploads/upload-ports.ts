import type { Organization } from '../../accounts/organizations/organization.ts';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import type { ObjectStore } from '../../platform/s3/object-store.ts';
import type { TerminalDirectory } from '../../terminals/search/terminal-directory.ts';
import type { PlaceLoadPorts } from '../importing/place-load.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import type { MarketStore } from '../store/dynamodb-market-store.ts';

/** A file in the bucket, as its event describes it. */
export interface Upload {
  readonly key: string;
  /** ETag of the object that the event is about. */
  readonly tag: string;
  /** In bytes. */
  readonly length: number;
  /** Distinguishes writes of the same key, even of the same bytes. */
  readonly sequencer: string;
}

/** An upload with a known owner. */
export interface OwnedUpload extends Upload {
  readonly owner: LoadOwner;
  /** Prefix of the objects in which its work is stored. */
  readonly work: string;
}

/** Dependencies of an import, whatever its file has. */
export interface StepPorts {
  readonly objects: ObjectStore;
  readonly findOrganization: (
    orgId: string,
  ) => Promise<Pick<Organization, 'status' | 'erasingSince'> | undefined>;
  readonly now: () => Date;
  /** Unique id of this run. */
  readonly run: string;
  /** False if the run must end after the current step. */
  readonly hasTime: () => boolean;
}

/** Dependencies of the import of a file of loads. */
export interface UploadPorts extends StepPorts, Pick<PlaceLoadPorts, 'places' | 'roadDistances'> {
  readonly store: MarketStore;
  readonly terminals: () => Promise<TerminalDirectory>;
  readonly dieselFor: () => Promise<DieselLookup>;
}

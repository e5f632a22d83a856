import * as v from 'valibot';
import type { Organization } from '../../accounts/organizations/organization.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import type { LoadOwner } from '../loads/load-owner.ts';

/** A file in the bucket, as its event describes it. */
export const uploadSchema = v.object({
  key: v.string(),
  /** ETag of the object that the event is about. */
  tag: v.string(),
  /** In bytes. */
  length: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Distinguishes writes of the same key, even of the same bytes. */
  sequencer: v.string(),
});
export type Upload = Readonly<v.InferOutput<typeof uploadSchema>>;

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

import { KEY_MODES } from '../../platform/account/account.ts';
import { hasDotSegment } from '../../platform/s3/object-path.ts';
import { organizationOwner, type ReportingOwner } from '../loads/load-owner.ts';
import { NOT_UPLOADS, REPORT_SUFFIXES, WORK_PREFIX } from './upload-object-names.ts';

const OPERATOR_PREFIX = 'operator/';
const ORGANIZATIONS_PREFIX = 'organizations/';

/** What the keys of an organization's uploads begin with. */
export const organizationPrefix = (orgId: string): string => `${ORGANIZATIONS_PREFIX}${orgId}/`;

/** The key under which a file has an owner's loads. @param name of the file, which ends in .csv. */
export function uploadKey(owner: ReportingOwner, name: string): string {
  if (owner === 'operator') return `${OPERATOR_PREFIX}${name}`;
  const [orgId = '', mode = ''] = owner.split('#');
  return `${organizationPrefix(orgId)}${mode}/${name}`;
}

/** Whose loads an upload has. */
export interface NamedUpload {
  readonly owner: ReportingOwner;
  /** Absent for the operator's. */
  readonly orgId?: string;
}

export const UPLOAD_KEYS =
  'operator/NAME.csv for loads that serve all, organizations/ORG/test/NAME.csv or organizations/ORG/live/NAME.csv for those of an organization';

/** Whether an object is no upload: what imports write, and the empty ones that stand for folders. */
export const isImportObject = (key: string): boolean =>
  key.startsWith(WORK_PREFIX) || key.endsWith('/') || NOT_UPLOADS.some((suffix) => key.endsWith(suffix));

/** S3's own limit for a key, in bytes. */
const MAX_KEY = 1_024;

/**
 * Whether something can be written beside an object: URLs take names of one or two dots away, and a key must be short
 * enough for what its neighbours end in.
 */
export const isAddressable = (key: string): boolean =>
  !hasDotSegment(key) && Buffer.byteLength(key) + REPORT_SUFFIXES.progress.length <= MAX_KEY;

/** Whose loads an upload has, by its key; a fault where nobody can tell. */
export function readUploadKey(key: string): NamedUpload | { readonly fault: string } {
  if (!/\.csv$/i.test(key)) return { fault: `${key} does not end in .csv` };
  if (key.startsWith(OPERATOR_PREFIX)) return { owner: 'operator' };
  const [prefix = '', orgId = '', given = '', ...name] = key.split('/');
  const mode = KEY_MODES.find((known) => known === given);
  if (`${prefix}/` !== ORGANIZATIONS_PREFIX || orgId === '' || mode === undefined || name.length === 0) {
    return { fault: `${key} does not say whose loads it has: name it ${UPLOAD_KEYS}` };
  }
  return { owner: organizationOwner(orgId, mode), orgId };
}

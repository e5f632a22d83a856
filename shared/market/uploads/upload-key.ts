import { createHash } from 'node:crypto';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { createSortableIds, SORTABLE_DIGITS, sortableIdTime } from '../../platform/ids/sortable-id.ts';
import { hasDotSegment } from '../../platform/s3/object-path.ts';
import { organizationOwner, type ReportingOwner } from '../loads/load-owner.ts';
import {
  API_FOLDER,
  NOT_UPLOADS,
  ORGANIZATIONS_PREFIX,
  REPORT_SUFFIXES,
  WORK_PREFIX,
} from './upload-object-names.ts';
import type { OwnedUpload, Upload } from './upload-ports.ts';

const OPERATOR_PREFIX = 'operator/';

/** Prefix of the keys of an organization's uploads. */
export const organizationPrefix = (orgId: string): string => `${ORGANIZATIONS_PREFIX}${orgId}/`;

/**
 * The key of an owner's file.
 * @param name of the file, which ends in .csv.
 */
export function uploadKey(owner: ReportingOwner, name: string): string {
  if (owner === 'operator') return `${OPERATOR_PREFIX}${name}`;
  const [orgId = '', mode = ''] = owner.split('#');
  return `${organizationPrefix(orgId)}${mode}/${name}`;
}

/** The key of an account's file in a folder. @param id see `isUploadId`. */
export const accountUploadKey = ({ orgId, mode }: Account, folder: string, id: string): string =>
  uploadKey(organizationOwner(orgId, mode), `${folder}${id}.csv`);

/** The account of a file in a folder; undefined for another key. */
export function accountOfUpload(key: string, inFolder: string): Account | undefined {
  const [prefix = '', orgId = '', given = '', folder = '', ...name] = key.split('/');
  const mode = KEY_MODES.find((known) => known === given);
  const isThere = `${prefix}/` === ORGANIZATIONS_PREFIX && `${folder}/` === inFolder && name.length > 0;
  return isThere && orgId !== '' && mode !== undefined ? { orgId, mode } : undefined;
}

/** Maximum size of an upload that the API announced, about 2.5 million rows. Operators can import larger files. */
export const MAX_API_UPLOAD_BYTES = 250_000_000;

/** Why an upload is too large; undefined if it is not. */
export function sizeFault({
  key,
  length,
}: {
  readonly key: string;
  readonly length: number;
}): string | undefined {
  const [, , , folder] = key.split('/');
  if (`${folder}/` !== API_FOLDER || length <= MAX_API_UPLOAD_BYTES) return undefined;
  return `${key} has ${length} bytes; the maximum is ${MAX_API_UPLOAD_BYTES}. Split the file.`;
}

/** The owner of an upload. */
export interface NamedUpload {
  readonly owner: ReportingOwner;
  /** Absent for the operator. */
  readonly orgId?: string;
}

export const UPLOAD_KEYS =
  'operator/NAME.csv for loads that all may see, organizations/ORG/test/NAME.csv or organizations/ORG/live/NAME.csv for those of an organization';

/** Whether an object is not an upload: objects that imports write, and empty objects that represent folders. */
export const isImportObject = (key: string): boolean =>
  key.startsWith(WORK_PREFIX) || key.endsWith('/') || NOT_UPLOADS.some((suffix) => key.endsWith(suffix));

/** S3's limit for a key, in bytes. */
const MAX_KEY = 1_024;

/**
 * Whether reports can be written next to an object: URLs drop path segments of one or two dots, and the key must
 * leave room for a suffix.
 */
export const isAddressable = (key: string): boolean =>
  !hasDotSegment(key) && Buffer.byteLength(key) + REPORT_SUFFIXES.progress.length <= MAX_KEY;

/** The message group of an upload: its organization and mode, or else the operator. SQS serves groups in turn. */
export function uploadGroup(key: string): string {
  const [prefix = '', orgId = '', mode = ''] = key.split('/');
  return `${prefix}/` === ORGANIZATIONS_PREFIX && orgId !== '' ? `${orgId}#${mode}` : 'operator';
}

/** The owner of an upload by its key, or a fault if the key names none. */
export function readUploadKey(key: string): NamedUpload | { readonly fault: string } {
  if (!/\.csv$/i.test(key)) return { fault: `${key} does not end in .csv` };
  if (key.startsWith(OPERATOR_PREFIX)) return { owner: 'operator' };
  const [prefix = '', orgId = '', given = '', ...name] = key.split('/');
  const mode = KEY_MODES.find((known) => known === given);
  if (`${prefix}/` !== ORGANIZATIONS_PREFIX || orgId === '' || mode === undefined || name.length === 0) {
    return { fault: `${key} does not name an owner; use ${UPLOAD_KEYS}` };
  }
  return { owner: organizationOwner(orgId, mode), orgId };
}

/**
 * An upload with its owner and the prefix of its work. Each write of a key has its own prefix: the same file is read
 * again, because places and terminals may have been added.
 */
export function ownedUpload(upload: Upload, { owner, orgId = 'operator' }: NamedUpload): OwnedUpload {
  const { key, tag, sequencer } = upload;
  const id = createHash('sha256').update([key, tag, sequencer].join('\n')).digest('hex').slice(0, 32);
  return { ...upload, owner, work: `${WORK_PREFIX}${orgId}/${id}/` };
}

const PREFIX = 'upl_';
const UPLOAD_ID = new RegExp(`^${PREFIX}${SORTABLE_DIGITS}$`);

/** IDs of uploads, in order of their creation. */
export const createUploadIds = (): ((now: Date) => string) => createSortableIds(PREFIX);

/** The id in the key of an account's file. */
export const idOfUpload = (key: string): string => key.slice(key.lastIndexOf('/') + 1, -'.csv'.length);

/** When an upload was created, in milliseconds since 1970. */
export const uploadCreatedAt = (id: string): number => sortableIdTime(PREFIX, id);

/** Only such a text may become part of an object key. */
export const isUploadId = (text: string): boolean => UPLOAD_ID.test(text);

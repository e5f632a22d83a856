import { hash } from 'node:crypto';
import { type Account, KEY_MODES } from '../platform/account/account.ts';
import { createSortableIds, SORTABLE_DIGITS, sortableIdTime } from '../platform/ids/sortable-id.ts';
import { hasDotSegment } from '../platform/s3/object-path.ts';

/** Prefix of the keys of all organizations. */
export const ORGANIZATIONS_PREFIX = 'organizations/';

const OPERATOR_PREFIX = 'operator/';

/** Folders of the files that callers of the API send, in the folder of an organization and mode. */
export const UPLOAD_FOLDERS = { loads: 'api/', rates: 'contract-rates/', quotes: 'quotes/' } as const;
export type UploadFolder = (typeof UPLOAD_FOLDERS)[keyof typeof UPLOAD_FOLDERS];

/** Suffix of the record next to an upload: see `UploadRecord`. */
export const RECORD_SUFFIX = '.upload.json';

/** Suffix of the list of rejected rows next to an upload. */
export const REJECTED_SUFFIX = '.rejected.csv';

/** Suffixes of files of RFPs, in the folder of an organization and mode. */
export const RFP_FILE_SUFFIXES = {
  lanes: '.rfp.csv',
  results: '.rfp-results.csv',
  workbook: '.rfp-results.xlsx',
} as const;

/** Suffix of files of mails, which start no import, in the folder of an organization and mode. */
export const CHAT_FILE_SUFFIX = '.attachment';

/** Prefix and suffix of the objects in which an import stores rows that it read. */
export const WORK_PREFIX = 'work/';
export const WORK_SUFFIX = '.work';

/** Suffixes of the objects that start no import. */
export const NOT_UPLOADS: readonly string[] = [
  ...[RECORD_SUFFIX, REJECTED_SUFFIX, WORK_SUFFIX, CHAT_FILE_SUFFIX],
  ...Object.values(RFP_FILE_SUFFIXES),
];

/** Whether an object is not an upload: objects that imports write, and empty objects that represent folders. */
export const isImportObject = (key: string): boolean =>
  key.startsWith(WORK_PREFIX) || key.endsWith('/') || NOT_UPLOADS.some((suffix) => key.endsWith(suffix));

/** Prefixes of all objects of an organization. */
export const prefixesOf = (orgId: string): readonly string[] => [
  `${ORGANIZATIONS_PREFIX}${orgId}/`,
  `${WORK_PREFIX}${orgId}/`,
];

/** The key of a file. @param account undefined for the operator. */
export const uploadKey = (account: Account | undefined, name: string): string =>
  account === undefined
    ? `${OPERATOR_PREFIX}${name}`
    : `${ORGANIZATIONS_PREFIX}${account.orgId}/${account.mode}/${name}`;

/** The key of a file that a caller of the API sends. @param id see `isUploadId`. */
export const announcedKey = (account: Account, folder: UploadFolder, id: string): string =>
  uploadKey(account, `${folder}${id}.csv`);

interface AccountKey {
  readonly account: Account;
  /** First folder below the mode; "" if there is none. */
  readonly folder: string;
  readonly name: string;
}

/** The account and folder of a key; undefined for a key that is not of an account. */
export function readAccountKey(key: string): AccountKey | undefined {
  const [prefix, orgId = '', given = '', ...path] = key.split('/');
  const mode = KEY_MODES.find((known) => known === given);
  if (`${prefix}/` !== ORGANIZATIONS_PREFIX || orgId === '' || mode === undefined || path.length === 0)
    return undefined;
  const folder = path.length > 1 ? `${path[0]}/` : '';
  return { account: { orgId, mode }, folder, name: path.slice(folder === '' ? 0 : 1).join('/') };
}

const UPLOAD_KEYS =
  'operator/NAME.csv for loads that all may see, organizations/ORG/test/NAME.csv or organizations/ORG/live/NAME.csv for those of an organization';

/** Why nothing can be imported from a key, whoever owns it. */
export function keyFault(key: string): string | undefined {
  if (!/\.csv$/i.test(key)) return `${key} does not end in .csv`;
  return key.startsWith(OPERATOR_PREFIX) || readAccountKey(key) !== undefined
    ? undefined
    : `${key} does not name an owner; use ${UPLOAD_KEYS}`;
}

/** S3's limit for a key, in bytes. */
const MAX_KEY = 1_024;

/**
 * Whether a record can be written next to an object: URLs drop path segments of one or two dots, and the key must
 * leave room for a suffix.
 */
export const isAddressable = (key: string): boolean =>
  !hasDotSegment(key) && Buffer.byteLength(key) + REJECTED_SUFFIX.length <= MAX_KEY;

/** The message group of a key: its organization and mode, or else the operator. SQS serves groups in turn. */
export function uploadGroup(key: string): string {
  const { account } = readAccountKey(key) ?? {};
  return account === undefined ? 'operator' : `${account.orgId}#${account.mode}`;
}

/**
 * Prefix of the work of an import. Each write of a key has its own: the same file is read again, because places and
 * terminals may have been added.
 */
export function workPrefix({ key, tag, sequencer }: Record<'key' | 'tag' | 'sequencer', string>): string {
  const { orgId } = readAccountKey(key)?.account ?? { orgId: 'operator' };
  return `${WORK_PREFIX}${orgId}/${hash('sha256', [key, tag, sequencer].join('\n')).slice(0, 32)}/`;
}

const ID_PREFIX = 'upl_';
const UPLOAD_ID = new RegExp(`^${ID_PREFIX}${SORTABLE_DIGITS}$`);

/** IDs of uploads, in order of their creation. */
export const createUploadIds = (): ((now: Date) => string) => createSortableIds(ID_PREFIX);

/** The id in the key of an announced file. */
export const idOfUpload = (key: string): string => key.slice(key.lastIndexOf('/') + 1, -'.csv'.length);

/** When an upload was created, in milliseconds since 1970. */
export const uploadCreatedAt = (id: string): number => sortableIdTime(ID_PREFIX, id);

/** Only such a text may become part of an object key. */
export const isUploadId = (text: string): boolean => UPLOAD_ID.test(text);

import { organizationOwner } from '../../market/loads/load-owner.ts';
import { uploadKey } from '../../market/uploads/upload-key.ts';
import { ORGANIZATIONS_PREFIX, RFP_FILE_SUFFIXES } from '../../market/uploads/upload-object-names.ts';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { parseRfpId, type ResultsContent, type RfpId } from '../record/stored-rfp.ts';

const FOLDER = 'rfps/';

/** Prefix of the keys of all files of an RFP, in the bucket of uploads. */
export const rfpFilesPrefix = ({ orgId, mode }: Account, rfpId: RfpId): string =>
  uploadKey(organizationOwner(orgId, mode), `${FOLDER}${rfpId}`);

/** The key of the file of lanes of an RFP. */
export const rfpFileKey = (account: Account, rfpId: RfpId): string =>
  `${rfpFilesPrefix(account, rfpId)}${RFP_FILE_SUFFIXES.lanes}`;

/** The key of a file of results. Each content has its own key, so that an outdated file is never returned. */
export const rfpResultsKey = (
  account: Account,
  rfpId: RfpId,
  { version, termsRevision, for: reader, format }: ResultsContent,
): string => {
  const suffix = format === 'xlsx' ? RFP_FILE_SUFFIXES.workbook : RFP_FILE_SUFFIXES.results;
  const name = [version, termsRevision, ...(reader ? [reader] : [])].join('-');
  return `${rfpFilesPrefix(account, rfpId)}-${name}${suffix}`;
};

/** The RFP of a file of lanes; undefined for another key. */
export function readRfpFileKey(key: string): { account: Account; rfpId: RfpId } | undefined {
  const [prefix = '', orgId = '', given = '', folder = '', name = '', ...more] = key.split('/');
  const mode = KEY_MODES.find((known) => known === given);
  const { lanes } = RFP_FILE_SUFFIXES;
  const rfpId = name.endsWith(lanes) ? parseRfpId(name.slice(0, -lanes.length)) : undefined;
  if (`${prefix}/` !== ORGANIZATIONS_PREFIX || `${folder}/` !== FOLDER || more.length > 0) return undefined;
  return orgId === '' || mode === undefined || rfpId === undefined
    ? undefined
    : { account: { orgId, mode }, rfpId };
}

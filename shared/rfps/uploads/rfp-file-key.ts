import { organizationOwner } from '../../market/loads/load-owner.ts';
import { uploadKey } from '../../market/uploads/upload-key.ts';
import { ORGANIZATIONS_PREFIX, RFP_FILE_SUFFIXES } from '../../market/uploads/upload-object-names.ts';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { parseRfpId, type RfpId } from '../record/rfp-id.ts';

const FOLDER = 'rfps/';

/** The key of the file of lanes of an RFP, in the bucket of uploads. */
export const rfpFileKey = ({ orgId, mode }: Account, rfpId: RfpId): string =>
  uploadKey(organizationOwner(orgId, mode), `${FOLDER}${rfpId}${RFP_FILE_SUFFIXES.lanes}`);

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

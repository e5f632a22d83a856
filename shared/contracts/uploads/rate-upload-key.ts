import { organizationOwner } from '../../market/loads/load-owner.ts';
import { uploadKey } from '../../market/uploads/upload-key.ts';
import { ORGANIZATIONS_PREFIX, RATES_FOLDER } from '../../market/uploads/upload-object-names.ts';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';

/** The key of an account's file of contract rates, in the bucket of uploads. @param id see `isUploadId`. */
export const rateUploadKey = ({ orgId, mode }: Account, id: string): string =>
  uploadKey(organizationOwner(orgId, mode), `${RATES_FOLDER}${id}.csv`);

/** The account of a file of contract rates; undefined for another key. */
export function accountOfRateUpload(key: string): Account | undefined {
  const [prefix = '', orgId = '', given = '', folder = '', ...name] = key.split('/');
  const mode = KEY_MODES.find((known) => known === given);
  const isRates = `${prefix}/` === ORGANIZATIONS_PREFIX && `${folder}/` === RATES_FOLDER && name.length > 0;
  return isRates && orgId !== '' && mode !== undefined ? { orgId, mode } : undefined;
}

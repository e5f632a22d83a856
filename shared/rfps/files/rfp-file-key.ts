import type { Account } from '../../platform/account/account.ts';
import { RFP_FILE_SUFFIXES, readAccountKey, uploadKey } from '../../uploads/upload-key.ts';
import { parseRfpId, type ResultsContent, type RfpId } from '../record/stored-rfp.ts';

const FOLDER = 'rfps/';

/** Prefix of the keys of all files of an RFP, in the bucket of uploads. */
export const rfpFilesPrefix = (account: Account, rfpId: RfpId): string =>
  uploadKey(account, `${FOLDER}${rfpId}`);

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
  const named = readAccountKey(key);
  const { lanes } = RFP_FILE_SUFFIXES;
  if (named?.folder !== FOLDER || !named.name.endsWith(lanes)) return undefined;
  const rfpId = parseRfpId(named.name.slice(0, -lanes.length));
  return rfpId && { account: named.account, rfpId };
}

/** Prefix of the keys of all organizations. */
export const ORGANIZATIONS_PREFIX = 'organizations/';

/** Folder of the uploads that callers of the API announced, in the folder of an organization and mode. */
export const API_FOLDER = 'api/';

/** Folder of files of contract rates, in the folder of an organization and mode. */
export const RATES_FOLDER = 'contract-rates/';

/** Folder of files of past quotes, in the folder of an organization and mode. */
export const QUOTES_FOLDER = 'quotes/';

/** Suffixes of the objects that an import writes next to an upload. */
export const REPORT_SUFFIXES = {
  progress: '.progress.json',
  result: '.result.json',
  rejected: '.rejected.csv',
} as const;

/** Suffix of the object with which the API announces an upload. */
export const ANNOUNCEMENT_SUFFIX = '.upload.json';

/** Suffix of the object with which the API cancels an upload. */
export const CANCELLATION_SUFFIX = '.cancelled.json';

/** Suffixes of files of RFPs, in the folder of an organization and mode. */
export const RFP_FILE_SUFFIXES = {
  lanes: '.rfp.csv',
  results: '.rfp-results.csv',
  workbook: '.rfp-results.xlsx',
} as const;

/** Suffix of files of mails, which start no import, in the folder of an organization and mode. */
export const CHAT_FILE_SUFFIX = '.attachment';

/** Prefix of the objects in which an import stores its work. */
export const WORK_PREFIX = 'work/';

/** Suffix of those objects. */
export const WORK_SUFFIX = '.work';

/** Suffixes of the objects that are not files of loads; they start no import. */
export const NOT_UPLOADS: readonly string[] = [
  ...Object.values(REPORT_SUFFIXES),
  ANNOUNCEMENT_SUFFIX,
  CANCELLATION_SUFFIX,
  WORK_SUFFIX,
  CHAT_FILE_SUFFIX,
  ...Object.values(RFP_FILE_SUFFIXES),
];

/** Suffixes of the objects that an import writes next to an upload. */
export const REPORT_SUFFIXES = {
  progress: '.progress.json',
  result: '.result.json',
  rejected: '.rejected.csv',
} as const;

/** Prefix of the objects in which an import stores its work. */
export const WORK_PREFIX = 'work/';

/** Suffix of those objects. */
export const WORK_SUFFIX = '.work';

/** Suffixes of the objects that imports write; they start no import. */
export const NOT_UPLOADS: readonly string[] = [...Object.values(REPORT_SUFFIXES), WORK_SUFFIX];

/** What an import writes beside an upload: the upload's own key, and this. */
export const REPORT_SUFFIXES = {
  progress: '.progress.json',
  result: '.result.json',
  refused: '.refused.csv',
} as const;

/** Where an import keeps what it has read; nobody uploads there. */
export const WORK_PREFIX = 'work/';

/** What the keys of its objects end in. */
export const WORK_SUFFIX = '.work';

/** What objects end in that imports write: nobody has to be told of them. */
export const NOT_UPLOADS: readonly string[] = [...Object.values(REPORT_SUFFIXES), WORK_SUFFIX];

import * as v from 'valibot';

/** Where a file of results can be downloaded without a key. */
const resultsAddress = v.object({
  url: v.pipe(v.string(), v.url()),
  expires_at: v.pipe(v.string(), v.isoTimestamp()),
});

/** The answer `{ file }`. */
export const resultsAddressAnswer = v.object({ file: resultsAddress });
export type ResultsAddressAnswer = v.InferOutput<typeof resultsAddressAnswer>;

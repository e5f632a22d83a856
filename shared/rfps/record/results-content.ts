import * as v from 'valibot';

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * What identifies the content of a file of results: results of a version are written once, and each change of margins,
 * exclusions and awards has another revision.
 */
export const resultsContentFields = {
  version: number,
  termsRevision: number,
  /** Whom the file is for. Absent: the caller, with costs, margins and confidence. */
  for: v.exactOptional(v.literal('customer')),
  /** Absent: CSV. */
  format: v.exactOptional(v.literal('xlsx')),
};
const schema = v.object(resultsContentFields);
export type ResultsContent = Readonly<v.InferOutput<typeof schema>>;

/** The parts of a content; a content can be a whole RFP. */
export const resultsContent = (content: ResultsContent): ResultsContent => v.parse(schema, content);

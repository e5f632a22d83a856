import * as v from 'valibot';

const deletedRfp = v.object({ rfp_id: v.string(), deleted: v.literal(true) });

/** The answer of a deletion. */
export const deleteRfpAnswer = v.object({ rfp: deletedRfp });
export type DeletedRfp = v.InferOutput<typeof deletedRfp>;

import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createCsvHandler } from '../../shared/platform/http/csv-handler.ts';
import { composeLaneViews } from '../../shared/rfps/compose-lane-views.ts';
import { readResultsUseCase } from '../../shared/rfps/listing/read-results.ts';

const readResults = readResultsUseCase(
  composeLaneViews(readEnv({ RFPS_TABLE: text(), STRATEGIES_TABLE: text() })),
);

/** GET /api/v1/rfps/{rfp_id}/results.csv. */
export const handler = createCsvHandler({
  errorFormat: 'quotes',
  run: ({ path, query, caller }) => readResults(path.rfp_id ?? '', query, caller),
});

import * as v from 'valibot';
import { MAX_LANES } from '../../shared/rates/rate-rejections.ts';
import { analysis, type RateResult, rateResult } from '../../shared/rates/rates-document.ts';
import {
  describeEvidence,
  describeUsage,
  isSimulated,
  lines,
  UNITS,
  usd,
  warningLines,
} from './describe-evidence.ts';
import { laneArguments } from './lane-arguments.ts';
import { mapAnswer } from './map-answer.ts';
import { defineTool } from './tool.ts';
import { toolArguments } from './tool-schema.ts';

/** Series are long, and few questions need them: explain_rate shows them. */
const pricedLane = v.looseObject({
  ...rateResult.entries,
  analysis: v.omit(analysis, ['timeline', 'forecast']),
  simulated: v.boolean(),
});

/** The lane in one line: "APM Elizabeth Terminal to Chicago, IL 60632". */
export const laneName = ({ origin, destination }: RateResult): string =>
  `${origin.terminal} to ${destination.city}, ${`${destination.state} ${destination.zip}`.trim()}`;

function describeLane(result: RateResult): string {
  const { suggestedRate, rateRange, distance, confidenceScore, surchargesTotal, basis } = result.analysis;
  const surcharges = surchargesTotal === 0 ? '' : `, plus surcharges ${usd(surchargesTotal)}`;
  return lines(
    `${laneName(result)}, ${result.equipment}: ${usd(suggestedRate)} with fuel${surcharges} (range ${usd(rateRange.min)} to ${usd(rateRange.max)}), ${distance} miles, confidence ${confidenceScore}. ${describeEvidence(basis)}`,
    ...warningLines(result.analysis.warnings),
  );
}

function withoutSeries(result: RateResult) {
  const { timeline: _, forecast: __, ...rest } = result.analysis;
  return { ...result, analysis: rest, simulated: isSimulated(result.analysis.basis) };
}

export const PRICE_LANES = defineTool({
  name: 'price_lanes',
  title: 'Price lanes',
  description: `Market rates of 1 to ${MAX_LANES} container lanes, each from a terminal to a city. The rate is what carriers are paid: linehaul and fuel, without margin. If one lane is invalid, none is priced. A successful call counts as 1 rate call of the month, whatever the number of lanes: send lanes together. Surcharges and excluded charges are not in suggestedRate.`,
  input: toolArguments({
    lanes: v.pipe(v.array(laneArguments), v.description(`1 to ${MAX_LANES} lanes.`)),
  }),
  output: v.looseObject({ lanes: v.array(pricedLane) }),
  call: async ({ lanes: body }, request, { priceLanes }) =>
    mapAnswer(await priceLanes({ ...request, body }), ({ data }, headers) => ({
      structured: { lanes: data.map(withoutSeries) },
      text: lines(...data.map(describeLane), UNITS, describeUsage(headers)),
    })),
});

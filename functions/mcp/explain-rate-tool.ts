import * as v from 'valibot';
import type { RateResult } from '../../shared/rates/rate-result.ts';
import { rateResult } from '../../shared/rates/rates-document.ts';
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
import { laneName } from './price-lanes-tool.ts';
import { defineTool } from './tool.ts';

/** The parts of a rate, and what it does not contain, as sentences. */
function explain(result: RateResult): readonly string[] {
  const { suggestedRate, ratePerMile, distance, distanceSource, rateRange, confidenceScore } =
    result.analysis;
  const { fuel, surcharges, surchargesTotal, excluded, basis, trend, timeline, forecast } = result.analysis;
  const [first] = timeline.entries;
  const charges = surcharges.map(({ title, amount, source }) => `${title} ${usd(amount)} (${source})`);
  const left = excluded.map(({ title, amount, reason }) => `${title} ${usd(amount)} (${reason})`);
  const weeks = forecast.entries.map(
    ({ date, rate, min, max }) => `${date} ${usd(rate)} (${usd(min)} to ${usd(max)})`,
  );
  return [
    `The suggested rate is ${usd(suggestedRate)} for ${result.date}: linehaul ${usd(suggestedRate - fuel.amount)} and fuel ${usd(fuel.amount)}. That is ${usd(ratePerMile)} per mile over ${distance} miles (${distanceSource}).`,
    `Fuel: ${usd(fuel.perMile)} per mile at a diesel price of ${fuel.dieselPrice} USD per gallon, ${fuel.dieselRegion}, week of ${fuel.dieselDate}.`,
    `80% of rates are expected between ${usd(rateRange.min)} and ${usd(rateRange.max)}. Confidence is ${confidenceScore} of 100.`,
    describeEvidence(basis),
    `Trend: ${trend}${first === undefined ? '' : `; ${usd(first.rate)} in the week of ${first.date}`}.`,
    weeks.length === 0 ? 'No forecast: the cost model has none.' : `Forecast by week: ${weeks.join('; ')}.`,
    charges.length === 0
      ? 'No surcharges.'
      : `Surcharges in addition to the rate, ${usd(surchargesTotal)}: ${charges.join('; ')}.`,
    left.length === 0 ? '' : `Usual charges that are not included: ${left.join('; ')}.`,
  ].filter((sentence) => sentence !== '');
}

export const EXPLAIN_RATE = defineTool({
  name: 'explain_rate',
  title: 'Explain a rate',
  description:
    'Prices one container lane, and explains the rate: linehaul, fuel, surcharges, excluded charges, evidence, range, confidence, weekly rates of the past 13 weeks and the forecast. A successful call counts as 1 rate call of the month; use price_lanes for several lanes.',
  input: laneArguments,
  output: v.looseObject({ ...rateResult.entries, explanation: v.array(v.string()), simulated: v.boolean() }),
  call: async (lane, request, { priceLanes }) =>
    mapAnswer(await priceLanes({ ...request, body: [lane] }), ({ data: [result] }, headers) => {
      if (result === undefined) throw new Error('A priced lane is missing');
      const explanation = explain(result);
      const simulated = isSimulated(result.analysis.basis);
      return {
        structured: { ...result, explanation, simulated },
        text: lines(
          laneName(result),
          ...explanation,
          ...warningLines(result.analysis.warnings),
          UNITS,
          describeUsage(headers),
        ),
      };
    }),
});

import type { CreateQuoteBody, Lane, RateResult } from '../api/client.ts';
import { destinationText } from './destination.ts';

/** The quote of a priced lane. A pickup in the past is not possible: it becomes today. @param today YYYY-MM-DD */
export function quoteBodyOf(
  { origin, destination, equipment, date }: Pick<RateResult, 'origin' | 'destination' | 'equipment' | 'date'>,
  lane: Pick<Lane, 'hazmat' | 'overweight'> | undefined,
  today: string,
): CreateQuoteBody {
  const requirements = [...(lane?.hazmat ? ['hazmat'] : []), ...(lane?.overweight ? ['overweight'] : [])];
  return {
    origin: origin.terminal,
    destination: destinationText(destination),
    equipment_type: equipment,
    pickup_date: date < today ? today : date,
    ...(requirements.length === 0 ? {} : { special_requirements: requirements }),
  };
}

import * as v from 'valibot';
import { CONTAINER_EQUIPMENT } from '../../shared/costs/equipment/equipment-type.ts';
import { ORIGIN_TYPES } from '../../shared/rates/lane.ts';
import { toolArguments } from './tool-schema.ts';

const text = (description: string) => v.pipe(v.string(), v.description(description));

/** A lane with the names of the REST operation, which checks the values. */
export const laneArguments = toolArguments({
  originTerminal: text('Exact name of a terminal, from search_terminals.'),
  originType: v.optional(v.pipe(v.picklist(ORIGIN_TYPES), v.description('Type of the terminal.'))),
  destinationCity: text('City of the door.'),
  destinationState: text('2-letter US state code.'),
  destinationZip: v.optional(text('ZIP code of 5 digits. It makes the distance more accurate.')),
  equipment: v.optional(text(`Container: ${CONTAINER_EQUIPMENT.join(', ')}. Default: container_40.`)),
  hazmat: v.optional(v.pipe(v.boolean(), v.description('Hazardous goods.'))),
  overweight: v.optional(v.pipe(v.boolean(), v.description('Overweight container.'))),
  date: v.optional(text('Day to price for, YYYY-MM-DD, at most 365 days from today. Default: today.')),
});

import * as v from 'valibot';
import { chatLane, chatQuestion } from '../../shared/chats/chat.ts';
import { lines } from './describe-evidence.ts';
import { mapAnswer } from './map-answer.ts';
import { defineTool } from './tool.ts';
import { toolArguments } from './tool-schema.ts';

export const READ_LANES_FROM_TEXT = defineTool({
  name: 'read_lanes_from_text',
  title: 'Read lanes from a text',
  description:
    'Reads the moves that a text asks for, such as a mail of a customer, by rules: origin, destination, equipment, pickup date, stops, requirements, weekly volume, weight, commodity and reference, each with the part of the text that it comes from. What the text does not say stays empty, and questions ask for it. Nothing is priced, stored or counted. Show the lanes to the user before you call create_quote or price_rfp with them.',
  input: toolArguments({
    text: v.pipe(v.string(), v.description('The text, at most 50,000 characters.')),
    subject: v.optional(v.pipe(v.string(), v.description('Subject of the mail.'))),
    received_at: v.optional(
      v.pipe(v.string(), v.description('Day on which it was written, YYYY-MM-DD. Default: today.')),
    ),
  }),
  output: v.object({ lanes: v.array(chatLane), questions: v.array(chatQuestion) }),
  call: async (body, request, { readLanesFromText }) =>
    mapAnswer(await readLanesFromText({ ...request, body }), (reading) => ({
      structured: { lanes: [...reading.lanes], questions: [...reading.questions] },
      text: lines(
        reading.lanes.length === 0 ? 'The text asks for no move.' : '',
        ...reading.lanes.map(({ index, request: asked, assumptions }) => {
          const stops = asked.stops.map((stop) => `stop in ${stop}`);
          const facts = [asked.equipment_type, asked.pickup_date, ...stops, ...asked.special_requirements];
          const volume = asked.weekly_volume === null ? [] : [`${asked.weekly_volume} a week`];
          const cargo = [asked.weight_lbs === null ? null : `${asked.weight_lbs} lb`, asked.commodity];
          const known = [...facts, ...volume, ...cargo].filter((fact) => fact !== null).join(', ');
          return `Lane ${index}: ${asked.origin ?? '?'} to ${asked.destination ?? '?'}, ${known}. ${assumptions.join(' ')}`;
        }),
        ...reading.questions.map(
          ({ lane, text }) => `Question${lane === null ? '' : ` on lane ${lane}`}: ${text}`,
        ),
      ),
    })),
});

import type { OperationDescription } from '../platform/http/operation-description.ts';
import {
  chatAttachment,
  chatDocument,
  chatLane,
  chatPlace,
  chatQuestion,
  MAX_ATTACHMENT_BYTES,
} from './chat.ts';

const REQUEST =
  'What the text says, in the form of a quote request. Null or empty: the text does not say it.';

/** Texts of the fields of a chat. */
export const CHAT_FIELDS = {
  chat_id: 'Id of the chat.',
  title: 'The subject, else the first lane, else the beginning of the text.',
  status:
    '`ready`: each lane can be quoted. `needs_input`: there are questions. `no_lanes`: the text asks for no move.',
  channel: 'Where the text came from.',
  created_at: 'Time of creation, UTC. The chat is erased 180 days later.',
  customer: 'Name of the customer; empty if there is none.',
  version: 'Number of texts. Quotes belong to a version.',
  adapter:
    'What read the texts: `grammar`, which has rules, or `bedrock`, a model that the operator chose. If the model has no usable answer, it is `grammar`.',
  lanes: 'At most 50 lanes, in the order of the text.',
  questions: 'What is missing or not clear. Answer with POST to `/messages`.',
  attachments: 'Files of a mail. Empty for other channels.',
} as const;

export const CHAT_SCHEMAS = {
  Chat: { schema: chatDocument, description: 'A chat.', fields: CHAT_FIELDS },
  ChatAttachment: {
    schema: chatAttachment,
    description: `A file of a mail. CSV and XLSX files of at most ${MAX_ATTACHMENT_BYTES / 1_000_000} MB are kept for 7 days; \`/rfp\` makes an RFP of one.`,
    fields: {
      index: 'Position of the file, from 0.',
      name: 'Name of the file.',
      bytes: 'Size in bytes.',
      columns: 'Headers of the columns. Empty if the file was not kept, or has no table of lanes.',
      'columns[]': 'A header.',
      left_out: 'Why the file was not kept; null if it was.',
    },
  },
  ChatLane: {
    schema: chatLane,
    description: 'A move that the text asks for. Only loaded moves are lanes.',
    fields: {
      index: 'Position of the lane, from 0.',
      request: REQUEST,
      'request.origin': 'Where the load is picked up.',
      'request.destination': 'Where the load is delivered.',
      'request.equipment_type': 'Equipment.',
      'request.pickup_date': 'Day of the pickup. Arrival, cutoff and delivery dates are no pickups.',
      'request.stops': 'Places between the ends, in the order of the text.',
      'request.special_requirements': 'Accessorials, as in a new quote.',
      'request.weekly_volume': 'Loads a week. "x3" once is no volume.',
      'request.weight_lbs':
        'Weight of the cargo in pounds. Kilograms and tons are converted. `assumptions` names limits and weights of pieces or equipment, which are left out.',
      'request.commodity': 'What is moved.',
      'request.customer_reference': 'Reference of the customer.',
      route: 'The places that quotes resolve the request to; null if a place is not clear.',
      'route.origin': 'The resolved origin.',
      'route.destination': 'The resolved destination.',
      found: 'The part of a text that each value comes from.',
      'found[].field': 'Field of `request`.',
      'found[].text': 'The part of the text.',
      'found[].start': 'Position of its first character, in UTF-16 units.',
      'found[].end': 'Position after its last character.',
      'found[].source': 'Position of the text in `messages`, or `subject`. Absent: the first text.',
      missing: 'Fields of `request` that a quote needs and the text does not say.',
      'missing[]': 'Name of a field.',
      assumptions: 'How the text was read where it leaves room, as sentences.',
    },
  },
  ChatPlace: {
    schema: chatPlace,
    description: 'A place as quotes resolve it.',
    fields: {
      name: 'Name of the place or terminal.',
      kind: 'Type of terminal, or `city`.',
      coordinates: 'Latitude, then longitude, in degrees.',
    },
  },
  ChatQuestion: {
    schema: chatQuestion,
    description: 'Something that the text leaves open.',
    fields: {
      lane: 'Index of the lane; null if the question is about the whole text.',
      field: 'Field of `request` that it asks for.',
      text: 'The question.',
      choices: 'Answers that are possible. Absent: any answer.',
      'choices[]': 'A possible answer.',
    },
  },
} satisfies OperationDescription['schemas'];

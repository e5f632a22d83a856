import type { Operation } from '../definition-types.ts';
import { searchPlacesParameters, searchPlacesResponse, suggestedPlace } from './schema.ts';

export const definition = {
  function: 'search-places',
  method: 'GET',
  path: '/api/v1/places/search',
  tag: 'Places',
  summary: 'Suggest places',
  description: `Suggests US cities and ZIP codes for a text that a person is typing. The text can be the beginning of \`City\`, \`City, ST\`, \`City, ST 12345\` or \`12345\`. Case, accents, spaces and common abbreviations do not matter: \`ft w\` finds Fort Worth.

Cities whose name is exactly the text come first, then the largest. ZIP codes are in ascending order. Military addresses are left out, because no road leads to them. The call is not counted as usage.`,
  query: {
    schema: searchPlacesParameters,
    fields: {
      query: { description: 'The text so far.', minLength: 1, examples: ['newark'] },
      limit: 'Maximum suggestions.',
    },
  },
  response: {
    schema: searchPlacesResponse,
    description: 'The suggestions.',
    fields: { data: 'Best match first; empty if no place matches.' },
  },
  errors: [{ status: 400, when: '`query` is missing or a parameter is invalid. The message names each.' }],
  schemas: {
    SuggestedPlace: {
      schema: suggestedPlace,
      description: 'A US city or ZIP code.',
      fields: {
        text: 'Text that quotes accept as `origin` and `destination`: `Savannah, GA` or `Savannah, GA 31401`.',
        type: '`city` for the center of a city, `zip` for a ZIP code.',
        city: 'City, as rates accept it in `destinationCity`.',
        state: '2-letter state code, for `destinationState`.',
        zip: 'ZIP code, for `destinationZip`; empty for a city.',
        coordinates: 'Latitude, then longitude, in degrees.',
      },
    },
  },
  tables: {},
  data: ['places'],
  impact: 'Callers get no suggestions of places; rates and quotes accept places as before.',
} satisfies Operation;

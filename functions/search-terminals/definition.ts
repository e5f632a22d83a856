import { searchTerminalsParameters } from '../../shared/terminals/search/read-search.ts';
import { searchTerminalsResponse, terminalSchema } from '../../shared/terminals/search/terminal-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'search-terminals',
  method: 'GET',
  path: '/api/v1/terminals/search',
  tag: 'Terminals',
  summary: 'Search terminals',
  description: `Finds ports, terminals and rail ramps. At least one of \`query\`, \`type\`, \`city\`, \`state\`, \`zip\`, \`lat\` and \`lng\` is required. All filters must match.

Text search covers names, other names, codes, ports and groups, cities, states, types and ZIP codes, and matches the beginnings of words. Order: the text is a name, other name or code; the name or city has all words; the port or group has all words; beginnings of words. Search covers the address only if \`city\`, \`state\`, \`zip\`, \`lat\` or \`lng\` is given.

With \`lat\` and \`lng\`, results are sorted by distance. They cannot be combined with \`city\`, \`state\` or \`zip\`.`,
  query: {
    schema: searchTerminalsParameters,
    fields: {
      query: { description: 'Text to search for.', examples: ['port elizabeth'] },
      type: 'Only terminals of this type.',
      city: 'City or a part of its name.',
      state: { description: '2-letter US state code, in upper or lower case.', maxLength: 2 },
      zip: { description: 'ZIP code of 5 digits, or ZIP+4.', pattern: '^\\d{5}(-?\\d{4})?$', maxLength: 10 },
      lat: 'Latitude in degrees; requires `lng`.',
      lng: 'Longitude in degrees; requires `lat`.',
      radius: 'Miles around the point.',
      limit: 'Maximum terminals of the page.',
      page: 'Number of the page, from 1.',
    },
  },
  response: {
    schema: searchTerminalsResponse,
    description: 'A page of terminals.',
    fields: {
      data: 'Best match first, or nearest first.',
      pagination: 'Position of the page.',
      'pagination.currentPage': 'Number of the page.',
      'pagination.totalPages': 'Pages of the result.',
      'pagination.totalHits': 'Terminals of the result.',
      'pagination.hitsPerPage': 'Maximum terminals of a page.',
    },
  },
  errors: [
    {
      status: 400,
      when: 'No search parameter is given, `lat` or `lng` is combined with `city`, `state` or `zip`, or a value is invalid. The message names each invalid parameter.',
    },
  ],
  schemas: {
    Terminal: {
      schema: terminalSchema,
      description: 'A port, rail or intermodal facility.',
      fields: {
        name: 'Exact name, which rate requests take as `originTerminal`.',
        geolocation: 'Latitude, then longitude, in degrees.',
        type: '`intermodal` includes inland ports, container freight stations and yards.',
        address: 'Street address; empty if it is uncertain.',
        city: 'City of the address.',
        state: '2-letter state code.',
        zip: 'ZIP code.',
        aliases: 'Other names in use.',
        group: 'Port or railroad.',
        portCity: 'City of the port.',
        smdgCode: 'Terminal code of SMDG; empty if there is none.',
        locode: 'UN/LOCODE; empty if there is none.',
        codes: 'Codes of the terminal by list; a list without a code is absent.',
        'codes.smdg': 'Terminal codes of SMDG.',
        'codes.firms': 'FIRMS codes of US Customs and Border Protection.',
        'codes.locode': 'UN/LOCODEs.',
        services:
          'Cargo that the terminal handles; empty if it is unknown. `container` includes ocean carriers between US places, such as Hawaii.',
        principal: 'Whether it is one of the main container terminals of its port.',
        port: 'UN/LOCODE of the port; empty for ramps.',
        hours: 'Gate hours in the format of OpenStreetMap; empty if they are not public.',
      },
    },
  },
  tables: { terminals: ['GetItem'] },
  searchDomain: 'search',
  data: ['terminals'],
  impact: 'Callers cannot search terminals, so they lack the names for rate requests.',
} satisfies Operation;

import { asJson, asJsons, type Json, refName } from './json-schema.ts';

const operationsOf = (document: Json) =>
  Object.entries(asJsons(document.paths)).flatMap(([path, item]) =>
    Object.entries(asJsons(item)).map(([method, operation]) => ({ path, method, operation })),
  );

/** The webhooks as an AsyncAPI 3 document. */
export function asyncApi(document: Json): Json {
  const { title, version } = asJson(document.info);
  const events = Object.entries(asJsons(document.webhooks)).map(([name, item]) => {
    const { summary, description, parameters, requestBody } = asJson(item.post);
    const { schema, example } = asJson(asJsons(asJson(requestBody).content)['application/json']);
    const headers = (parameters as Json[]).map(({ name: header, description: text, schema: type }) => [
      header,
      { description: text, ...asJson(type) },
    ]);
    const key = refName(asJson(schema).$ref);
    const message = {
      name,
      title: summary,
      description,
      contentType: 'application/json',
      headers: { type: 'object', properties: Object.fromEntries(headers) },
      payload: schema,
      ...(example === undefined ? {} : { examples: [{ payload: example }] }),
    };
    return [key, message] as const;
  });
  return {
    asyncapi: '3.0.0',
    info: { title: `${String(title)}: webhooks`, version, description: 'Requests to the URL of a webhook.' },
    defaultContentType: 'application/json',
    channels: {
      webhook: {
        description: 'The URL of the webhook, by POST.',
        messages: Object.fromEntries(events.map(([key]) => [key, { $ref: `#/components/messages/${key}` }])),
      },
    },
    operations: {
      sendEvent: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        messages: events.map(([key]) => ({ $ref: `#/channels/webhook/messages/${key}` })),
      },
    },
    components: {
      messages: Object.fromEntries(events),
      schemas: usedSchemas(document, Object.fromEntries(events)),
    },
  };
}

/** The schemas that a value uses, directly or by other schemas. */
function usedSchemas(document: Json, value: unknown): Record<string, Json> {
  const schemas = asJsons(asJson(document.components).schemas);
  const used = new Set<string>();
  const collect = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    const { $ref } = one as Json;
    const name = typeof $ref === 'string' ? refName($ref) : '';
    if (schemas[name] !== undefined && !used.has(name)) {
      used.add(name);
      collect(schemas[name]);
    }
    for (const member of Object.values(one)) collect(member);
  };
  collect(value);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

/** The flows "rate to quote" and "RFP" as an Arazzo document. */
export function arazzo(document: Json): Json {
  const { title, version } = asJson(document.info);
  const known = new Set(operationsOf(document).map(({ operation }) => operation.operationId));
  const step = (stepId: string, operationId: string, more: Json = {}) => {
    if (!known.has(operationId)) throw new Error(`Arazzo: there is no operation ${operationId}.`);
    return { stepId, operationId, successCriteria: [{ condition: '$statusCode == 200' }], ...more };
  };
  const body = (payload: unknown) => ({ contentType: 'application/json', payload });
  const inputs = (...names: readonly string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
  });
  const rfpId = [{ name: 'rfp_id', in: 'path', value: '$steps.create.outputs.rfpId' }];
  return {
    arazzo: '1.0.1',
    info: { title: `${String(title)}: flows`, version },
    sourceDescriptions: [{ name: 'api', url: '../openapi.json', type: 'openapi' }],
    workflows: [
      {
        workflowId: 'rateToQuote',
        summary: 'Find a terminal, price a lane, and make a quote of it.',
        inputs: inputs('terminal', 'city', 'state', 'equipment', 'pickupDate'),
        steps: [
          step('find', 'searchTerminals', {
            parameters: [{ name: 'query', in: 'query', value: '$inputs.terminal' }],
            outputs: { terminal: '$response.body#/data/0/name' },
          }),
          step('price', 'priceLanes', {
            requestBody: body([
              {
                originTerminal: '$steps.find.outputs.terminal',
                destinationCity: '$inputs.city',
                destinationState: '$inputs.state',
                equipment: '$inputs.equipment',
              },
            ]),
            outputs: { rate: '$response.body#/data/0/analysis/suggestedRate' },
          }),
          step('quote', 'createQuote', {
            requestBody: body({
              origin: '$steps.find.outputs.terminal',
              destination: '{$inputs.city}, {$inputs.state}',
              equipment_type: '$inputs.equipment',
              pickup_date: '$inputs.pickupDate',
            }),
            outputs: { quoteId: '$response.body#/quote/quote_id' },
          }),
        ],
        outputs: { rate: '$steps.price.outputs.rate', quoteId: '$steps.quote.outputs.quoteId' },
      },
      {
        workflowId: 'rfp',
        summary: 'Create an RFP of one lane, wait until it is priced, and read its results.',
        inputs: inputs('name', 'origin', 'destination'),
        steps: [
          step('create', 'createRfp', {
            requestBody: body({
              name: '$inputs.name',
              lanes: [{ origin: '$inputs.origin', destination: '$inputs.destination' }],
            }),
            outputs: { rfpId: '$response.body#/rfp/rfp_id' },
          }),
          step('wait', 'readRfp', {
            parameters: rfpId,
            successCriteria: [
              { condition: '$statusCode == 200' },
              { condition: "$response.body#/rfp/status == 'priced'" },
            ],
            onFailure: [{ name: 'again', type: 'retry', retryAfter: 2, retryLimit: 60 }],
          }),
          step('results', 'listRfpLanes', {
            parameters: rfpId,
            outputs: { lanes: '$response.body#/lanes' },
          }),
        ],
        outputs: { rfpId: '$steps.create.outputs.rfpId', lanes: '$steps.results.outputs.lanes' },
      },
    ],
  };
}

/** All operations as a collection of Postman (format 2.1), by tag. */
export function postman(document: Json): Json {
  const parameters = asJsons(asJson(document.components).parameters);
  const resolved = (one: Json): Json =>
    one.$ref === undefined ? one : asJson(parameters[refName(one.$ref)]);
  const itemOf = ({ path, method, operation }: ReturnType<typeof operationsOf>[number]) => {
    const given = ((operation.parameters ?? []) as Json[]).map(resolved);
    const of = (place: string) => given.filter((one) => one.in === place);
    const { example } = asJson(asJsons(asJson(operation.requestBody).content)['application/json']);
    const query = of('query').map(({ name }) => ({ key: name, value: '', disabled: true }));
    return {
      name: operation.summary,
      request: {
        method: method.toUpperCase(),
        ...(asJson(operation.security).length === 0 ? { auth: { type: 'noauth' } } : {}),
        header: of('header').map(({ name }) => ({ key: name, value: '', disabled: true })),
        url: {
          raw: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
          host: ['{{baseUrl}}'],
          path: path
            .slice(1)
            .replaceAll(/\{(\w+)\}/g, ':$1')
            .split('/'),
          ...(query.length > 0 ? { query } : {}),
          variable: of('path').map(({ name }) => ({ key: name, value: '' })),
        },
        ...(operation.requestBody === undefined
          ? {}
          : {
              body: {
                mode: 'raw',
                raw: JSON.stringify(example ?? {}, undefined, 2),
                options: { raw: { language: 'json' } },
              },
            }),
      },
    };
  };
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(({ operation }) => String((operation.tags as string[])[0])))];
  return {
    info: {
      name: asJson(document.info).title,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'x-api-key' },
        { key: 'value', value: '{{apiKey}}' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:3000' },
      { key: 'apiKey', value: '' },
    ],
    item: tags.map((name) => ({
      name,
      item: operations.filter(({ operation }) => (operation.tags as string[])[0] === name).map(itemOf),
    })),
  };
}

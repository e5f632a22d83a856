import type { GatewayResponseModel } from '../template/service-model.ts';

/** Gateway response types that the local gateway uses, with the default status and message of API Gateway. */
const BUILT_IN = {
  ACCESS_DENIED: [403, 'User is not authorized to access this resource'],
  API_CONFIGURATION_ERROR: [500, 'Internal server error'],
  AUTHORIZER_CONFIGURATION_ERROR: [500, 'Internal server error'],
  AUTHORIZER_FAILURE: [500, 'Internal server error'],
  BAD_REQUEST_PARAMETERS: [400, 'Bad Request'],
  DEFAULT_5XX: [502, 'Internal server error'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out'],
  INVALID_API_KEY: [403, 'Forbidden'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long'],
  THROTTLED: [429, 'Too Many Requests'],
  UNAUTHORIZED: [401, 'Unauthorized'],
} as const;

const JSON_TYPE = 'application/json';

export type GatewayResponseType = keyof typeof BUILT_IN;

export interface WrittenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Variables of templates: `context.requestId`, `context.authorizer.NAME`, ... without the dollar sign. */
export type ContextVariables = Readonly<Record<string, string | undefined>>;

/**
 * Renders an error response with the gateway response of its type, or with the default for 4xx or 5xx.
 * @param accept its first media type decides on the template.
 */
export function writeGatewayResponse(
  responses: Readonly<Record<string, GatewayResponseModel>>,
  rejected: GatewayResponseType,
  variables: ContextVariables,
  accept = '',
): WrittenResponse {
  const [builtInStatus, message] = BUILT_IN[rejected];
  const all: ContextVariables = {
    ...variables,
    'context.error.message': message,
    'context.error.messageString': JSON.stringify(message),
    'context.error.responseType': rejected,
  };
  const fallback = builtInStatus < 500 ? responses.DEFAULT_4XX : responses.DEFAULT_5XX;
  const response = responses[rejected] ?? fallback;
  const templates = response?.templates ?? { [JSON_TYPE]: '{"message":$context.error.messageString}' };
  const [first = ''] = accept.split(/[,;]/);
  const type = Object.hasOwn(templates, first.trim()) ? first.trim() : JSON_TYPE;
  return {
    // A default response keeps the status of the type, unless it sets one.
    status: Number(response?.statusCode ?? builtInStatus),
    headers: { 'Content-Type': type, ...headersOf(response?.parameters ?? {}, all) },
    body: substitute(templates[type] ?? '', all),
  };
}

/** Replaces variables as gateway responses do, without Velocity; unknown variables become `missing`. */
export function substitute(template: string, variables: ContextVariables, missing = ''): string {
  return template.replace(/\$(context\.[\w.]+\w)/g, (_, name: string) => variables[name] ?? missing);
}

function headersOf(
  parameters: Readonly<Record<string, string>>,
  variables: ContextVariables,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, source] of Object.entries(parameters)) {
    const header = name.replace('gatewayresponse.header.', '');
    headers[header] = source.startsWith("'") ? source.slice(1, -1) : (variables[source] ?? '');
  }
  return headers;
}

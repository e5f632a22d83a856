import type { GatewayResponseModel } from '../template/service-model.ts';

/** Reasons for which the gateway itself answers. The template has a response for each. */
export type GatewayResponseType =
  | 'ACCESS_DENIED'
  | 'AUTHORIZER_FAILURE'
  | 'BAD_REQUEST_PARAMETERS'
  | 'DEFAULT_5XX'
  | 'INVALID_API_KEY'
  | 'MISSING_AUTHENTICATION_TOKEN'
  | 'REQUEST_TOO_LARGE'
  | 'THROTTLED';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/** Variables of templates: `context.requestId`, `context.authorizer.NAME`, ... without the dollar sign. */
export type ContextVariables = Record<string, string | undefined>;

const JSON_TYPE = 'application/json';

/** Renders a response of the gateway. @param accept its first media type decides on the template. */
export function writeGatewayResponse(
  responses: Readonly<Record<string, GatewayResponseModel>>,
  type: GatewayResponseType,
  variables: ContextVariables,
  accept = '',
): HttpResponse {
  const { status = 500, templates = {}, parameters = {} } = responses[type] ?? {};
  const [first = ''] = accept.split(/[,;]/);
  const mediaType = Object.hasOwn(templates, first.trim()) ? first.trim() : JSON_TYPE;
  return {
    status,
    headers: { 'Content-Type': mediaType, ...mappedHeaders(parameters, variables) },
    body: substitute(templates[mediaType] ?? '', variables),
  };
}

/** Headers of a mapping such as "gatewayresponse.header.NAME". A value is a text in quotes or the name of a variable. */
export const mappedHeaders = (
  parameters: Readonly<Record<string, string>>,
  variables: ContextVariables,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/^.*\.header\./, ''),
      value.startsWith("'") ? value.slice(1, -1) : (variables[value] ?? ''),
    ]),
  );

/** Replaces variables as gateway responses do, without Velocity; unknown variables become `missing`. */
export const substitute = (template: string, variables: ContextVariables, missing = ''): string =>
  template.replace(/\$(context\.[\w.]+\w)/g, (_, name: string) => variables[name] ?? missing);

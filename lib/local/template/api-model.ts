import { LocalSetupError } from '../local-setup-error.ts';
import type {
  ApiModel,
  FixedResponseModel,
  GatewayResponseModel,
  RouteModel,
  UsagePlanModel,
} from './service-model.ts';

export interface ApiResource {
  readonly id: string;
  readonly type: string;
  /** With intrinsic functions resolved. */
  readonly properties: Readonly<Record<string, unknown>>;
}

export type ApiResources = ApiResource[];

const API_TYPES = [
  'RestApi',
  'Resource',
  'Method',
  'Authorizer',
  'GatewayResponse',
  'Stage',
  'UsagePlan',
].map((name) => `AWS::ApiGateway::${name}`);

export const isApiResource = (type: string): boolean => API_TYPES.includes(type);

/** The REST API of the template, from its resources. @throws LocalSetupError for an unsupported API */
export function apiModel(resources: ApiResources): ApiModel {
  const of = (name: string) => resources.filter(({ type }) => type === `AWS::ApiGateway::${name}`);
  const [api, ...others] = of('RestApi');
  const [stage] = of('Stage');
  if (!api || !stage || others.length > 0)
    throw new LocalSetupError('The template must have exactly one REST API and a stage.');
  if (api.properties.ApiKeySourceType !== 'AUTHORIZER') {
    throw new LocalSetupError('The local host supports only APIs with the API key source AUTHORIZER.');
  }
  const logFormat = Object(stage.properties.AccessLogSetting).Format as string | undefined;
  return {
    id: api.id,
    stageName: String(stage.properties.StageName),
    ...(logFormat === undefined ? {} : { accessLogFormat: logFormat }),
    binaryMediaTypes: (api.properties.BinaryMediaTypes ?? []) as string[],
    routes: routes(of('Resource'), of('Method'), of('Authorizer'), Object(stage.properties.Variables)),
    responses: Object.fromEntries(of('GatewayResponse').map(gatewayResponse)),
    usagePlans: of('UsagePlan').map(usagePlan),
  };
}

function routes(
  resources: readonly ApiResource[],
  methods: readonly ApiResource[],
  authorizers: readonly ApiResource[],
  stageVariables: Readonly<Record<string, string>>,
): RouteModel[] {
  const byId = new Map(resources.map((resource) => [resource.id, resource.properties]));
  const pathOf = (id: string): string => {
    const resource = byId.get(id);
    return resource === undefined ? '' : `${pathOf(String(resource.ParentId))}/${resource.PathPart}`;
  };
  const authorizerArns = new Map(authorizers.map((authorizer) => [authorizer.id, authorizerArn(authorizer)]));
  return methods.map(({ properties }) => {
    const resourceId = String(properties.ResourceId);
    const integration = Object(properties.Integration) as { Type?: string; Uri?: string };
    const fixed = fixedResponseOf(integration, stageVariables);
    if (integration.Type !== 'AWS_PROXY' && fixed === undefined) {
      throw new LocalSetupError(
        `${pathOf(resourceId)}: the local host does not support integrations of type ${integration.Type}.`,
      );
    }
    const authorizerArn = authorizerArns.get(String(properties.AuthorizerId));
    const { AuthorizationType = 'NONE' } = properties;
    // Never open a method with an unknown authorization.
    if (AuthorizationType !== (authorizerArn === undefined ? 'NONE' : 'CUSTOM')) {
      throw new LocalSetupError(
        `${pathOf(resourceId)}: the local host does not support authorization ${AuthorizationType}.`,
      );
    }
    return {
      method: String(properties.HttpMethod),
      resourcePath: pathOf(resourceId) || '/',
      resourceId,
      apiKeyRequired: properties.ApiKeyRequired === true,
      ...(authorizerArn === undefined ? {} : { authorizerArn }),
      ...(fixed === undefined ? { functionArn: functionOf(String(integration.Uri)) } : { fixed }),
    };
  });
}

/**
 * The response of a mock integration. The template of a CORS preflight has no text, only further origins; every other
 * template is the body.
 */
function fixedResponseOf(
  integration: object,
  stageVariables: Readonly<Record<string, string>>,
): FixedResponseModel | undefined {
  const { Type, IntegrationResponses = [] } = integration as {
    Type?: string;
    IntegrationResponses?: readonly {
      StatusCode: string;
      ResponseParameters?: Readonly<Record<string, string>>;
      ResponseTemplates?: Readonly<Record<string, string>>;
    }[];
  };
  const [answer] = IntegrationResponses;
  if (Type !== 'MOCK' || answer === undefined) return undefined;
  const { StatusCode, ResponseParameters = {}, ResponseTemplates = {} } = answer;
  const headers = Object.entries(ResponseParameters).map(([name, value]) => [
    name.replace('method.response.header.', ''),
    value,
  ]);
  const template = ResponseTemplates['application/json'] ?? '';
  const otherOrigins = [...template.matchAll(/\$origin == "(.+?)"/g)].map(([, origin = '']) => origin);
  return {
    status: Number(StatusCode),
    headers: Object.fromEntries(headers),
    body: template.startsWith('#')
      ? ''
      : template.replace(/\$stageVariables\.(\w+)/g, (_, name: string) => stageVariables[name] ?? ''),
    otherOrigins,
  };
}

/** ARN of an authorizer function; caching and identity sources are not supported. */
function authorizerArn({ properties }: ApiResource): string {
  const { Type, AuthorizerResultTtlInSeconds = 300, AuthorizerUri, IdentitySource = '' } = properties;
  if (Type !== 'REQUEST' || Number(AuthorizerResultTtlInSeconds) !== 0 || IdentitySource !== '') {
    throw new LocalSetupError(
      'The local host supports only REQUEST authorizers without cache and identity source.',
    );
  }
  return functionOf(String(AuthorizerUri));
}

/** The function ARN in an integration URI. */
function functionOf(uri: string): string {
  const [, arn] = /functions\/(arn:.+)\/invocations$/.exec(uri) ?? [];
  if (arn === undefined) throw new LocalSetupError(`${uri} contains no function ARN.`);
  return arn;
}

function gatewayResponse({ properties }: ApiResource): [string, GatewayResponseModel] {
  const { ResponseType, StatusCode, ResponseTemplates = {}, ResponseParameters = {} } = properties;
  return [
    String(ResponseType),
    {
      ...(StatusCode === undefined ? {} : { statusCode: String(StatusCode) }),
      templates: ResponseTemplates as Record<string, string>,
      parameters: ResponseParameters as Record<string, string>,
    },
  ];
}

function usagePlan({ id, properties }: ApiResource): UsagePlanModel {
  const { RateLimit, BurstLimit } = Object(properties.Throttle) as {
    RateLimit?: number;
    BurstLimit?: number;
  };
  return {
    id,
    name: String(properties.UsagePlanName ?? id),
    // A plan without a throttle has no limit.
    rateLimit: RateLimit ?? Number.POSITIVE_INFINITY,
    burstLimit: BurstLimit ?? Number.POSITIVE_INFINITY,
  };
}

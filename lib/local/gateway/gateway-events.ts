import type {
  APIGatewayEventDefaultAuthorizerContext,
  APIGatewayProxyEvent,
  APIGatewayRequestAuthorizerEvent,
} from 'aws-lambda';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../template/local-names.ts';
import type { ApiModel, RouteModel } from '../template/service-model.ts';
import type { IncomingCall } from './incoming-call.ts';

/** A call that was routed. */
export interface RoutedCall {
  readonly api: ApiModel;
  readonly call: IncomingCall;
  readonly route: RouteModel;
  readonly pathParameters: Readonly<Record<string, string>> | null;
}

/** The ARN that an authorizer's policy allows or denies. */
export function methodArn({ api, call, route }: RoutedCall): string {
  const path = route.resourcePath.replace(/^\//, '');
  return `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${api.id}/${api.stageName}/${call.method}/${path}`;
}

/** The event of a REQUEST authorizer. */
export function authorizerEvent(routed: RoutedCall): APIGatewayRequestAuthorizerEvent {
  return {
    type: 'REQUEST',
    methodArn: methodArn(routed),
    ...commonParts(routed),
  } as APIGatewayRequestAuthorizerEvent;
}

/** The event of a proxy integration; the authorizer's context arrives as strings. */
export function proxyEvent(
  routed: RoutedCall,
  authorizer: APIGatewayEventDefaultAuthorizerContext,
): APIGatewayProxyEvent {
  const { api, call } = routed;
  const common = commonParts(routed);
  const contentType =
    Object.entries(call.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const binary = api.binaryMediaTypes.some((type) => type === '*/*' || contentType.startsWith(type));
  return {
    ...common,
    requestContext: { ...common.requestContext, authorizer },
    body: call.body.length === 0 ? null : call.body.toString(binary ? 'base64' : 'utf8'),
    isBase64Encoded: binary && call.body.length > 0,
  } as APIGatewayProxyEvent;
}

function commonParts({ api, call, route, pathParameters }: RoutedCall) {
  return {
    resource: route.resourcePath,
    path: call.rawPath,
    httpMethod: call.method,
    headers: call.headers,
    multiValueHeaders: call.multiValueHeaders,
    queryStringParameters: call.query,
    multiValueQueryStringParameters: call.multiValueQuery,
    pathParameters,
    stageVariables: null,
    requestContext: {
      resourceId: route.resourceId,
      resourcePath: route.resourcePath,
      httpMethod: call.method,
      extendedRequestId: call.extendedRequestId,
      requestId: call.requestId,
      requestTime: new Date(call.receivedAt).toUTCString(),
      requestTimeEpoch: call.receivedAt,
      path: `/${api.stageName}${call.rawPath}`,
      accountId: LOCAL_ACCOUNT,
      protocol: call.protocol,
      stage: api.stageName,
      domainPrefix: api.id,
      domainName: 'localhost',
      apiId: api.id,
      identity: {
        sourceIp: call.sourceIp,
        userAgent: call.userAgent,
        accessKey: null,
        accountId: null,
        apiKey: null,
        apiKeyId: null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        user: null,
        userArn: null,
      },
    },
  };
}

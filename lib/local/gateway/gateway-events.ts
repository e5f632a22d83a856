import type {
  APIGatewayEventDefaultAuthorizerContext,
  APIGatewayProxyEvent,
  APIGatewayRequestAuthorizerEvent,
} from 'aws-lambda';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../template/local-names.ts';
import type { ApiModel, RouteModel } from '../template/service-model.ts';
import type { IncomingCall } from './incoming-call.ts';

/** A call with its route. */
export interface RoutedCall {
  readonly api: ApiModel;
  readonly call: IncomingCall;
  readonly route: RouteModel;
  readonly pathParameters: Readonly<Record<string, string>> | null;
}

/** The method ARN for the policy of an authorizer. */
export function methodArn({ api, call }: RoutedCall): string {
  return `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${api.id}/${api.stageName}/${call.method}${call.rawPath}`;
}

/** The event of a REQUEST authorizer, with empty objects instead of null. */
export function authorizerEvent(routed: RoutedCall): APIGatewayRequestAuthorizerEvent {
  const common = commonParts(routed);
  return {
    type: 'REQUEST',
    methodArn: methodArn(routed),
    ...common,
    queryStringParameters: common.queryStringParameters ?? {},
    multiValueQueryStringParameters: common.multiValueQueryStringParameters ?? {},
    pathParameters: common.pathParameters ?? {},
    stageVariables: {},
  } as unknown as APIGatewayRequestAuthorizerEvent;
}

/** The event of a proxy integration; context values of the authorizer are strings. */
export function proxyEvent(
  routed: RoutedCall,
  authorizer: APIGatewayEventDefaultAuthorizerContext,
): APIGatewayProxyEvent {
  const { body } = routed.call;
  const common = commonParts(routed);
  return {
    ...common,
    requestContext: { ...common.requestContext, authorizer },
    // The API has no binary media types.
    body: body.length === 0 ? null : body.toString('utf8'),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEvent;
}

/** "21/Nov/2026:05:50:09 +0000" */
function logTime(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ');
  return `${day}/${month}/${year}:${clock} +0000`;
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
      requestTime: logTime(new Date(call.receivedAt)),
      requestTimeEpoch: call.receivedAt,
      path: `/${api.stageName}${call.rawPath}`,
      accountId: LOCAL_ACCOUNT,
      protocol: call.protocol,
      stage: api.stageName,
      domainPrefix: api.id,
      domainName: 'localhost',
      apiId: api.id,
      identity: { sourceIp: call.sourceIp, userAgent: call.userAgent },
    },
  };
}

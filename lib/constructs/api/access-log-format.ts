import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/** One JSON line per call with caller, operation, latency and the error type of the gateway; without API key, query and body. */
export const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTimeEpoch',
    ip: '$context.identity.sourceIp',
    method: '$context.httpMethod',
    resource: '$context.resourcePath',
    status: '$context.status',
    latency: '$context.responseLatency',
    integrationLatency: '$context.integrationLatency',
    responseLength: '$context.responseLength',
    orgId: '$context.authorizer.orgId',
    mode: '$context.authorizer.mode',
    keyId: '$context.authorizer.keyId',
    errorType: '$context.error.responseType',
  }),
);

import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/** One JSON line a call: who, what, how long, and which refusal of the gateway; no key, no query, no body. */
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

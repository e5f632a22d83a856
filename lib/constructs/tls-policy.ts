import { EndpointAccessMode, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';

/** TLS 1.2 and 1.3, of an API and of its custom domain. */
export const TLS_POLICY = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PQ_2025_09,
  // A policy of this kind needs one of the two modes; the other refuses callers behind proxies that rename the host.
  endpointAccessMode: EndpointAccessMode.BASIC,
} as const;

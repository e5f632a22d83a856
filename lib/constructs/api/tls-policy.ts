import { EndpointAccessMode, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';

/** TLS 1.2 and 1.3, for an API and its custom domain. */
export const TLS_POLICY = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PQ_2025_09,
  // This policy needs an endpoint access mode; STRICT rejects callers behind proxies that change the host name.
  endpointAccessMode: EndpointAccessMode.BASIC,
} as const;

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { defaultEndpointResolver } from '../../../shared/dynamodb/regional-endpoint.ts';

describe("DynamoDB's endpoint in the bundles", () => {
  it.each(['us-east-1', 'eu-central-1', 'ap-southeast-4', 'us-gov-west-1', 'cn-north-1'])(
    'is the one that the SDK goes to in %s',
    async (region) => {
      const { endpointProvider } = new DynamoDBClient({ region }).config;
      const bySdk = endpointProvider({ Region: region, UseFIPS: false, UseDualStack: false });

      expect(defaultEndpointResolver({ Region: region }).url.href).toBe(bySdk.url.href);
    },
  );

  it('is the one that was given', () => {
    const given = { Region: 'us-east-1', Endpoint: 'http://127.0.0.1:8000' };
    expect(defaultEndpointResolver(given).url.href).toBe('http://127.0.0.1:8000/');
  });
});

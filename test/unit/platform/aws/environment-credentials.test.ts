import { afterEach, describe, expect, it } from 'vitest';
import { defaultProvider } from '../../../../shared/platform/aws/environment-credentials.ts';

const before = { ...process.env };

afterEach(() => {
  process.env = { ...before };
});

describe('credentials of a function', () => {
  it('are those of the environment, with an optional session token', async () => {
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
    });
    await expect(defaultProvider()()).resolves.toMatchObject({
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    });
    delete process.env.AWS_SESSION_TOKEN;
    const { sessionToken, ...others } = await defaultProvider()();
    expect([sessionToken, others.accessKeyId]).toEqual([undefined, 'id']);
  });

  it('fail with a named error if they are missing', async () => {
    delete process.env.AWS_ACCESS_KEY_ID;
    await expect(defaultProvider()()).rejects.toMatchObject({ name: 'CredentialsProviderError' });
  });
});

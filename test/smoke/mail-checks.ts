import { resolveMx } from 'node:dns/promises';
import { GetBucketPolicyCommand } from '@aws-sdk/client-s3';
import { type Check, skipped, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

/** Whether mails reach the bucket, if the environment receives some. Whether the rules of SES are active, only a mail shows. */
export function mailChecks({ settings, published, names, buckets }: Deployment): Check[] {
  const { mailDomain } = settings;
  return [
    {
      name: 'mails of the mail domain go to Amazon SES, which may store them',
      run: async () => {
        if (mailDomain === undefined) return skipped('the environment receives no mail');
        const [, , , region] = published(names.webhookSecretsKeyArn).split(':');
        const server = `inbound-smtp.${region}.amazonaws.com`;
        const records = await resolveMx(mailDomain);
        const Bucket = published(names.mailBucket);
        const { Policy = '' } = await buckets.send(new GetBucketPolicyCommand({ Bucket }));
        return unlessWrong(
          [
            ...(records.some(({ exchange }) => exchange.toLowerCase() === server)
              ? []
              : [`${mailDomain} has no MX record with ${server}`]),
            ...(Policy.includes('"ses.amazonaws.com"') ? [] : [`${Bucket} takes nothing from SES`]),
          ],
          mailDomain,
        );
      },
    },
  ];
}

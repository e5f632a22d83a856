import { Button, FileButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  OrganizationMail,
  OrganizationProfile,
  ReplaceOrganizationMailBody,
  ReplaceOrganizationProfileBody,
} from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { FormLines, FormText, TEXT_LINES, useFormState } from '../form/form.tsx';
import { SendingForm } from '../form/form-dialog.tsx';
import { Loaded } from '../shell/feedback.tsx';
import { Page, Panel } from '../shell/page.tsx';

const LINES = [
  { name: 'contact', label: 'Contact' },
  { name: 'email', label: 'E-mail' },
  { name: 'phone', label: 'Phone' },
  { name: 'mc_number', label: 'MC number' },
  { name: 'dot_number', label: 'USDOT number' },
] as const;

export default function ProfilePage() {
  const { client, organization } = useSession();
  const profile = useQuery({
    queryKey: ['settings', 'profile'],
    queryFn: async ({ signal }) => await client.organization.profile({ signal }),
  });
  const mail = useQuery({
    queryKey: ['settings', 'mail'],
    queryFn: async ({ signal }) => await client.organization.mail({ signal }),
  });
  return (
    <Page
      title="Profile"
      lead={`Quote sheets and share links in ${organization.mode} mode show these details to your customers.`}
    >
      <div className="stack">
        <Loaded query={profile}>
          {(read) => <ProfileForm key={read.updated_at ?? ''} profile={read} />}
        </Loaded>
        <Loaded query={mail}>{(read) => <MailForm key={read.senders.join()} mail={read} />}</Loaded>
      </div>
    </Page>
  );
}

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

function ProfileForm({ profile }: { readonly profile: OrganizationProfile }) {
  const { client, organization, canWrite } = useSession();
  const queries = useQueryClient();
  const { updated_at: _, logo, ...fields } = profile;
  return (
    <SendingForm<ReplaceOrganizationProfileBody>
      label="Profile"
      className="fields card"
      initial={{ ...fields, logo: logo ?? undefined }}
      action={canWrite ? 'Save the profile' : undefined}
      send={async (body) =>
        queries.setQueryData(['settings', 'profile'], await client.organization.replaceProfile(body))
      }
    >
      <FormText
        name="name"
        label="Company name"
        className="wide"
        placeholder={organization.name}
        disabled={!canWrite}
      />
      <FormLines
        name="address"
        label="Address"
        className="wide"
        autosize
        minRows={2}
        disabled={!canWrite}
        {...TEXT_LINES}
      />
      {LINES.map((line) => (
        <FormText key={line.name} {...line} disabled={!canWrite} />
      ))}
      <LogoField />
    </SendingForm>
  );
}

const MAX_LOGO_BYTES = 100_000;

/** What the API would reject, as a sentence, before the form is saved. */
async function logoFault(file: File): Promise<string | undefined> {
  if (!/^image\/(png|jpeg)$/.test(file.type)) return 'This file is not a PNG or JPEG file.';
  if (file.size > MAX_LOGO_BYTES) return 'This file is larger than 100 kB.';
  try {
    const { width, height } = await createImageBitmap(file);
    return width > 2_000 || height > 1_000 ? 'This image is larger than 2,000 x 1,000 pixels.' : undefined;
  } catch {
    return 'This file cannot be read as an image.';
  }
}

function LogoField() {
  const { canWrite } = useSession();
  const { value, error, set } = useFormState();
  const logo = value('logo') as string | undefined;
  const [fault, setFault] = useState<string>();
  const choose = (file: File | null) => {
    if (file === null) return;
    void logoFault(file).then(async (found) => {
      setFault(found);
      if (found === undefined) set('logo', await dataUrl(file));
    });
  };
  const wrong = fault ?? error('logo');
  return (
    <div className="wide">
      {logo === undefined ? (
        <p className="note">No logo. A PNG or JPEG file of at most 100 kB and 2,000 x 1,000 pixels.</p>
      ) : (
        <p>
          <img src={logo} alt="Logo" width={180} />
        </p>
      )}
      {canWrite ? (
        <span className="spread">
          <FileButton accept="image/png,image/jpeg" onChange={choose}>
            {(props) => (
              <Button {...props} variant="default">
                Choose a logo
              </Button>
            )}
          </FileButton>
          {logo === undefined ? null : (
            <Button variant="default" onClick={() => set('logo', undefined)}>
              Remove the logo
            </Button>
          )}
        </span>
      ) : null}
      {wrong === undefined ? null : <p role="alert">{wrong}</p>}
    </div>
  );
}

function MailForm({ mail }: { readonly mail: OrganizationMail }) {
  const { client, canWrite } = useSession();
  const queries = useQueryClient();
  return (
    <Panel
      title="Mails of customers"
      note={
        mail.address === null
          ? 'Mails become chats if the operator of the service receives mail, and you have saved a list of senders.'
          : `Mails of these senders to ${mail.address} become chats.`
      }
    >
      <SendingForm<ReplaceOrganizationMailBody>
        label="Mails of customers"
        className="fields"
        initial={{ senders: mail.senders }}
        action={canWrite ? 'Save the senders' : undefined}
        send={async (body) =>
          queries.setQueryData(['settings', 'mail'], await client.organization.replaceMail(body))
        }
      >
        <FormLines
          name="senders"
          label="Senders"
          description="One address in each line"
          className="wide"
          autosize
          minRows={2}
          maxRows={12}
          disabled={!canWrite}
          {...TEXT_LINES}
        />
      </SendingForm>
    </Panel>
  );
}

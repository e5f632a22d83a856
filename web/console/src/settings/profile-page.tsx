import { Button, FileButton, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { OrganizationMail, OrganizationProfile } from '../api/client.ts';
import { fieldMessages } from '../api/field-messages.ts';
import { useSession } from '../api/session.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import styles from '../shell/form.module.css';
import { Page } from '../shell/page.tsx';
import { Panel } from '../shell/panel.tsx';

const LINES = [
  { name: 'contact', label: 'Contact' },
  { name: 'email', label: 'E-mail' },
  { name: 'phone', label: 'Phone' },
  { name: 'mc_number', label: 'MC number' },
  { name: 'dot_number', label: 'USDOT number' },
] as const;

/** What sheets and share links show of the organization, and whose mails become chats. */
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
      <Loaded query={profile}>{(read) => <ProfileForm key={read.updated_at ?? ''} profile={read} />}</Loaded>
      <Loaded query={mail}>{(read) => <MailForm key={read.senders.join()} mail={read} />}</Loaded>
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
  const { updated_at: _, ...fields } = profile;
  const [draft, setDraft] = useState({ ...fields, address: fields.address.join('\n') });
  const saving = useMutation({
    mutationFn: async () =>
      await client.organization.replaceProfile({
        ...draft,
        address: draft.address.split('\n').flatMap((line) => line.trim() || []),
        logo: draft.logo ?? undefined,
      }),
    onSuccess: (saved) => queries.setQueryData(['settings', 'profile'], saved),
  });
  const choose = (file: File | null) => {
    if (file !== null) void dataUrl(file).then((logo) => setDraft((before) => ({ ...before, logo })));
  };
  const errors = fieldMessages(saving.error, (field) => field.replace(/\[.*/, ''));
  const send = () => saving.mutate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const field = (name: 'name' | 'address' | (typeof LINES)[number]['name'], label: string) => ({
    label,
    value: draft[name],
    error: errors[name],
    disabled: !canWrite,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: currentTarget.value }),
  });
  return (
    <form onSubmit={submit} noValidate className={styles.form} aria-label="Profile">
      <TextInput
        {...field('name', 'Company name')}
        className={styles.wide ?? ''}
        placeholder={organization.name}
      />
      <Textarea {...field('address', 'Address')} className={styles.wide ?? ''} autosize minRows={2} />
      {LINES.map(({ name, label }) => (
        <TextInput key={name} {...field(name, label)} />
      ))}
      <div className={styles.wide}>
        {draft.logo === null ? (
          <p className="note">No logo. A PNG or JPEG file of at most 100 kB and 2,000 x 1,000 pixels.</p>
        ) : (
          <p>
            <img src={draft.logo} alt="Logo" width={180} />
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
            {draft.logo === null ? null : (
              <Button variant="default" onClick={() => setDraft({ ...draft, logo: null })}>
                Remove the logo
              </Button>
            )}
          </span>
        ) : null}
        {errors.logo === undefined ? null : <p role="alert">{errors.logo}</p>}
      </div>
      {saving.error === null ? null : (
        <div className={styles.wide}>
          <ErrorNotice error={saving.error} onRetry={send} />
        </div>
      )}
      {canWrite ? (
        <div className={styles.foot}>
          <Button type="submit" loading={saving.isPending}>
            Save the profile
          </Button>
        </div>
      ) : null}
    </form>
  );
}

function MailForm({ mail }: { readonly mail: OrganizationMail }) {
  const { client, canWrite } = useSession();
  const queries = useQueryClient();
  const [text, setText] = useState(mail.senders.join('\n'));
  const saving = useMutation({
    mutationFn: async () =>
      await client.organization.replaceMail({
        senders: text.split('\n').flatMap((line) => line.trim() || []),
      }),
    onSuccess: (saved) => queries.setQueryData(['settings', 'mail'], saved),
  });
  const send = () => saving.mutate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <Panel
      title="Mails of customers"
      note={
        mail.address === null
          ? 'Mails become chats if the operator of the service receives mail, and you have saved a list of senders.'
          : `Mails of these senders to ${mail.address} become chats.`
      }
    >
      <form onSubmit={submit} noValidate className={styles.form} aria-label="Mails of customers">
        <Textarea
          label="Senders"
          description="One address in each line"
          className={styles.wide ?? ''}
          value={text}
          error={fieldMessages(saving.error, (field) => field.replace(/\[.*/, '')).senders}
          disabled={!canWrite}
          autosize
          minRows={2}
          maxRows={12}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {saving.error === null ? null : (
          <div className={styles.wide}>
            <ErrorNotice error={saving.error} onRetry={send} />
          </div>
        )}
        {canWrite ? (
          <div className={styles.foot}>
            <Button type="submit" loading={saving.isPending}>
              Save the senders
            </Button>
          </div>
        ) : null}
      </form>
    </Panel>
  );
}

import { Button, Group, Modal } from '@mantine/core';
import { type Accessorial, type AccessorialTariff, QuotesApiError } from '../api/client.ts';
import { fieldMessages } from '../api/field-messages.ts';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import styles from './accessorials.module.css';
import { draftOfEntry, emptyEntry } from './entry-draft.ts';
import { EntryForm } from './entry-form.tsx';
import { EntryGoneError } from './own-tariff.ts';
import { useEntryChange } from './use-entry-change.ts';

/** What the dialog changes. */
export type OpenChange =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'remove'; readonly entry: Accessorial };

interface ChangeDialogProps {
  readonly tariff: AccessorialTariff;
  /** undefined: the dialog is closed. */
  readonly change: OpenChange | undefined;
  onClose(): void;
}

const TITLES = {
  new: 'Add an accessorial',
  edit: 'Change an accessorial',
  remove: 'Remove this accessorial?',
} as const;

/** The path of a field in the request starts with the index of its entry. */
const fieldInEntry = (field: string): string => field.replace(/^accessorials\[\d+\]\.?/, '');

/** Adds, replaces or removes one entry of the own tariff. */
export function ChangeDialog({ tariff, change, onClose }: ChangeDialogProps) {
  const saving = useEntryChange(tariff);
  const close = () => {
    saving.reset();
    onClose();
  };
  const own = change?.kind !== 'new' && change?.entry.source === 'custom' ? change.entry : undefined;
  const notice = (retry: () => void) => <SaveError error={saving.error} onRetry={retry} />;
  const remove = () => saving.mutate({ before: own, after: undefined, note: '' }, { onSuccess: close });
  return (
    <Modal
      opened={change !== undefined}
      onClose={close}
      title={change === undefined ? '' : TITLES[change.kind]}
      lockScroll={false}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {change === undefined ? null : change.kind === 'remove' ? (
        <>
          <p className={styles.text}>
            The entry of your own tariff for <bdi>{change.entry.title}</bdi> is removed. If the base tariff
            has the accessorial, its entries apply to new quotes.
          </p>
          {notice(remove)}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              Cancel
            </Button>
            <Button color="var(--console-danger)" loading={saving.isPending} onClick={remove}>
              Remove the accessorial
            </Button>
          </Group>
        </>
      ) : (
        <EntryForm
          initial={change.kind === 'new' ? emptyEntry() : draftOfEntry(change.entry)}
          isNew={change.kind === 'new'}
          apiErrors={fieldMessages(saving.error, fieldInEntry)}
          isPending={saving.isPending}
          notice={notice}
          onClose={close}
          onSave={(after, note) => saving.mutate({ before: own, after, note }, { onSuccess: close })}
        />
      )}
    </Modal>
  );
}

interface SaveErrorProps {
  readonly error: Error | null;
  onRetry(): void;
}

function SaveError({ error, onRetry }: SaveErrorProps) {
  if (error === null) return null;
  if (error instanceof EntryGoneError) {
    return (
      <Notice tone="yellow" title="Nothing was saved" role="alert">
        <p className={styles.text}>
          Your change was saved before, or another person changed or removed this entry. Close this dialog to
          see the current tariff.
        </p>
      </Notice>
    );
  }
  if (error instanceof QuotesApiError && error.code === 'TARIFF_CHANGED') {
    return (
      <Notice tone="yellow" title="Nothing was saved" role="alert">
        <p className={styles.text}>
          Another person changed the tariff since this page was opened. Your input is kept: save it again to
          add it to the current tariff.
        </p>
      </Notice>
    );
  }
  return <ErrorNotice error={error} onRetry={onRetry} />;
}

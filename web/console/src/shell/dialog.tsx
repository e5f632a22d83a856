import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import { isMissing } from '../api/client.ts';
import { ErrorNotice } from './feedback.tsx';

/** A dialog in the middle of the page, which keeps its scroll bar. */
export const Dialog = (props: ModalProps) => (
  <Modal lockScroll={false} centered closeButtonProps={{ 'aria-label': 'Close' }} {...props} />
);

interface ChoicesProps {
  readonly cancel?: string;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly isPending?: boolean;
  onCancel(): void;
  onConfirm(): void;
}

/** The buttons of a question. The first one has the focus, and changes nothing. */
export const Choices = ({
  cancel = 'Cancel',
  confirm,
  isDanger = false,
  isPending = false,
  onCancel,
  onConfirm,
}: ChoicesProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onCancel} disabled={isPending} data-autofocus>
      {cancel}
    </Button>
    <Button
      {...(isDanger && { color: 'var(--console-danger)' })}
      loading={isPending}
      onClick={() => onConfirm()}
    >
      {confirm}
    </Button>
  </Group>
);

interface SendFormProps {
  readonly ref?: Ref<HTMLFormElement>;
  readonly label: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  onSend(): void;
}

/** A form that the page sends. The API, or the page, checks its values: not the browser. */
export const SendForm = ({ label, onSend, ...props }: SendFormProps) => (
  <form
    {...props}
    aria-label={label}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  />
);

interface ConfirmButtonProps {
  readonly label: string;
  readonly title: string;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly isPending: boolean;
  readonly children: ReactNode;
  onConfirm(): void;
}

export function ConfirmButton({ label, isPending, children, onConfirm, ...question }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { title, ...choices } = question;
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        <p>{children}</p>
        <Choices
          {...choices}
          onCancel={close}
          onConfirm={() => {
            close();
            onConfirm();
          }}
        />
      </Dialog>
    </>
  );
}

interface DeleteButtonProps extends Pick<ConfirmButtonProps, 'title' | 'confirm' | 'children'> {
  readonly label?: string;
  readonly path: string;
  readonly list: readonly string[];
  onDelete(): PromiseLike<unknown>;
}

/** Deletes the thing of a page, and shows the list without it. */
export function DeleteButton({ label = 'Delete', path, list, onDelete, ...question }: DeleteButtonProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const deletion = useMutation({
    mutationFn: async () => {
      try {
        await onDelete();
      } catch (error) {
        // Deleted already: by another person, or by an earlier try whose answer was lost.
        if (!isMissing(error)) throw error;
      }
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: list });
      void navigate(path);
    },
  });
  return (
    <div>
      <ConfirmButton
        {...question}
        label={label}
        isDanger
        isPending={deletion.isPending || deletion.isSuccess}
        onConfirm={deletion.mutate}
      />
      <ErrorNotice error={deletion.error} onRetry={deletion.mutate} />
    </div>
  );
}

interface LeaveGuardProps {
  readonly hasChanges: boolean;
  /** True if another tab of the same page also loses the changes. */
  readonly coversTabs?: boolean;
  /** What is lost, as a sentence. */
  readonly text: string;
  /** The person leaves the page without a save. */
  onLeave?(): void;
}

/** Asks before a page with unsaved changes is left: by a link, by the history of the browser, or by closing the tab. */
export function LeaveGuard({ hasChanges, coversTabs = false, text, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      hasChanges && (from.pathname !== to.pathname || (coversTabs && from.search !== to.search)),
  );
  useEffect(() => {
    if (!hasChanges) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasChanges]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog opened={blocker.state === 'blocked'} onClose={stay} title="Leave without saving?">
      <p>{text}</p>
      <Choices
        cancel="Stay on this page"
        confirm="Leave without saving"
        isDanger
        onCancel={stay}
        onConfirm={() => {
          onLeave?.();
          blocker.proceed?.();
        }}
      />
    </Dialog>
  );
}

import { Button, type ButtonProps, Group, Modal, type ModalProps } from '@mantine/core';
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
  readonly cancel: string;
  readonly confirm: string | undefined;
  readonly isDanger: boolean;
  onCancel(): void;
  onConfirm(): void;
}

/** The buttons of a question. The first one has the focus, and changes nothing. */
const Choices = ({ cancel, confirm, isDanger, onCancel, onConfirm }: ChoicesProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onCancel} data-autofocus>
      {cancel}
    </Button>
    {confirm === undefined ? null : (
      <Button {...(isDanger && { color: 'var(--console-danger)' })} onClick={() => onConfirm()}>
        {confirm}
      </Button>
    )}
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

interface ActionButtonProps extends ButtonProps {
  readonly children: ReactNode;
  /** For people who see no tooltip: the page says it as well. */
  readonly title?: string;
  /** What to do after a lost answer, if a repeated try is not safe: the notice then offers none. */
  readonly lostAdvice?: string;
  /** The button is pending until it ends, and shows its error. */
  run(): PromiseLike<unknown>;
}

/** A button with its request and the error of this request. */
export function ActionButton({ lostAdvice, run, ...button }: ActionButtonProps) {
  const action = useMutation({ mutationFn: async () => await run() });
  return (
    <>
      <Button variant="default" {...button} loading={action.isPending} onClick={() => action.mutate()} />
      <ActionError action={action} lostAdvice={lostAdvice} />
    </>
  );
}

interface ActionErrorProps {
  readonly action: { readonly error: unknown; mutate(): void };
  readonly lostAdvice: string | undefined;
}

const ActionError = ({ action: { error, mutate }, lostAdvice }: ActionErrorProps) =>
  error === null ? null : (
    <div className="action-message">
      <ErrorNotice
        error={error}
        lostAdvice={lostAdvice}
        onRetry={lostAdvice === undefined ? mutate : undefined}
      />
    </div>
  );

interface ConfirmButtonProps extends Pick<ActionButtonProps, 'lostAdvice' | 'run' | 'size'> {
  readonly label: ReactNode;
  readonly title: string;
  /** Absent: the dialog explains why the action is not possible. */
  readonly confirm: string | undefined;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
}

/** A button that asks first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, confirm, isDanger = false, children, lostAdvice, size = 'sm', run } = props;
  const [isOpen, setOpen] = useState(false);
  const action = useMutation({ mutationFn: async () => await run() });
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="default"
        size={size}
        loading={action.isPending}
        onClick={() => {
          action.reset();
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        <p>{children}</p>
        <Choices
          cancel={confirm === undefined ? 'Close' : 'Cancel'}
          confirm={confirm}
          isDanger={isDanger}
          onCancel={close}
          onConfirm={() => {
            close();
            action.mutate();
          }}
        />
      </Dialog>
      <ActionError action={action} lostAdvice={lostAdvice} />
    </>
  );
}

interface DeleteButtonProps extends Pick<ConfirmButtonProps, 'title' | 'confirm' | 'children' | 'run'> {
  readonly label?: string;
  readonly path: string;
  readonly list: readonly string[];
}

/** Deletes the thing of a page, and shows the list without it. */
export function DeleteButton({ label = 'Delete', path, list, run, ...question }: DeleteButtonProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      {...question}
      label={label}
      isDanger
      run={async () => {
        try {
          await run();
        } catch (error) {
          // Deleted already: by another person, or by an earlier try whose answer was lost.
          if (!isMissing(error)) throw error;
        }
        void queries.invalidateQueries({ queryKey: list });
        await navigate(path);
      }}
    />
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

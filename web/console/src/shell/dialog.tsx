import { Button, Group, Modal, type ModalProps } from '@mantine/core';

/** A dialog in the middle of the page, which keeps its scroll bar. */
export const Dialog = (props: ModalProps) => (
  <Modal lockScroll={false} centered closeButtonProps={{ 'aria-label': 'Close' }} {...props} />
);

interface ChoicesProps {
  /** Text of the button that changes nothing. */
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

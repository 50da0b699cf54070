"use client";

import { cva } from "class-variance-authority";
import { X } from "lucide";
import { Toast } from "radix-ui";
import { use } from "react";
import { errorMessages, textOf, type ErrorMessages } from "./error-messages";
import type { NoticeAction } from "./notify";
import type { NoticeOnScreen } from "./notice-list";
import { Icon } from "@/components/ui/icon";

const toast = cva(
  "pointer-events-auto relative grid gap-1 rounded-xl border-2 py-3 pl-4 pr-11 shadow-lg data-[state=open]:animate-toast-in data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:animate-toast-out",
  {
    variants: {
      variant: {
        default: "border-line bg-raised text-text",
        destructive: "border-danger bg-danger text-danger-ink",
        success: "border-rota bg-rota text-rota-ink",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

const HOTKEY = "F8";

const DEFAULT_MS = 5000;
/** Duration of notices that stay open; browser timers accept at most 2^31 - 1 ms. */
const ENDLESS_MS = 2_000_000_000;

/** Radix restarts its timer only when the duration changes, and does not stop a running one for Infinity, so each revision changes it slightly. */
const timerOf = ({ durationMs = DEFAULT_MS, revision }: NoticeOnScreen) =>
  Math.min(durationMs, ENDLESS_MS) + revision / 1000;

/** Radix announces a new toast itself; after the first update its text is a live region. */
const liveOf = ({ revision, variant }: NoticeOnScreen) =>
  revision === 0 ? "off" : variant === "destructive" ? "assertive" : "polite";

function ActionButton({ action, messages }: { action: NoticeAction; messages: ErrorMessages }) {
  const key = `toast.action.${action.label}`;
  return (
    <Toast.Action
      altText={textOf(messages, `${key}.alternative`, { hotkey: HOTKEY })}
      onClick={(event) => {
        if (action.keepsOpen) event.preventDefault();
        // The update may remove the button: keeps the keyboard focus in the notice.
        if (action.keepsOpen && event.detail === 0) event.currentTarget.closest("li")?.focus();
        action.run();
      }}
      className="mt-1 min-h-11 justify-self-start rounded-lg border-2 border-current px-4 font-semibold hover:underline"
    >
      {textOf(messages, `${key}.label`)}
    </Toast.Action>
  );
}

type Props = { notices: NoticeOnScreen[]; onClose: (id: number) => void };

export function Toaster({ notices, onClose }: Props) {
  const messages = use(errorMessages());
  return (
    <Toast.Provider
      duration={DEFAULT_MS}
      swipeDirection="right"
      swipeThreshold={50}
      label={textOf(messages, "toast.close")}
    >
      {notices.toReversed().map((notice) => (
        <Toast.Root
          key={notice.id}
          data-slot="toast"
          className={toast(notice)}
          duration={timerOf(notice)}
          type={notice.variant === "destructive" ? "foreground" : "background"}
          onOpenChange={(open) => open || onClose(notice.id)}
        >
          <div aria-live={liveOf(notice)} aria-atomic className="grid gap-1">
            <Toast.Title className="font-semibold">
              {textOf(messages, `${notice.code}.title`, notice.values)}
            </Toast.Title>
            <Toast.Description className="text-sm">
              {textOf(messages, `${notice.code}.description`, notice.values)}
            </Toast.Description>
          </div>
          {notice.action && <ActionButton action={notice.action} messages={messages} />}
          <Toast.Close
            aria-label={textOf(messages, "toast.close")}
            className="absolute right-1 top-1 grid size-10 place-items-center rounded-lg opacity-80 hover:opacity-100"
          >
            <Icon of={X} className="size-4" />
          </Toast.Close>
        </Toast.Root>
      ))}
      {/* Radix appends new notices to the list; reversing it shows the newest first. The list is below the header, because
          the end of a page holds its submit button, bottom bar and newest row. */}
      <Toast.Viewport
        data-slot="toasts"
        hotkey={[HOTKEY]}
        label={textOf(messages, "toast.region")}
        className="fixed inset-x-3 top-18 z-50 flex flex-col-reverse gap-2 outline-none sm:left-auto sm:w-96"
      />
    </Toast.Provider>
  );
}

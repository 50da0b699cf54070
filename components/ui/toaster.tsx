"use client";

import { cva } from "class-variance-authority";
import { X } from "lucide";
import { Toast } from "radix-ui";
import { use } from "react";
import { errorMessages, textOf } from "../layout/error-messages";
import type { ShownNotice } from "../layout/notify";
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

type Props = { notices: ShownNotice[]; onClose: (id: number) => void };

export function Toaster({ notices, onClose }: Props) {
  const messages = use(errorMessages());
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label={textOf(messages, "toast.close")}>
      {notices.toReversed().map(({ id, code, values, variant, durationMs }) => (
        <Toast.Root
          key={id}
          data-slot="toast"
          className={toast({ variant })}
          duration={durationMs}
          type={variant === "destructive" ? "foreground" : "background"}
          onOpenChange={(open) => open || onClose(id)}
        >
          <Toast.Title className="font-semibold">{textOf(messages, `${code}.title`, values)}</Toast.Title>
          <Toast.Description className="text-sm">{textOf(messages, `${code}.description`, values)}</Toast.Description>
          <Toast.Close
            aria-label={textOf(messages, "toast.close")}
            className="absolute right-1 top-1 grid size-10 place-items-center rounded-lg opacity-80 hover:opacity-100"
          >
            <Icon of={X} className="size-4" />
          </Toast.Close>
        </Toast.Root>
      ))}
      {/* Radix appends each new notice to the list; reversed, the newest stands first. */}
      <Toast.Viewport
        hotkey={["F8"]}
        label={textOf(messages, "toast.region")}
        className="fixed inset-x-3 bottom-3 z-50 flex flex-col-reverse gap-2 outline-none sm:left-auto sm:w-96"
      />
    </Toast.Provider>
  );
}

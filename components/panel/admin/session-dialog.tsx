"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { localePath, splitPath } from "@/lib/platform/i18n/routing";
import { Button } from "../../ui/button";
import { useSessionTexts } from "./session-texts";

/** Modal dialog shown in the admin after the session ended. Form values are kept, because the sign-in opens in another tab. */
export function SessionDialog({ onRetry }: { onRetry: () => void }) {
  const texts = useSessionTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const pathname = usePathname();
  const { locale } = splitPath(pathname);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="session-title"
      aria-describedby="session-text"
      // Escape must not show the page behind the dialog to somebody who is not signed in.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
      className="m-auto w-[min(28rem,92vw)] rounded-2xl border-2 border-line bg-surface p-6 text-text backdrop:bg-background"
    >
      <h2 id="session-title" className="text-3xl">
        {texts.title}
      </h2>
      <p id="session-text" className="mt-2 mb-5 text-muted">
        {texts.text}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <a
            href={`${localePath(locale, "/admin/login")}?next=${encodeURIComponent(pathname)}`}
            target="_blank"
            rel="opener"
          >
            {texts.signIn}
          </a>
        </Button>
        <Button variant="outline" onClick={onRetry}>
          {texts.back}
        </Button>
      </div>
    </dialog>
  );
}

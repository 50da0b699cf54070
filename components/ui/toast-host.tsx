"use client";

import { usePathname } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { errorMessages } from "./error-messages";
import { takeFlash } from "./flash";
import { DISMISS_EVENT, newNoticeId, NOTICE_EVENT, notify, type Notice, type SentNotice } from "./notify";
import { withNotice, type NoticeOnScreen } from "./notice-list";

// Radix Toast is 12 kB: it and the texts are loaded with the first notice, or with the first input event, because an offline
// form may need to show an error.
const loadToaster = async () => (await Promise.all([import("./toaster"), errorMessages()]))[0].Toaster;

/** Shows the notice that a redirect has stored, after a full load and after a click inside the app. */
function showFlash() {
  const flash = takeFlash();
  if (flash) notify(flash);
}

export function ToastHost() {
  const pathname = usePathname();
  const [notices, setNotices] = useState<NoticeOnScreen[]>([]);
  const [Toaster, setToaster] = useState<Awaited<ReturnType<typeof loadToaster>> | null>(null);

  useEffect(() => {
    // A toaster that cannot be loaded must not break the page; the `online` event tries again.
    const load = () =>
      void loadToaster().then(
        (loaded) => setToaster(() => loaded),
        () => undefined,
      );
    const show = (event: Event) => {
      load();
      setNotices((old) =>
        withNotice(old, { id: newNoticeId(), ...(event as CustomEvent<Notice | SentNotice>).detail }),
      );
    };
    const dismiss = (event: Event) =>
      setNotices((old) => old.filter(({ id }) => id !== (event as CustomEvent<number>).detail));
    window.addEventListener(NOTICE_EVENT, show);
    window.addEventListener(DISMISS_EVENT, dismiss);
    window.addEventListener("online", load);
    document.addEventListener("input", load, { once: true });
    return () => {
      window.removeEventListener(NOTICE_EVENT, show);
      window.removeEventListener(DISMISS_EVENT, dismiss);
      window.removeEventListener("online", load);
      document.removeEventListener("input", load);
    };
  }, []);

  // After the effect above, whose listener receives the notice.
  useEffect(showFlash, [pathname]);

  if (!Toaster) return null;
  return (
    <Suspense>
      <Toaster notices={notices} onClose={(id) => setNotices((old) => old.filter((notice) => notice.id !== id))} />
    </Suspense>
  );
}

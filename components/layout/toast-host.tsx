"use client";

import { Suspense, useEffect, useState } from "react";
import { errorMessages } from "./error-messages";
import { takeFlash } from "./flash";
import { NOTICE_EVENT, type Notice, type ShownNotice } from "./notify";

// Radix Toast is 12 kB: it and the texts arrive with the first notice, or with the first letter typed,
// for what somebody fills in may have to be answered without a network.
const loadToaster = async () => (await Promise.all([import("../ui/toaster"), errorMessages()]))[0].Toaster;

const MAX_NOTICES = 5;

let lastId = 0;

export function ToastHost() {
  const [notices, setNotices] = useState<ShownNotice[]>([]);
  const [Toaster, setToaster] = useState<Awaited<ReturnType<typeof loadToaster>> | null>(null);

  useEffect(() => {
    // A toaster that cannot be loaded never takes the page with it: it comes with the network.
    const load = () => void loadToaster().then((loaded) => setToaster(() => loaded), () => undefined);
    const show = (notice: Notice) => {
      load();
      setNotices((old) => [{ ...notice, id: ++lastId }, ...old].slice(0, MAX_NOTICES));
    };
    const listen = (event: Event) => show((event as CustomEvent<Notice>).detail);
    window.addEventListener(NOTICE_EVENT, listen);
    window.addEventListener("online", load);
    document.addEventListener("input", load, { once: true });
    const flash = takeFlash();
    if (flash) show(flash);
    return () => {
      window.removeEventListener(NOTICE_EVENT, listen);
      window.removeEventListener("online", load);
      document.removeEventListener("input", load);
    };
  }, []);

  if (!Toaster) return null;
  return (
    <Suspense>
      <Toaster notices={notices} onClose={(id) => setNotices((old) => old.filter((notice) => notice.id !== id))} />
    </Suspense>
  );
}

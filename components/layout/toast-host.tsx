"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { takeFlash } from "./flash";
import { NOTICE_EVENT, type Notice, type ShownNotice } from "./notify";

// Radix Toast is 12 kB: it arrives with the first notice.
const Toaster = lazy(() => import("../ui/toaster").then((module) => ({ default: module.Toaster })));

const MAX_NOTICES = 5;

let lastId = 0;

export function ToastHost() {
  const [notices, setNotices] = useState<ShownNotice[]>([]);
  const [used, setUsed] = useState(false);

  useEffect(() => {
    const show = (notice: Notice) => {
      setUsed(true);
      setNotices((old) => [{ ...notice, id: ++lastId }, ...old].slice(0, MAX_NOTICES));
    };
    const listen = (event: Event) => show((event as CustomEvent<Notice>).detail);
    window.addEventListener(NOTICE_EVENT, listen);
    const flash = takeFlash();
    if (flash) show(flash);
    return () => window.removeEventListener(NOTICE_EVENT, listen);
  }, []);

  if (!used) return null;
  return (
    <Suspense>
      <Toaster notices={notices} onClose={(id) => setNotices((old) => old.filter((notice) => notice.id !== id))} />
    </Suspense>
  );
}

"use client";

import { useEffect, useRef, useState } from "react";
import { GPS_ASKED_KEY } from "@/lib/device-storage/rules";

type Labels = { title: string; text: string; allow: string; later: string };

/** The specification's delay after load, in milliseconds. */
const DELAY_MS = 1500;

const geolocation = () => import("../map/geolocation");
const locating = () => import("../map/locate");

/** Shown once per browser session; blocked storage counts as shown. */
function wasAsked(): boolean {
  try {
    return sessionStorage.getItem(GPS_ASKED_KEY) !== null;
  } catch {
    return true;
  }
}

function rememberAsked(): void {
  try {
    sessionStorage.setItem(GPS_ASKED_KEY, "1");
  } catch {
    // Without storage the next page asks again.
  }
}

function afterLoad(show: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => (timer = setTimeout(show, DELAY_MS));
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("load", start);
  };
}

/** Asks once after load while the permission is 'prompt'; closing it in any way equals 'Agora não'. */
export function LocationDialog({ labels, googleMapsKey }: { labels: Labels; googleMapsKey?: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [due, setDue] = useState(false);

  useEffect(() => (wasAsked() ? undefined : afterLoad(() => setDue(true))), []);

  useEffect(() => {
    if (!due) return;
    // The code for both answers is loaded before the dialog opens, so that pressing a button needs no network.
    Promise.all([geolocation(), locating()]).then(
      async ([{ gpsState, syncGpsPermission }, { prepareMaps }]) => {
        await syncGpsPermission();
        // A page with a button for the position asks only when that button is used.
        if (document.querySelector("dialog[open], [data-asks-position]")) return;
        rememberAsked();
        if (gpsState().permission !== "prompt") return;
        dialog.current?.showModal();
        // The specification refuses a position request until the maps are loaded.
        void prepareMaps(googleMapsKey);
      },
      () => undefined,
    );
  }, [due, googleMapsKey]);

  async function closed() {
    if (dialog.current?.returnValue === "allow") return (await locating()).locate(googleMapsKey);
    (await geolocation()).declineGps();
  }

  if (!due) return null;
  return (
    <dialog
      ref={dialog}
      onClose={() => void closed()}
      aria-labelledby="location-title"
      className="w-[min(26rem,92vw)] rounded-2xl border-2 border-line bg-surface p-6 text-text"
    >
      <h2 id="location-title" className="text-3xl">
        {labels.title}
      </h2>
      <p className="mt-2 text-muted">{labels.text}</p>
      <form method="dialog" className="mt-5 grid gap-2 sm:grid-cols-2">
        <button value="later" className="h-12 rounded-lg border-2 border-line font-semibold hover:bg-raised">
          {labels.later}
        </button>
        <button value="allow" className="h-12 rounded-lg bg-primary font-semibold text-primary-ink">
          {labels.allow}
        </button>
      </form>
    </dialog>
  );
}

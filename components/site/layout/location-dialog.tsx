"use client";

import { useEffect, useRef, useState } from "react";
import { GPS_ASKED_KEY } from "@/lib/platform/device-storage/rules";

type Labels = { title: string; text: string; allow: string; later: string };

/** The specification's delay after load, in milliseconds. */
const DELAY_MS = 1500;

const geolocation = () => import("../../geo/map/geolocation");
const locating = () => import("../../geo/map/locate");

/** Answered once per browser session; blocked storage counts as answered. */
function wasAnswered(): boolean {
  try {
    return sessionStorage.getItem(GPS_ASKED_KEY) !== null;
  } catch {
    return true;
  }
}

function rememberAnswered(): void {
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

/**
 * Follows the browser's permission, and asks after load while it is 'prompt', until the question is answered. Closing the
 * dialog in any way equals 'Agora não'.
 */
export function LocationDialog({ labels, googleMapsKey }: { labels: Labels; googleMapsKey?: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [due, setDue] = useState(false);

  useEffect(() => afterLoad(() => setDue(true)), []);

  useEffect(() => {
    if (!due) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    const ask = async () => {
      const { gpsState, syncGpsPermission } = await geolocation();
      stop = await syncGpsPermission();
      if (isGone) return stop();
      if (wasAnswered() || gpsState().permission !== "prompt") return;
      // The code for both answers is loaded before the dialog opens, so that pressing a button needs no network.
      const { prepareMaps } = await locating();
      // A page with a button for the position asks only when that button is used.
      if (isGone || document.querySelector("dialog[open], [data-asks-position]")) return;
      dialog.current?.showModal();
      // The specification refuses a position request until the maps are loaded.
      await prepareMaps(googleMapsKey);
    };
    ask().catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [due, googleMapsKey]);

  async function closed() {
    rememberAnswered();
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

import { useCallback, useEffect, useRef, useState } from "react";
import type { PackRecord } from "@/lib/offline/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { Failure, Progress } from "./pack-download";

export type PackState = {
  record: PackRecord | null;
  /** Set while files arrive. */
  progress: Progress | null;
  failure: Failure | null;
};

const NOTHING: PackState = { record: null, progress: null, failure: null };

/** What went wrong; code that did not arrive is a broken connection too. */
const reasonOf = (error: unknown): Failure => (error instanceof Error && "reason" in error ? (error.reason as Failure) : "network");

const store = () => import("./pack-store");

/** The pack of a state on this device and what can be done with it; null where the browser keeps nothing. */
export function usePack(uf: string, name: string, locale: Locale) {
  const [state, setState] = useState<PackState | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(() => {
    if (!("caches" in window)) return;
    // Reading needs code that most visitors never use: it comes only where something is kept.
    const kept = caches.keys().then((names) => names.some((cache) => cache.startsWith("offline-pack:")));
    void kept
      .then(async (any) => (any ? (await store()).readPack(uf, locale) : null))
      .then((record) => setState({ ...NOTHING, record }), () => setState(null));
    return () => running.current?.abort();
  }, [uf, locale]);

  const download = useCallback(async () => {
    const unfinished = state?.record?.savedAt === null ? state.record : null;
    const stop = (running.current = new AbortController());
    setState((old) => ({ record: old?.record ?? null, failure: null, progress: { done: 0, total: 0, bytes: 0 } }));
    void navigator.storage?.persist?.();
    try {
      const { downloadPack } = await import("./pack-download");
      const record = await downloadPack({ uf, name, locale }, unfinished, stop.signal, (progress) => setState((old) => old && { ...old, progress }));
      setState({ ...NOTHING, record });
    } catch (error) {
      const failure = stop.signal.aborted ? null : reasonOf(error);
      const record = await store().then(({ readPack }) => readPack(uf, locale), () => null);
      setState({ ...NOTHING, record, failure });
    }
  }, [state, uf, name, locale]);

  // A download that the signal broke off goes on when it is back.
  useEffect(() => {
    if (state?.failure !== "network") return;
    const goOn = () => void download();
    window.addEventListener("online", goOn, { once: true });
    return () => window.removeEventListener("online", goOn);
  }, [state, download]);

  const remove = useCallback(async () => {
    await (await store()).removePack(uf, locale);
    setState(NOTHING);
  }, [uf, locale]);

  return { state, download, remove, pause: () => running.current?.abort() };
}

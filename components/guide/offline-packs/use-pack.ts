import { useCallback, useEffect, useRef, useState } from "react";
import type { PackRecord } from "@/lib/guide/offline-packs/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { downloadPack, PackError, type Failure, type Progress } from "./pack-download";
import { readPack, removePack } from "./pack-store";

export type PackState = {
  record: PackRecord | null;
  /** Set while files are downloaded. */
  progress: Progress | null;
  failure: Failure | null;
};

const NOTHING: PackState = { record: null, progress: null, failure: null };

/** The pack of a state on this device and its actions; `state` is null until it is read. */
export function usePack(uf: string, name: string, locale: Locale) {
  const [state, setState] = useState<PackState | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(() => {
    void readPack(uf, locale).then(
      (record) => setState({ ...NOTHING, record }),
      () => setState(NOTHING),
    );
    return () => running.current?.abort();
  }, [uf, locale]);

  const download = useCallback(async () => {
    const unfinished = state?.record?.savedAt === null ? state.record : null;
    const stop = (running.current = new AbortController());
    setState((old) => ({ record: old?.record ?? null, failure: null, progress: { done: 0, total: 0, bytes: 0 } }));
    void navigator.storage?.persist?.();
    try {
      const record = await downloadPack({ uf, name, locale }, unfinished, stop.signal, (progress) =>
        setState((old) => old && { ...old, progress }),
      );
      setState({ ...NOTHING, record });
    } catch (error) {
      const failure = stop.signal.aborted ? null : error instanceof PackError ? error.reason : "network";
      setState({ ...NOTHING, record: await readPack(uf, locale).catch(() => null), failure });
    }
  }, [state, uf, name, locale]);

  // A download that failed because the device was offline continues when it is online again.
  useEffect(() => {
    if (state?.failure !== "network") return;
    const continueDownload = () => void download();
    window.addEventListener("online", continueDownload, { once: true });
    return () => window.removeEventListener("online", continueDownload);
  }, [state, download]);

  const remove = useCallback(async () => {
    await removePack(uf, locale);
    setState(NOTHING);
  }, [uf, locale]);

  return { state, download, remove, pause: () => running.current?.abort() };
}

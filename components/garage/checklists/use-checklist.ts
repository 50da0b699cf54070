import { useCallback, useEffect, useRef, useState } from "react";
import type { DeviceChecklist } from "@/lib/garage/checklists/device/rules";
import {
  changeChecklist,
  readChecklist,
  removePhoto,
  storedPhotos,
  storePhoto,
  type StoredPhoto,
} from "./checklist-store";
import { refreshChecklist, sendChecklists, type ReadState, type UploadState } from "./checklist-upload";

const EVERY_MS = 20_000;
/** Answers that follow each other quickly are sent together. */
const SOON_MS = 800;

/** A checklist of this device: every answer is stored here first and then sent. */
export function useChecklist(id: string | null) {
  const [device, setDevice] = useState<DeviceChecklist | null>(null);
  const [photos, setPhotos] = useState<readonly StoredPhoto[]>([]);
  const [read, setRead] = useState<ReadState | "loading">("loading");
  const [upload, setUpload] = useState<UploadState>("sent");
  const [isLost, setLost] = useState(false);
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = useCallback(async () => {
    if (!id) return;
    setDevice(await readChecklist(id));
    setPhotos((await storedPhotos()).filter(({ checklist }) => checklist === id));
  }, [id]);
  const send = useCallback(async () => {
    setUpload(await sendChecklists().catch(() => "offline" as const));
    await show();
  }, [show]);
  const sendSoon = useCallback(() => {
    clearTimeout(soon.current);
    soon.current = setTimeout(() => void send(), SOON_MS);
  }, [send]);

  useEffect(() => {
    if (!id) return;
    const refresh = async () => {
      await send();
      setRead(await refreshChecklist(id).catch(() => "not-kept" as const));
      await show();
    };
    // What the device has is shown at once, before the server answers.
    void Promise.resolve()
      .then(show)
      .catch(() => setLost(true));
    const again = () => void refresh();
    again();
    window.addEventListener("online", again);
    const timer = setInterval(again, EVERY_MS);
    return () => {
      window.removeEventListener("online", again);
      clearInterval(timer);
      clearTimeout(soon.current);
    };
  }, [id, send, show]);

  /** Stores a change on the device and sends it; shown only after it was stored. */
  const change = useCallback(
    async (next: (device: DeviceChecklist) => DeviceChecklist): Promise<void> => {
      if (!id) return;
      try {
        setDevice(await changeChecklist(id, next));
        sendSoon();
      } catch {
        setLost(true);
      }
    },
    [id, sendSoon],
  );
  const addPhoto = async (photo: StoredPhoto) => {
    await storePhoto(photo).then(show, () => setLost(true));
    sendSoon();
  };
  const dropPhoto = async (photo: string) => {
    await removePhoto(photo);
    await show();
  };
  return { device, photos, read, upload, isLost, change, addPhoto, dropPhoto, send };
}
export type Checklist = ReturnType<typeof useChecklist>;

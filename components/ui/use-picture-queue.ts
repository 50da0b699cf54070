import { useEffect, useRef, useState } from "react";
import type { PictureProblem } from "@/lib/platform/media/rules";
import { sendPicture, shrinkPicture, type UploadAddress } from "./send-picture";

export type QueuedPicture = {
  key: string;
  file: File;
  share: number;
  state: "waiting" | "sending" | "sent" | PictureProblem;
};

const isOpen = ({ state }: QueuedPicture) => state === "waiting" || state === "sending";
export const isFailed = (item: QueuedPicture): item is QueuedPicture & { state: PictureProblem } =>
  !isOpen(item) && item.state !== "sent";

/** Uploads several files one after the other, so that they keep the order they were chosen in; a failed one does not stop the others. */
export function usePictureQueue(onSent: (path: string) => void, to?: UploadAddress) {
  const [items, setItems] = useState<QueuedPicture[]>([]);
  const latest = useRef(onSent);
  useEffect(() => {
    latest.current = onSent;
  });
  const change = (key: string, part: Partial<QueuedPicture>) =>
    setItems((list) => list.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const sendAll = async (files: readonly QueuedPicture[]) => {
    for (const { key, file } of files) {
      change(key, { state: "sending" });
      const answer = await sendPicture(await shrinkPicture(file, null), (share) => change(key, { share }), to);
      if ("path" in answer) latest.current(answer.path);
      change(key, "path" in answer ? { state: "sent", share: 1 } : { state: answer.problem });
    }
  };
  return {
    items,
    isBusy: items.some(isOpen),
    /** Adds files to the queue; only the first `room` of them are uploaded. */
    add: (files: readonly File[], room: number) => {
      const added = files.map((file, index): QueuedPicture => ({
        key: crypto.randomUUID(),
        file,
        share: 0,
        state: index < room ? "waiting" : "tooMany",
      }));
      setItems(added);
      void sendAll(added.filter(isOpen));
    },
    clear: () => setItems([]),
  };
}

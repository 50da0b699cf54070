import { useCallback, useEffect, useRef, useState } from "react";
import { sendDriving, type UploadState } from "./track-upload";

/** A recorded piece is full after about two minutes. */
const EVERY_MS = 20_000;

/** Sends what the device has when the page opens, when the connection is back and every 20 seconds. */
export function useUpload(
  onSent: () => void,
  sendNow = sendDriving,
): { state: UploadState; send: () => Promise<void> } {
  const [state, setState] = useState<UploadState>("idle");
  const told = useRef(onSent);
  useEffect(() => {
    told.current = onSent;
  });
  const send = useCallback(async () => {
    setState(await sendNow().catch(() => "offline" as const));
    told.current();
  }, [sendNow]);
  useEffect(() => {
    const again = () => void send();
    again();
    window.addEventListener("online", again);
    const timer = setInterval(again, EVERY_MS);
    return () => {
      window.removeEventListener("online", again);
      clearInterval(timer);
    };
  }, [send]);
  return { state, send };
}

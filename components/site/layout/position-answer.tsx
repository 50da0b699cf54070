"use client";

import { useEffect } from "react";
import { ANSWERED, POSITION_QUESTION_ID } from "./page-script/position-question-id";

const geolocation = () => import("../../geo/map/geolocation");
const locating = () => import("../../geo/map/locate");

/** Acts on the answer to the question for the position, also on one that was given before hydration. */
export function PositionAnswer({ googleMapsKey }: { googleMapsKey?: string }) {
  useEffect(() => {
    const dialog = document.getElementById(POSITION_QUESTION_ID) as HTMLDialogElement | null;
    let stop: (() => void) | undefined;
    let isGone = false;
    const follow = async () => {
      stop = await (await geolocation()).syncGpsPermission();
      if (isGone) stop();
    };
    const act = async () => {
      if (!dialog || dialog.dataset[ANSWERED] === undefined) return;
      delete dialog.dataset[ANSWERED];
      if (dialog.returnValue === "allow") return (await locating()).locate(googleMapsKey);
      (await geolocation()).declineGps();
    };
    // The specification refuses a position request until the maps are loaded.
    if (dialog?.open) void locating().then(({ prepareMaps }) => prepareMaps(googleMapsKey));
    void follow().catch(() => undefined);
    void act();
    const answer = () => void act();
    dialog?.addEventListener("close", answer);
    return () => {
      isGone = true;
      stop?.();
      dialog?.removeEventListener("close", answer);
    };
  }, [googleMapsKey]);
  return null;
}

import { PictureInPicture2 } from "lucide";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { minutesLeft, SLEEP_MINUTES } from "@/lib/guide/radio/rules";
import { sleepAfter, stopRadio, useRadio, type RadioState } from "./radio-engine";
import { useRadioTexts } from "./radio-texts";

const WINDOW = "popup,width=420,height=640";

/** Minutes left on the sleep timer; null without one. */
function useMinutesLeft(sleep: RadioState["sleep"]): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!sleep) return;
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, [sleep]);
  // `now` may be older than the timer, so the result is limited to its length.
  return sleep && Math.min(sleep.minutes, minutesLeft(sleep.at, now));
}

/** The sleep timer, and a button that moves playback to a separate window. */
export function RadioExtras() {
  const labels = useRadioTexts();
  const { sleep, phase } = useRadio();
  const left = useMinutesLeft(sleep);
  const [blocked, setBlocked] = useState(false);
  const openWindow = () => {
    const opened = window.open(`${location.pathname}#janela`, "radio", WINDOW);
    setBlocked(!opened);
    if (opened) stopRadio();
  };
  return (
    <div className="mt-5 flex flex-wrap items-end gap-3 border-t border-line pt-5">
      <label className="grow basis-48 font-semibold">
        {labels.sleep}
        <select
          className={`${controlClass} mt-1 font-sans`}
          value={sleep?.minutes ?? ""}
          disabled={phase === "stopped"}
          onChange={({ target: { value } }) => sleepAfter(value ? Number(value) : null)}
        >
          <option value="">{labels.sleepOff}</option>
          {SLEEP_MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {labels.sleepIn.replace("{minutes}", String(minutes))}
            </option>
          ))}
        </select>
      </label>
      <Button variant="outline" onClick={openWindow} data-window="hide">
        <Icon of={PictureInPicture2} />
        {labels.window}
      </Button>
      <p role="status" className="basis-full text-sm text-muted empty:hidden">
        {blocked ? labels.blocked : left === null ? "" : labels.sleepLeft.replace("{minutes}", String(left))}
      </p>
    </div>
  );
}

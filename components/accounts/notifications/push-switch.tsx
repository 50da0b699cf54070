"use client";

import { useEffect, useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { removeDeviceAction, saveDeviceAction } from "@/lib/accounts/notifications/actions";
import type { Locale } from "@/lib/platform/i18n/routing";
import { readDevice, subscribe, unsubscribe, type DeviceState } from "./push-device";
import { useNoticeTexts } from "./notice-texts";

type Phase = "looking" | "ready" | "turningOn" | "turningOff" | "dismissed" | "failed";

type PushSwitchProps = {
  publicKey: string;
  locale: Locale;
  /** Push endpoints of the account's devices. */
  endpoints: readonly string[];
  /** The account receives no notices at all. */
  optedOut: boolean;
};

/** Whether the visitor dismissed the permission prompt (may change) or the push service failed. */
const refusalOf = (error: unknown) =>
  error instanceof DOMException && error.name === "NotAllowedError" ? "dismissed" : "failed";

/** Turns push messages on this device on and off, and shows what prevents them. */
export function PushSwitch({ publicKey, locale, endpoints, optedOut }: PushSwitchProps) {
  const texts = useNoticeTexts().push;
  const [device, setDevice] = useState<DeviceState>({ obstacle: null, endpoint: null });
  const [own, setOwn] = useState(endpoints);
  const [phase, setPhase] = useState<Phase>("looking");

  useEffect(() => {
    let isGone = false;
    const look = () =>
      void readDevice(publicKey)
        .catch((): DeviceState => ({ obstacle: "noWorker", endpoint: null }))
        .then((found) => {
          if (isGone) return;
          setDevice(found);
          setPhase((before) => (before === "looking" ? "ready" : before));
        });
    look();
    // The service worker may become ready after `readDevice` stopped waiting for it.
    if ("serviceWorker" in navigator) void navigator.serviceWorker.ready.then(look);
    const occasions = ["online", "offline", "focus"];
    for (const occasion of occasions) window.addEventListener(occasion, look);
    return () => {
      isGone = true;
      for (const occasion of occasions) window.removeEventListener(occasion, look);
    };
  }, [publicKey]);

  const isOn = device.endpoint !== null && own.includes(device.endpoint);

  async function turnOn() {
    setPhase("turningOn");
    const made = await subscribe(publicKey).catch(refusalOf);
    if (typeof made === "string") {
      setDevice(await readDevice(publicKey));
      return setPhase(made);
    }
    const failure = await saveDeviceAction({ ...made, locale });
    setPhase("ready");
    if (failure.serverError || failure.validationErrors)
      return notifyFailure({ serverError: failure.serverError ?? "unexpected" });
    setDevice({ obstacle: null, endpoint: made.endpoint });
    setOwn((before) => [...before, made.endpoint]);
  }

  async function turnOff(endpoint: string) {
    setPhase("turningOff");
    const { serverError } = await removeDeviceAction({ endpoint });
    setPhase("ready");
    if (serverError) return notifyFailure({ serverError });
    setOwn((before) => before.filter((one) => one !== endpoint));
    await unsubscribe();
  }

  const change = (on: boolean) => {
    const lost = (error: unknown) => {
      setPhase("ready");
      notifyFailure({ thrownError: error instanceof Error ? error : new Error(String(error)) });
    };
    (on || !device.endpoint ? turnOn() : turnOff(device.endpoint)).catch(lost);
  };

  const status = optedOut ? "optedOut" : phase !== "ready" ? phase : (device.obstacle ?? (isOn ? "on" : "off"));
  const isBusy = ["looking", "turningOn", "turningOff"].includes(phase);
  return (
    <div data-slot="push-switch" data-state={status} className="grid gap-1 border-t border-line pt-3">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={!optedOut && (phase === "turningOn" || (isOn && phase !== "turningOff"))}
          disabled={optedOut || isBusy || device.obstacle !== null}
          onChange={(event) => change(event.target.checked)}
          aria-describedby="push-status"
        />
        {texts.label}
      </label>
      <p id="push-status" role="status" className="text-sm text-muted">
        {texts[status]}
      </p>
    </div>
  );
}

"use client";

import { useEffect, useMemo, useState } from "react";
import { fill } from "@/components/ui/fill";
import { CodeCamera, type CameraTexts } from "@/components/platform/readings/code-camera";
import { loadDetector } from "@/components/platform/readings/detector";
import { ReadingStatus } from "@/components/platform/readings/reading-status";
import { useAwake } from "@/components/platform/readings/use-awake";
import { useReader } from "@/components/platform/readings/use-reader";
import { useReadings } from "@/components/platform/readings/use-readings";
import { NoList } from "@/components/platform/readings/no-list";
import { VOUCHER_DEVICE_KEY } from "@/lib/platform/device-storage/rules";
import { formatDeviceMoment } from "@/lib/platform/format";
import { isDeskOpen } from "@/lib/partners/desk/rules";
import type { DeskData } from "@/lib/partners/desk/schema";
import { CodeForm } from "./code-form";
import type { DeskMode } from "./desk-api";
import { deskReader, type DeskState } from "./desk-reader";
import { DeskResult } from "./desk-result";
import { DeskTexts, useDeskTexts, type DeskMessages } from "./desk-texts";
import { PinForm } from "./pin-form";
import { TodayList } from "./today-list";
import { useRedeem } from "./use-redeem";

const LOOK_MS = 5000;

type DeskProps = {
  texts: DeskMessages;
  camera: CameraTexts;
  locale: string;
  /** Sign-in page that returns to the desk, for accounts. */
  login: string | null;
} & ({ placeId: string; token?: undefined } | { token: string; placeId?: undefined });

/** Pages of vouchers redeem with the device that was used last. */
function useStoredDevice(token: string | undefined): void {
  useEffect(() => {
    if (token !== undefined) localStorage.setItem(VOUCHER_DEVICE_KEY, token);
  }, [token]);
}

/** Whether the desk may redeem; compares the time every few seconds, because a device is locked after some hours. */
function useIsOpen({ index, clockOffset }: DeskState): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return index !== null && isDeskOpen(index.data.device, now + clockOffset);
}

/** The desk of one place: camera, reader and typed codes, with or without a connection. */
export function Desk({ texts, camera, locale, login, placeId, token }: DeskProps) {
  const mode = useMemo<DeskMode>(
    () => (token === undefined ? { kind: "account", placeId } : { kind: "device", token }),
    [token, placeId],
  );
  const reader = useMemo(() => deskReader(mode), [mode]);
  const desk = useReadings(reader);
  const { state } = desk;
  const data = state.index?.data ?? null;
  const isOpen = useIsOpen(state);
  const redeem = useRedeem(mode, desk);
  const read = (text: string) => void (isOpen && redeem.readCode(text));
  useReader(/^(?:lcv1|https?)/i, read);
  useAwake();
  useStoredDevice(token);
  // Loaded before the camera is used, so that it also opens later without a connection.
  useEffect(() => void loadDetector().catch(() => undefined), []);

  return (
    <DeskTexts value={texts}>
      <div className="grid gap-4">
        <ReadingStatus
          texts={texts.status}
          locale={locale}
          state={state}
          login={login}
          onRefresh={() => void desk.sync().catch(() => undefined)}
        />
        {!data && <NoList state={state} texts={texts} />}
        {data && <DeskHead locale={locale} data={data} isOpen={isOpen} />}
        {data && !isOpen && token !== undefined && <PinForm token={token} onUnlocked={desk.sync} />}
        {data && isOpen && (
          <>
            <div className="grid items-start gap-4 md:grid-cols-2">
              <CodeCamera texts={camera} isPaused={redeem.shown !== null} onCode={read} />
              <CodeForm isChecking={redeem.isChecking} onCode={redeem.readTyped} />
            </div>
            <TodayList locale={locale} today={data.today} />
          </>
        )}
        {redeem.shown && (
          <DeskResult locale={locale} screen={redeem.shown} onRedeem={redeem.redeem} onClose={redeem.close} />
        )}
      </div>
    </DeskTexts>
  );
}

type DeskHeadProps = { locale: string; data: DeskData; isOpen: boolean };

/** Place, device, and until when the device is unlocked. */
function DeskHead({ locale, data: { place, device }, isOpen }: DeskHeadProps) {
  const texts = useDeskTexts();
  return (
    <div>
      <h2 className="display-2 wrap-anywhere">{place.name}</h2>
      {device && <p className="text-muted">{device.name}</p>}
      {device?.unlockedUntil && isOpen && (
        <p className="text-muted">
          {fill(texts.pin.unlocked, { time: formatDeviceMoment(device.unlockedUntil, locale) })}
        </p>
      )}
    </div>
  );
}
